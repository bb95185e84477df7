"""Template filters for lines of the ledger check and rows that break them."""

from django import template

from wallet.ledger.words.check_lines import describe_broken_line, translate_line
from wallet.ledger.words.check_rows import translate_row

register = template.Library()
register.filter("line_words", translate_line)
register.filter("broken_line_words", describe_broken_line)
register.filter("row_words", translate_row)
