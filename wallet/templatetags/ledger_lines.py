"""Lines of the ledger's check and rows that break them, on pages."""

from django import template

from wallet.cash.findings import words_of
from wallet.row_words import row_words

register = template.Library()
register.filter("line_words", words_of)
register.filter("row_words", row_words)
