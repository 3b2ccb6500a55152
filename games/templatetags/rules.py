"""Sentences and numbers of a rulebook, for templates/games/rules/."""

from django import template

from games.books.told import fact, told

register = template.Library()
register.filter(fact)
register.filter(told)
