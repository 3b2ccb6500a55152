"""Django's own tags and functions for what says the same every time: it is asked for once in each language.

What they keep are words and pictures of the templates, never what a template was told. A sentence that speaks
of something is kept as it was translated, with holes: who it speaks of, and how many, goes in each time.
So it is with a part of a page that is `drawn`: it is kept for each of the few things it may be told.
"""

from collections.abc import Hashable, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final

from django import template
from django.template import Context, Node, TemplateSyntaxError, defaulttags
from django.template.base import (
    FilterExpression,
    NodeList,
    Parser,
    Token,
    render_value_in_context,
    token_kwargs,
)
from django.template.loader import render_to_string
from django.template.loader_tags import do_include
from django.templatetags import i18n
from django.templatetags.i18n import BlockTranslateNode
from django.templatetags.static import StaticNode
from django.utils import translation

from games.table.zone import BLANKS, blank

SENTENCES: Final = 8192  # of all languages
PARTS: Final = 2048  # of pages, in all languages
Given = Mapping[str, FilterExpression]

register = template.Library()


# Sentences


def gettext(sentence: str) -> str:
    return _said(translation.get_language(), "", sentence)


def pgettext(context: str, sentence: str) -> str:
    return _said(translation.get_language(), context, sentence)


def npgettext(context: str, one: str, many: str, count: Decimal | float) -> str:
    """Our languages have a form for one thing and a form for all other numbers, or the same for both: how
    many there are nobody is asked."""
    return _counted(translation.get_language(), context, one, many, 1 if count == 1 else 2)


@lru_cache(maxsize=SENTENCES)
def _said(_language: str | None, context: str, sentence: str) -> str:
    return translation.pgettext(context, sentence) if context else translation.gettext(sentence)


@lru_cache(maxsize=SENTENCES)
def _counted(_language: str | None, context: str, one: str, many: str, like: int) -> str:
    if context:
        return translation.npgettext(context, one, many, like)
    return translation.ngettext(one, many, like)


# Tags


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


class Link(Once):
    """One that has a name in its template, and is empty where there is no such page."""

    def __init__(self, node: Node, name: str) -> None:
        super().__init__(node)
        self.name = name

    def render(self, context: Context) -> str:
        language = translation.get_language()
        if language not in self.said:
            self.node.render(context)
            self.said[language] = context[self.name]
        context[self.name] = self.said[language]
        return ""


class As(Node):
    """What another node says, under a name: `{% translate "Waiting" as word %}`."""

    def __init__(self, node: Node, name: str) -> None:
        self.nodes, self.name = NodeList([node]), name

    def render(self, context: Context) -> str:
        context[self.name] = self.nodes.render(context)
        return ""


class Sentence(Node):
    """`{% blocktranslate %}`, of which only the words are kept."""

    def __init__(self, node: BlockTranslateNode) -> None:
        self.node = node
        self.context = str(node.message_context.resolve(Context())) if node.message_context else ""
        self.one, self.speaks_of = node.render_token_list(node.singular)
        self.many, self.counter = "", node.counter if node.plural else None
        if node.plural:
            self.many, others = node.render_token_list(node.plural)
            self.speaks_of = [*self.speaks_of, *others]

    def render(self, context: Context) -> str:
        with context.update({name: told.resolve(context) for name, told in self.node.extra_context.items()}):
            words = self._words(context)
            facts = {name: _fact(context, name) for name in self.speaks_of}
        try:
            return words % facts
        except (KeyError, ValueError):  # translated wrongly: Django says it in the language it was written in
            return self.node.render(context)

    def _words(self, context: Context) -> str:
        if self.counter is None:
            return pgettext(self.context, self.one)
        name, count = str(self.node.countervar), self.counter.resolve(context)
        if not isinstance(count, Decimal | float | int):
            raise TemplateSyntaxError(f"{name!r} argument to 'blocktranslate' tag must be a number.")
        context[name] = count
        return npgettext(self.context, self.one, self.many, count)


class Drawn(Node):
    """A part of a page. What is written in reaches it as blanks: it knows whether there is such a word, not
    which."""

    def __init__(self, template: str, told: Given, written: Given) -> None:
        self.template, self.told, self.written = template, told, written

    def render(self, context: Context) -> str:
        told = [(name, one.resolve(context)) for name, one in self.told.items()]
        words = {
            name: render_value_in_context(one.resolve(context), context) for name, one in self.written.items()
        }
        kinds = tuple([type(one) for _name, one in told])  # what is marked as safe equals what is not
        blanks = tuple([name for name, word in words.items() if word])
        return _drawn(self.template, translation.get_language(), tuple(told), kinds, blanks) % words


@lru_cache(maxsize=PARTS)
def _drawn(
    template: str,
    _language: str | None,
    told: tuple[tuple[str, Hashable], ...],
    _kinds: tuple[type, ...],
    blanks: tuple[str, ...],
) -> str:
    html = render_to_string(template, dict(told) | {word: blank(word) for word in blanks})
    return BLANKS.sub(r"%(\1)s", html.replace("%", "%%"))


def _fact(context: Context, name: str) -> str:
    """As Django's tag puts it in: escaped where the page is, an unknown one as the engine says."""
    unknown = context.template.engine.string_if_invalid  # type: ignore[union-attr]
    fact = context[name] if name in context else unknown % name if "%s" in unknown else unknown
    return render_value_in_context(fact, context)


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
def drawn(parser: Parser, token: Token) -> Node:
    """`{% drawn "parts/_me.html" guest=user.is_guest written me %}`: a template, kept in each language for
    what it is told, which has few values; what is `written` goes in each time."""
    _tag, name, *bits = token.split_contents()
    split = bits.index("written") if "written" in bits else len(bits)
    template = parser.compile_filter(name)
    if not _is_fixed(template):
        raise TemplateSyntaxError("What is drawn must be named: it cannot be told by a variable.")
    told, written = _given(bits[:split], parser), _given(bits[split + 1 :], parser)
    return Drawn(str(template.resolve(Context())), told, written)


def _given(bits: list[str], parser: Parser) -> Given:
    """`name=value`, or a name alone, for what is called the same there."""
    bits = [bit if "=" in bit else f"{bit}={bit}" for bit in bits]
    given: Given = token_kwargs(bits, parser)
    if bits:
        raise TemplateSyntaxError(f"This is not name=value: {bits[0]}")
    return given


@register.tag
def translate(parser: Parser, token: Token) -> Node:
    node = i18n.do_translate(parser, token)
    words = node.filter_expression
    if words.var.literal is None or words.filters or not _is_fixed(node.message_context):
        return node
    return _under_its_name(node, Once(node), parser, token)


@register.tag
def blocktranslate(parser: Parser, token: Token) -> Node:
    node = i18n.do_block_translate(parser, token)
    return _under_its_name(node, Sentence(node), parser, token) if _is_fixed(node.message_context) else node


def _under_its_name(node: Any, once: Node, parser: Parser, token: Token) -> Node:
    """In the place of Django's node, which says where it stands in case that it fails."""
    for one in (node, once):
        one.token, one.origin = token, parser.origin
    name, node.asvar = node.asvar, None
    return once if name is None else As(once, name)


@register.tag
def url(parser: Parser, token: Token) -> Node:
    """One of a namespace may be another wherever it is asked for."""
    node = defaulttags.url(parser, token)
    name = node.view_name
    if node.args or node.kwargs or not _is_fixed(name) or ":" in str(name.var):
        return node
    return Link(node, node.asvar) if node.asvar else Once(node)
