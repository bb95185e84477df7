"""Charts as books print them, for players of `make bench-signals` who do not know ours."""

from functools import lru_cache
from typing import Final

from blackjack.strategy import ROWS, Chart
from signals.playouts import Playout

_SOFT_17_STANDS: Final = {
    "hard 9": "HDDDDHHHHH",
    "hard 10": "DDDDDDDDHH",
    "hard 11": "DDDDDDDDDH",
    "hard 12": "HHSSSHHHHH",
    **{f"hard {total}": "SSSSSHHHHH" for total in range(13, 17)},
    "soft 13": "HHHDDHHHHH",
    "soft 14": "HHHDDHHHHH",
    "soft 15": "HHDDDHHHHH",
    "soft 16": "HHDDDHHHHH",
    "soft 17": "HDDDDHHHHH",
    "soft 18": ("S", "Ds", "Ds", "Ds", "Ds", "S", "S", "H", "H", "H"),
    "pair 2": "PPPPPPHHHH",
    "pair 3": "PPPPPPHHHH",
    "pair 4": "HHHPPHHHHH",
    "pair 5": "DDDDDDDDHH",
    "pair 6": "PPPPPHHHHH",
    "pair 7": "PPPPPPHHHH",
    "pair 8": "PPPPPPPPPP",
    "pair 9": "PPPPPSPPSS",
    "pair A": "PPPPPPPPPP",
}
"""Several decks, the dealer stands on soft 17, no surrender. Rows that are missing stand from 17 on, else hit."""

_SIMPLE: Final = {
    **_SOFT_17_STANDS,
    "hard 9": "DDDDDHHHHH",
    "hard 12": "SSSSSHHHHH",
    "soft 13": "HHDDDHHHHH",
    "soft 14": "HHDDDHHHHH",
    "soft 18": ("S", "Ds", "Ds", "Ds", "Ds", "S", "S", "S", "S", "S"),
    "pair 2": "HHPPPPHHHH",
    "pair 3": "HHPPPPHHHH",
    "pair 4": "HHHHHHHHHH",
    "pair 6": "SPPPPHHHHH",
}
"""One that is easier to remember: it differs from ours in 18 cells with six decks."""

BOOKS: Final = {"a book": _SOFT_17_STANDS, "a simple book": _SIMPLE}


@lru_cache(maxsize=16)
def find_book_play(playout: Playout, book: str) -> Playout:
    """Return the play by a book's chart under the rules of `playout`."""
    rows = BOOKS[book]
    return Playout(playout.rules, Chart(tuple(tuple(rows.get(row, _plain(row))) for row in ROWS)))


def _plain(row: str) -> str:
    kind, what = row.split()
    stands = what == "T" if kind == "pair" else int(what) >= (19 if kind == "soft" else 17)
    return "SSSSSSSSSS" if stands else "HHHHHHHHHH"
