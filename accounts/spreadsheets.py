"""What a spreadsheet makes of a cell of text that it opens."""

import re
from typing import Final

# Also with its thousands apart, and with a currency or a per cent sign after it.
_NUMBER: Final = re.compile(r"-?[0-9][0-9.,\u00a0]*(?:[ \u00a0]?(?:%|[A-Z]{3}))?")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")


def harmless(cell: str) -> str:
    """Keep a spreadsheet from running a cell: what looks like a formula is marked as text."""
    if cell.lstrip().startswith(_FORMULA) and not _NUMBER.fullmatch(cell):
        return "'" + cell
    return cell
