"""A player's own part of a live table's page: money, bets, buttons, results."""

from dataclasses import dataclass, field
from datetime import datetime

from casino.limits.services.time_limit import TimeLeft
from casino.models import Shoe
from casino.protection.selectors.reality import RealityCheck
from casino.rounds.words.round_view import RoundView
from casino.table_page.selectors.currencies import CurrencyChoice
from casino.table_page.words.actions import ActionView
from casino.table_page.words.bet_form import AmountInput, NextBet
from casino.table_page.words.play_money import PlayMoneyTerms
from casino.table_page.words.strip import PlayerStrip
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class PlacedBet:
    """A bet before the bell."""

    box: int
    amount: Money
    behind: bool


@dataclass(frozen=True, slots=True)
class BehindForm:
    """A box that takes bets behind: its first bettor's name, and the field for the stake."""

    box: int
    name: str
    stake: AmountInput


@dataclass(frozen=True, slots=True)
class Question:
    """Question to one bettor before the peek."""

    box: int
    place: str
    options: list[ActionView]


@dataclass(frozen=True, slots=True)
class EarlyChoice:
    """Options of a box before its turn, and the one chosen."""

    box: int
    label: str
    options: list[tuple[str, str]]
    chosen: str


@dataclass(slots=True)
class OwnPart(PlayerStrip):
    """Context of `casino/live/_own.html`."""

    slug: str
    version: int
    token: str
    balance: Money
    net_position: Money
    open_stakes: Money
    session_started: datetime
    time_left: TimeLeft | None
    seats: list[int] = field(default_factory=list)
    # own seats, and own boxes in the deal that is shown
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
    shoes: list[Shoe] = field(default_factory=list)  # the present and the next one
    seed_typed: str = ""  # of a seed just refused
    seed_refused: bool = False
    attempt: int = 1
    currencies: list[CurrencyChoice] = field(default_factory=list)
    bet_form: NextBet | None = None
    behind_forms: list[BehindForm] = field(default_factory=list)
    placed: list[PlacedBet] = field(default_factory=list)
    may_withdraw: bool = False
    is_pause: bool = False  # after a deal, until the next bets
    round: str = ""
    step: int = 0
    turn: str = ""
    actions: list[ActionView] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    answered: bool = False
    early: list[EarlyChoice] = field(default_factory=list)
    result: RoundView | None = None
    news: list[str] = field(default_factory=list)  # about the player's boxes and early decisions
    announcements: list[str] = field(default_factory=list)
    barred: str | None = None
    barred_code: str = ""
    reality: RealityCheck | None = None
    play_money: PlayMoneyTerms | None = None
    refusal: str = ""
    notice: str = ""

    @property
    def is_asked(self) -> bool:
        """Return whether the player has something to decide now."""
        return bool(self.actions or self.questions)

    @property
    def is_folded(self) -> bool:
        """True if a phone shows the last hand and only the button of the bet form."""
        return self.is_pause and self.result is not None and not (self.refusal or self.placed)

    @property
    def is_following(self) -> bool:
        """True if an amount is bet or typed behind a box."""
        return any(form.stake.typed for form in self.behind_forms)

    @property
    def can_bet(self) -> bool:
        """Return whether there is anything to bet on."""
        return self.bet_form is not None or bool(self.behind_forms)
