"""What a player has and may do at a live table, without words: the page and the API read it."""

from dataclasses import dataclass, field
from datetime import datetime

from casino.limits.selectors.session_plan import AskedPlan
from casino.limits.services.time_limit import TimeLeft
from casino.models import WagerBet
from casino.play.selectors.play_money import PlayMoneyTerms
from casino.play.services.bet_terms import NextBetTerms
from casino.play.services.offers import ActionOffer
from casino.protection.selectors.reality import RealityCheck
from journal.refusals import Refusal
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class PlacedBet:
    """A bet before the bell."""

    box: int
    amount: Money
    behind: bool


@dataclass(frozen=True, slots=True)
class BehindOffer:
    """A box that takes bets behind: its first bettor's screen name, and the player's open bet there."""

    box: int
    name: str
    placed: WagerBet | None


@dataclass(frozen=True, slots=True)
class BoxQuestion:
    """Question to the player before the peek; `legal` are all actions that the rules allow."""

    box: int
    legal: tuple[str, ...]
    offers: list[ActionOffer]


@dataclass(frozen=True, slots=True)
class EarlyOptions:
    """Actions that a box may choose before its turn, and the one chosen, or ""."""

    box: int
    verbs: tuple[str, ...]
    chosen: str


@dataclass(slots=True)
class OwnTerms:
    """A player's money, seats, bets and actions at a live table.

    `boxes`: own seats, and own boxes in the deal that is shown; `behind`: boxes bet behind on. `next_bet`: terms of
    the next bet while bets are taken; `takes_bet`: the player is offered one, on `seats` unless deals are missed.
    """

    currency: str
    balance: Money
    net_position: Money
    open_stakes: Money
    session_started: datetime
    plan: AskedPlan | None
    time_left: TimeLeft | None
    play_money: PlayMoneyTerms | None
    barred_code: str
    seats: list[int] = field(default_factory=list)
    boxes: list[int] = field(default_factory=list)
    behind: list[int] = field(default_factory=list)
    may_take: bool = False
    may_wait: bool = False
    waits: bool = False
    held_box: int | None = None
    leaves: bool = False
    sits_out: bool = False
    may_say_ready: bool = False
    may_choose_seed: bool = False
    misses: int = 0
    watches_until: datetime | None = None
    client_seed: str = ""
    attempt: int = 1
    next_bet: NextBetTerms | None = None
    takes_bet: bool = False
    behind_offers: list[BehindOffer] = field(default_factory=list)
    placed: list[PlacedBet] = field(default_factory=list)
    may_withdraw: bool = False
    offers: list[ActionOffer] = field(default_factory=list)
    box_questions: list[BoxQuestion] = field(default_factory=list)
    answered: bool = False
    early_options: list[EarlyOptions] = field(default_factory=list)
    reality: RealityCheck | None = None

    @property
    def bar(self) -> Refusal | None:
        """Why no bet is taken now."""
        return None if self.next_bet is None else self.next_bet.barred

    @property
    def bet_seats(self) -> list[int]:
        """Own boxes that may bet now."""
        return self.seats if self.takes_bet and not self.misses else []

    @property
    def offered_bet(self) -> NextBetTerms | None:
        """Terms of a bet that the player can make now; None without a box to bet on."""
        return self.next_bet if self.bet_seats or self.behind_offers else None
