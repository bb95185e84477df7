"""Lines of the ledger's check and rows that break them, on pages."""

from django import template

from wallet.ledger.words.check_lines import words_of
from wallet.ledger.words.check_rows import row_words

register = template.Library()
register.filter("line_words", words_of)
register.filter("row_words", row_words)
