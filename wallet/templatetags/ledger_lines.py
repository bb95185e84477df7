"""Lines of the ledger's check on pages."""

from django import template

from wallet.cash.findings import words_of

register = template.Library()
register.filter("line_words", words_of)
