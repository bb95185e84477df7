"""Template filter for statement movements."""

from django import template

from wallet.cash.words.movements import movement_label

register = template.Library()
register.filter("movement_label", movement_label)
