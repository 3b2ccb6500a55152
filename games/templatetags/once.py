"""Django's own tags, for what says the same every time: it is asked for once in each language.

What they keep are words and pictures of the templates, never what a template was told.
"""

from django import template
from django.template import Context, Node
from django.template.base import FilterExpression, Parser, Token
from django.template.loader_tags import do_include
from django.templatetags import i18n
from django.templatetags.static import StaticNode
from django.utils import translation

register = template.Library()


class Once(Node):
    """What another node says, asked of it once for each language."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.said: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        language = translation.get_language()
        said = self.said.get(language)
        if said is None:
            self.node.origin, self.node.token = self.origin, self.token
            said = self.said[language] = self.node.render(context)
        return said


def _is_fixed(*given: FilterExpression | None) -> bool:
    return all(one is None or not (one.is_var or one.filters) for one in given)


@register.tag
def static(parser: Parser, token: Token) -> Node:
    node = StaticNode.handle_token(parser, token)
    return Once(node) if node.varname is None and _is_fixed(node.path) else node


@register.tag
def include(parser: Parser, token: Token) -> Node:
    node = do_include(parser, token)
    is_fixed = node.isolated_context and _is_fixed(node.template, *node.extra_context.values())
    return Once(node) if is_fixed else node


@register.tag
def translate(parser: Parser, token: Token) -> Node:
    node = i18n.do_translate(parser, token)
    words = node.filter_expression
    is_fixed = words.var.literal is not None and not words.filters and _is_fixed(node.message_context)
    return Once(node) if is_fixed and node.asvar is None else node
