"""Every way in which a round with these cards may be played, counted, and what all of them win together.

The numbers are those of a second program, written from the rules alone.
"""

import pytest

from blackjack.presets import PRESETS
from blackjack.round import Round
from tests.blackjack.dealing import deal

SHOES = {
    "eights": "8S 6D 8H TC 8D 3C 8C AD 2C TH 5S 9D 4H KD 7C 2H 3S 6H JC AS 4C 9H 5D QS 2D 7H 3D AC",
    "aces": "AS AD AH 9C AC 7S 4D TH AS 5C 2S KD 6H 3D 8C 2H JS 4C 9D 5H 3S 7C 2D QH 6S AD 8H 4H",
    "tens": "TS TD KH 5C QS AC JH AD 7C 3S 2H 9C KD 6D 4S 8H 5H 2C TC 3D 7S 9H JC 4D 6C 2S 8D QD",
    "low": "2S AD 2H 7C 2D 3C 2C 4D 3S 5H AC 2S 4H 3D 6C AS 5D 2H 3H 4C 7D AH 6S 5S 2D 4S 3C 8H",
}
STAKE = 10

TREES = [
    ("ligalo", "eights", 262, -395),
    ("atlantic_city", "eights", 262, -395),
    ("casino_floor", "eights", 222, -3205),
    ("live", "eights", 18, -220),
    ("friendly", "eights", 623, -3945),
    ("ligalo", "aces", 116, -2080),
    ("atlantic_city", "aces", 16, -210),
    ("casino_floor", "aces", 10, -30),
    ("live", "aces", 14, -195),
    ("friendly", "aces", 96, -2070),
    ("ligalo", "tens", 23, 285),
    ("atlantic_city", "tens", 23, 285),
    ("casino_floor", "tens", 4, -25),
    ("live", "tens", 6, -10),
    ("friendly", "tens", 34, 785),
    ("ligalo", "low", 4474, -142955),
    ("atlantic_city", "low", 4474, -142955),
    ("casino_floor", "low", 2544, -88120),
    ("live", "low", 130, -1905),
    ("friendly", "low", 7764, -235520),
]


def tree(table: Round) -> tuple[int, int]:
    """The number of ends, and the seat's net result over all of them."""
    if table.complete:
        return 1, (table.returned(1) or 0) - table.staked(1)
    branches = [tree(table.play(verb)) for verb in table.legal_actions]
    return sum(ends for ends, _ in branches), sum(net for _, net in branches)


@pytest.mark.parametrize(("name", "shoe", "ends", "net"), TREES)
def test_the_whole_tree(name: str, shoe: str, ends: int, net: int) -> None:
    assert tree(deal(SHOES[shoe], PRESETS[name], STAKE)) == (ends, net)
