"""When a statistical signal is judged: at 300, 600, 1,200 and 2,400 of its units, then every 2,400 over the last 2,400."""

from typing import Final

FIRST_LOOKS: Final = (300, 600, 1200, 2400)
STEP: Final = FIRST_LOOKS[-1]


def find_looks(before: int, after: int) -> list[tuple[int, int]]:
    """Return the looks reached when a player's units grow from `before` to `after`, as (first unit, end).

    >>> find_looks(100, 700)
    [(0, 300), (0, 600)]
    >>> find_looks(2400, 7300)
    [(2400, 4800), (4800, 7200)]
    """
    first = [(0, look) for look in FIRST_LOOKS if before < look <= after]
    later = range(max(2, before // STEP + 1), after // STEP + 1)
    return first + [(number * STEP - STEP, number * STEP) for number in later]
