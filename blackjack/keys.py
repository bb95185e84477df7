"""JSON keys that differ from the Python names: a `Box` is a "seat" in documents, and a `Deal` is a "round".

Files, transcripts, stored facts and the command line use these keys.
"""

from typing import Final

BOX: Final = "seat"
BOXES: Final = "seats"
DEALS: Final = "rounds"
