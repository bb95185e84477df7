"""Template filter for deposits and withdrawals at the cash desk."""

from django import template

from wallet.cash.words.desk import desk_state

register = template.Library()
register.filter("desk_state", desk_state)
