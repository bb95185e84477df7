"""Lines of the ledger's check and rows that break them, on pages."""

from django import template

from wallet.ledger.words.check_lines import broken_line_words, line_words
from wallet.ledger.words.check_rows import row_words

register = template.Library()
register.filter("line_words", line_words)
register.filter("broken_line_words", broken_line_words)
register.filter("row_words", row_words)
