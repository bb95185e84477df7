"""Template filters for lines of the ledger check and rows that break them."""

from django import template

from wallet.ledger.words.check_lines import broken_line_words, line_words
from wallet.ledger.words.check_rows import row_words

register = template.Library()
register.filter("line_words", line_words)
register.filter("broken_line_words", broken_line_words)
register.filter("row_words", row_words)
