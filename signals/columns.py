"""What signals read: columns of one player's history, each a numpy array, rows in time order.

Times are seconds since the epoch, amounts units of 10^-4 USD at the rate of their moment. A missing think time is NaN.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from enum import IntFlag
from typing import Any, Final, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from blackjack.rules import Rules
from blackjack.strategy import ROWS, UPCARDS
from signals.worths import CountWorth, compute_worth

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]
Texts: TypeAlias = NDArray[np.str_]

DECK: Final = 52
UNITS: Final = 10_000
"""Units of an amount in a dollar."""
HOUR: Final = 3600.0
DAY: Final = 24 * HOUR

VERBS: Final = (
    "hit",
    "stand",
    "double",
    "split",
    "surrender",
    "insure",
    "decline",
    "even_money",
)
"""Actions by number, as in `Decisions.action` and `Decisions.advised`; -1 is none or unknown."""


class DealMark(IntFlag):
    """Marks of a deal, in `Deals.marks`."""

    LIVE = 1
    APP = 2  # the round was played by a registered app
    HINTED = 4  # a hint was taken, or the chart was open
    PLAY_MONEY = 8


class DecisionMark(IntFlag):
    """Marks of a decision, in `Decisions.marks`."""

    BY_HOUSE = 1
    EARLY = 2  # chosen before the turn


@dataclass(frozen=True, slots=True)
class Columns:
    """Arrays of the same length."""

    def __len__(self) -> int:
        return len(getattr(self, next(iter(self.__dataclass_fields__))))

    def take(self, chosen: Flags | Ints | slice) -> Self:
        """Return the chosen rows."""
        return type(self)(*[getattr(self, name)[chosen] for name in self.__dataclass_fields__])

    @classmethod
    def empty(cls) -> Self:
        """Return the columns without rows."""
        kinds: dict[Any, Any] = {
            Ints: np.int64,
            Floats: np.float64,
            Texts: np.str_,
            Flags: np.bool_,
        }
        return cls(**{one.name: np.zeros(0, kinds[one.type]) for one in fields(cls)})


@dataclass(frozen=True, slots=True)
class Deals(Columns):
    """Deals that the player could have bet on since first seen at the shoe. Sat out: `round` and `stake` are 0.

    `running` is the Hi-Lo count of every card seen in the shoe before the bet, `left` the number of undealt cards then.
    `stake` is the sum of the player's first bets; `staked` and `returned` include doubles, splits, insurance, side bets.
    """

    round: Ints  # id of the round, or its place in the file from 1 on
    deal: Ints
    at: Floats
    ended: Floats
    table: Ints
    rules: Ints  # place in `History.rules`
    shoe: Ints
    nonce: Ints
    running: Ints
    left: Ints
    stake: Ints
    staked: Ints
    returned: Ints
    marks: Ints

    @property
    def true_count(self) -> Floats:
        """Hi-Lo count per deck left, before the bet."""
        return self.running * DECK / np.maximum(self.left, 1)

    @property
    def played(self) -> Flags:
        return self.stake > 0


@dataclass(frozen=True, slots=True)
class Decisions(Columns):
    """Decisions of the player. `row` is the deal's place in `Deals`; `spot` is `find_spot` of the hand and upcard.

    `running` and `left` include the cards seen in this deal until the decision; `think` is in seconds from the state
    served to the request.
    """

    row: Ints
    at: Floats
    think: Floats
    spot: Ints  # -1: insurance and even money
    action: Ints
    advised: Ints
    running: Ints
    left: Ints
    marks: Ints

    @property
    def true_count(self) -> Floats:
        return self.running * DECK / np.maximum(self.left, 1)


@dataclass(frozen=True, slots=True)
class Deviations(Columns):
    """Decisions that differ from the chart, with what they gained once all cards were known (INT1).

    `gain` is the result of the action less that of the chart's, in stakes of the hand. Its distribution over the cards
    unseen at that moment: `chance` of each `value`, one row for each value, `of` numbering the deviation.
    `right` says whether the next card made the action the best, `right_chance` how likely that was; `cost` is the mean loss
    against the chart's action in a fresh shoe, in stakes of the hand.
    """

    row: Ints  # the decision's place in `Decisions`
    gain: Floats
    right: Flags
    right_chance: Floats
    cost: Floats


@dataclass(frozen=True, slots=True)
class GainChances(Columns):
    """Possible gains of deviations before the cards came: `of` is the place in `Deviations`."""

    of: Ints
    value: Floats
    chance: Floats


@dataclass(frozen=True, slots=True)
class Visits(Columns):
    """Visits: one for each sign-in. `country` is that of the network, "" if unknown."""

    begun: Floats
    ended: Floats
    network: Texts
    country: Texts
    device: Texts
    agent: Texts


@dataclass(frozen=True, slots=True)
class Payments(Columns):
    """Deposits or withdrawals. `method` is a digest of the card or account; `paid` is False if refused or failed."""

    at: Floats
    amount: Ints
    method: Texts
    paid: Flags


@dataclass(frozen=True, slots=True)
class EarlyShoeEnds(Columns):
    """Private shoes between two deals: one row for each chance to change the shoe. `changed` is True if the player did."""

    at: Floats
    running: Ints
    left: Ints
    changed: Flags


@dataclass(frozen=True, slots=True)
class Protection(Columns):
    """Acts on the player's own limits and refused deposits; `kind` is a `ProtectionAct`."""

    at: Floats
    kind: Ints


class ProtectionAct(IntFlag):
    """What a row of `Protection` says."""

    LOSS_LIMIT_REACHED = 1
    DEPOSIT_REFUSED = 2
    LOOSENING_REQUESTED = 4


@dataclass(frozen=True, slots=True)
class History:
    """One player's history, as much of it as a signal's window needs. `player` is the id or the file's name.

    `since` is the time from which rows were loaded: signals that look back from an event leave out events whose look-back
    begins before it. `zone` is the player's time zone, `country` that of residence, "" if unknown.
    `worth_of` returns what a round of a rule set is worth by the count, None if that is not known yet.
    """

    player: str
    rules: tuple[Rules, ...] = ()
    deals: Deals = field(default_factory=Deals.empty)
    decisions: Decisions = field(default_factory=Decisions.empty)
    deviations: Deviations = field(default_factory=Deviations.empty)
    gain_chances: GainChances = field(default_factory=GainChances.empty)
    shoe_ends: EarlyShoeEnds = field(default_factory=EarlyShoeEnds.empty)
    visits: Visits = field(default_factory=Visits.empty)
    deposits: Payments = field(default_factory=Payments.empty)
    withdrawals: Payments = field(default_factory=Payments.empty)
    protection: Protection = field(default_factory=Protection.empty)
    since: float = float("-inf")
    zone: str = ""
    country: str = ""
    registered_at: float = float("nan")
    closed_at: float = float("nan")
    points: float = 0.0  # earned in the window
    worth_of: Callable[[Rules], CountWorth | None] = field(default=compute_worth, repr=False)


def find_spot(row: str, upcard: str) -> int:
    """Return the number of a chart's cell: "hard 16" against "T". Raises ValueError for an unknown row or upcard."""
    return ROWS.index(row) * len(UPCARDS) + UPCARDS.index(upcard)
