"""Deposits and withdrawals of the cashier's desk on pages."""

from django import template

from wallet.cash.words.desk import desk_state

register = template.Library()
register.filter("desk_state", desk_state)
