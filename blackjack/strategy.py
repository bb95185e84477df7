"""Strategy charts, and the action that a chart advises in a deal.

A chart has a row for every hard total, soft total and pair, a column for every upcard, and a code
in each cell:

    H  hit      D   double, else hit      R…  surrender, else the following letters
    S  stand    Ds  double, else stand    P   split, else as the total; Ph, Ps …: else the following letters

`python -m blackjack strategy` prints a chart, `blackjack.analysis` computes charts. Hints for
players and the house's play for absent players both come from a chart through `advise`, and from
nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby, permutations
from types import MappingProxyType
from typing import Any, ClassVar, get_args

from blackjack import legality
from blackjack.actions import WITH_NEW_MONEY, Action
from blackjack.canonical import canonical_json
from blackjack.cards import ACE, TEN
from blackjack.deal import Deal
from blackjack.hands import BEST, Hand
from blackjack.rules import HousePlay
from blackjack.strict_json import MalformedError, load_json, read_list, read_object, read_text

UPCARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
"""The columns; "T" is any card worth ten."""

_NAMES = MappingProxyType(
    {value: name for name, value in zip(UPCARDS, (*range(2, TEN + 1), ACE), strict=True)}
)

_PAIR_TOTALS = MappingProxyType(
    {f"pair {card}": f"hard {2 * value}" for value, card in enumerate(UPCARDS[:-1], 2)}
    | {"pair A": "soft 12"}
)
ROWS = (
    *(f"hard {total}" for total in range(4, BEST + 1)),
    *(f"soft {total}" for total in range(12, BEST + 1)),
    *_PAIR_TOTALS,
)
"""The rows. "hard 4" and "soft 12" are 2-2 and A-A that cannot be split; other two cards of one value are a pair."""

_SEEN_RARELY = MappingProxyType({"hard 21": "S", "soft 21": "S"})
_ONLY_PAIRS = MappingProxyType({"hard 4": "pair 2", "soft 12": "pair A"})

_LETTERS = MappingProxyType(
    {"hit": "h", "stand": "s", "double": "d", "split": "p", "surrender": "r"}
)
_PLAYS = get_args(HousePlay)
_PAIR = 2
_NARROW = 3


class UnknownPlayError(ValueError):
    """An unknown name for the house's play."""

    code: ClassVar[str] = "unknown_play"

    def __init__(self, play: object) -> None:
        super().__init__(f"{play!r:.40} is no play; there are {', '.join(_PLAYS)}")
        self.play = play


def _orders() -> Iterator[tuple[str, ...]]:
    """Yield all orders of verbs, the plain ones first."""
    firsts = [
        first
        for count in range(4)
        for first in permutations(("double", "split", "surrender"), count)
    ]
    for first in sorted(firsts, key=lambda order: order[:1]):
        if first[-1:] == ("split",):
            yield first
        yield from ((*first, last) for last in ("hit", "stand"))


def _codes() -> Iterator[tuple[str, tuple[str, ...]]]:
    for order in _orders():
        letters = "".join(_LETTERS[verb] for verb in order)
        short = letters.removesuffix("h") if letters.endswith("dh") else letters
        yield short.capitalize(), order


CODES: Mapping[str, tuple[str, ...]] = MappingProxyType(dict(_codes()))
"""Every code with its verbs, the preferred first; after a final "split" the cell of the total follows."""


_BY_ORDER = MappingProxyType({order: code for code, order in CODES.items()})


def find_code(order: tuple[str, ...]) -> str:
    """Return the code of these verbs, the preferred first; `CODES[code]` is the inverse.

    An order ends in "hit" or "stand", or in "split" if the rest is played as the total. Raises
    ValueError for any other.
    """
    if order not in _BY_ORDER:
        raise ValueError(f"no code says {', '.join(order)}")
    return _BY_ORDER[order]


def describe_code(code: str) -> str:
    """Return a code in words: "surrender, else hit". Raises KeyError if unknown."""
    order = CODES[code]
    said = (*order, "as the total") if order[-1] == "split" else order
    return ", else ".join(said)


@dataclass(frozen=True, slots=True)
class Chart:
    """Best play by total, softness, pair and upcard: `codes` in the order of `ROWS`, each in the order of `UPCARDS`.

    Codes are those of `CODES`, with splits in rows of pairs only; anything else raises
    MalformedError. Equal charts are equal values.
    """

    codes: tuple[tuple[str, ...], ...]
    _verbs: dict[tuple[str, str], tuple[str, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.codes) != len(ROWS):
            raise MalformedError("chart", f"{len(ROWS)} rows are expected")
        for row, codes in zip(ROWS, self.codes, strict=True):
            _check_codes(row, codes)
        verbs = {
            (row, upcard): self._resolve_cell(row, upcard) for row in ROWS for upcard in UPCARDS
        }
        object.__setattr__(self, "_verbs", verbs)

    def code(self, row: str, upcard: str) -> str:
        """Return the code of a cell. Raises ValueError for an unknown row or upcard."""
        return self.codes[ROWS.index(row)][UPCARDS.index(upcard)]

    def verbs(self, row: str, upcard: str) -> tuple[str, ...]:
        """Return the verbs of a cell, the preferred first, the last "hit" or "stand". Raises KeyError for an unknown cell."""
        return self._verbs[row, upcard]

    def _resolve_cell(self, row: str, upcard: str) -> tuple[str, ...]:
        order = CODES[self.code(row, upcard)]
        if order[-1] == "split":
            order += CODES[self.code(_PAIR_TOTALS[row], upcard)]
        return tuple(dict.fromkeys(order))

    @property
    def rows(self) -> tuple[str, ...]:
        """Rows of a printed chart: without 21s that always stand, and without hard 4 and soft 12 where they add nothing to the pairs."""
        return tuple(row for row in ROWS if self._is_printed(row))

    def _is_printed(self, row: str) -> bool:
        codes = self.codes[ROWS.index(row)]
        if row in _SEEN_RARELY:
            return set(codes) != {_SEEN_RARELY[row]}
        if row not in _ONLY_PAIRS:
            return True
        pairs = zip(codes, self.codes[ROWS.index(_ONLY_PAIRS[row])], strict=True)
        return any(code != "H" and CODES[pair][-1] == "split" for code, pair in pairs)

    @property
    def legend(self) -> dict[str, str]:
        """Codes of the printed rows with their meaning in words, the plain ones first."""
        used = {code for row in self.rows for code in self.codes[ROWS.index(row)]}
        return {code: describe_code(code) for code in CODES if code in used}

    def text(self) -> str:
        """Return the printed rows as an aligned table with its legend, without a line end."""
        width = max(*map(len, self.legend), _NARROW) + 1
        lines = [_format_line("", UPCARDS, width)]
        for _, rows in groupby(self.rows, key=lambda row: row.partition(" ")[0]):
            lines.append("")
            lines += [_format_line(row, self.codes[ROWS.index(row)], width) for row in rows]
        legend = [f"{code:{width}} {words}" for code, words in self.legend.items()]
        return "\n".join([*lines, "", *legend])

    def to_dict(self) -> dict[str, Any]:
        """Return every cell, ready for JSON: the upcards, and the codes of each row in that order."""
        rows = {row: list(codes) for row, codes in zip(ROWS, self.codes, strict=True)}
        return {"upcards": list(UPCARDS), "rows": rows}

    def to_json(self) -> str:
        """Return every cell as canonical JSON; equal charts give the same text."""
        return canonical_json(self.to_dict())

    @classmethod
    def from_dict(cls, given: object) -> Chart:
        """Return the chart written by `to_dict`. Raises MalformedError, which names the place."""
        chart = read_object(given, "chart", ("upcards", "rows"))
        if read_list(chart["upcards"], "upcards") != list(UPCARDS):
            raise MalformedError("upcards", f"{', '.join(UPCARDS)} are expected")
        rows = read_object(chart["rows"], "rows", ROWS)
        return cls(
            tuple(tuple(read_text(code, row) for code in read_list(rows[row], row)) for row in ROWS)
        )

    @classmethod
    def from_json(cls, data: str | bytes) -> Chart:
        """Return the chart written by `to_json`. Raises MalformedError."""
        return cls.from_dict(load_json(data))


def _check_codes(row: str, codes: tuple[str, ...]) -> None:
    if len(codes) != len(UPCARDS):
        raise MalformedError(row, f"{len(UPCARDS)} codes are expected")
    for upcard, code in zip(UPCARDS, codes, strict=True):
        if code not in CODES:
            raise MalformedError(f"{row} v {upcard}", f"{code!r:.40} is no code")
        if "split" in CODES[code] and row not in _PAIR_TOTALS:
            raise MalformedError(f"{row} v {upcard}", f"{code!r} splits what is no pair")


STANDS = Chart((("S",) * len(UPCARDS),) * len(ROWS))
"""Chart of play that always stands."""


def _format_line(head: str, cells: tuple[str, ...], width: int) -> str:
    return (f"{head:9}" + "".join(f"{cell:{width}}" for cell in cells)).rstrip()


def find_row(hand: Hand) -> str:
    """Return the row of a hand that is not bust: its pair if it has two cards of one value, else its total."""
    if len(hand.cards) == _PAIR and hand.cards[0].value == hand.cards[1].value:
        return "pair " + _NAMES[hand.cards[0].value]
    return f"{'soft' if hand.total.soft else 'hard'} {hand.total.value}"


def advise(
    chart: Chart,
    deal: Deal,
    play: HousePlay = "basic_strategy",
    without: frozenset[str] = frozenset(),
) -> Action:
    """Return the legal action that `play` takes for the bettor whose turn it is; never insurance or even money.

    "basic_strategy" follows the chart. "hit_or_stand" follows the chart without new money; a
    surrender needs none. "stand" always stands. Before the peek all of them decline, except where
    the chart surrenders early; bettors behind always decline. A hand that may not do what its cell
    prefers takes the next verb that it may. `without` are verbs to avoid, which cost more than the
    player has. Raises UnknownPlayError, and IllegalAction if the deal is over.
    """
    if play not in _PLAYS:
        raise UnknownPlayError(play)
    box, place = deal.in_turn
    if deal.phase == "before_peek" and "surrender" not in deal.legal_actions:
        return Action("decline")
    hand, offered = box.hands[place], deal.legal_actions
    if deal.phase == "before_peek":
        offered = (*legality.legal_in_play(deal.rules, deal.dealer[0], box, hand), "surrender")
    offered = tuple(verb for verb in offered if verb not in without)
    verb = _choose_verb(chart.verbs(find_row(hand), _NAMES[deal.dealer[0].value]), offered, play)
    if deal.phase == "before_peek" and verb != "surrender":
        verb = "decline"
    return Action(verb)


def _choose_verb(order: tuple[str, ...], offered: tuple[str, ...], play: HousePlay) -> str:
    """Return the first verb of the order that is offered and allowed for this play, else "stand"."""
    if play == "stand":
        return "stand"
    barred = WITH_NEW_MONEY if play == "hit_or_stand" else ()
    return next((verb for verb in order if verb in offered and verb not in barred), "stand")
