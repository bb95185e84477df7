"""Keys of JSON documents whose Python names differ: a `Box` is a "seat" there, and a `Deal` is a "round".

Files, transcripts, stored facts and the command line keep these keys.
"""

from typing import Final

BOX: Final = "seat"
BOXES: Final = "seats"
DEALS: Final = "rounds"
