"""What the closes of a socket mean, for a page that keeps one open."""

from django import template

from lobby.wire import closes

register = template.Library()
register.simple_tag(closes.for_good, name="closes_for_good")
register.simple_tag(closes.come_back, name="closes_to_come_back")
