"""A player's own part of a live table's page: money, bets, buttons, results."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from blackjack.choices import Choices
from casino.live.services.own_terms import OwnTerms
from casino.models import Shoe
from casino.play.selectors.currencies import CurrencyChoice
from casino.protection.words.session_plan import SessionLine
from casino.rounds.words.round_view import RoundView, SeatView
from casino.table_page.words.actions import ActionView
from casino.table_page.words.bet_form import AmountInput, NextBet
from casino.table_page.words.boxes import BoxPlace
from casino.table_page.words.strip import PlayerStrip
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class BehindForm:
    """A box that takes bets behind: its first bettor's name, the field for the stake, and the choices."""

    box: int
    name: str
    stake: AmountInput
    choices: Choices


@dataclass(frozen=True, slots=True)
class OwnStake:
    """The player's stake on a hand of an own box.

    The public part of the page shows `about` there, and no net result.
    """

    box: int
    hand: int
    about: Money
    stake: Money
    added: Money
    net: Money | None


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


@dataclass(slots=True, kw_only=True)
class OwnPart(OwnTerms, PlayerStrip):
    """Context of `casino/live/_own.html`: the player's terms with forms, buttons and sentences."""

    slug: str
    version: int
    token: str
    shoes: list[Shoe]  # the present and the next one
    seed_typed: str  # of a seed just refused
    seed_refused: bool
    currencies: list[CurrencyChoice] = field(default_factory=list)
    bet_form: NextBet | None = None
    behind_forms: list[BehindForm] = field(default_factory=list)
    shows_placed: bool = False  # the form has the bets placed, and no refused ones
    circles: list[BoxPlace] = field(default_factory=list)  # of own boxes
    circles_behind: Sequence[SeatView] = ()  # boxes bet behind on, in the deal that is played
    stakes: list[OwnStake] = field(default_factory=list)
    round: str = ""
    step: int = 0
    turn: str = ""
    actions: list[ActionView] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    early: list[EarlyChoice] = field(default_factory=list)
    result: RoundView | None = None
    news: list[str] = field(default_factory=list)  # about the player's boxes and early decisions
    announcements: list[str] = field(default_factory=list)
    barred: str | None = None
    session_plan: SessionLine | None = None
    plan_code: str = ""
    refusal: str = ""
    notice: str = ""

    @property
    def is_asked(self) -> bool:
        """Return whether the player has something to decide now."""
        return bool(self.actions or self.questions)

    @property
    def placed_total(self) -> Money:
        """Sum of the bets before the bell."""
        return sum((bet.amount for bet in self.placed[1:]), self.placed[0].amount)

    @property
    def repeats(self) -> bool:
        """True if one press bets again what the player had in the deal just over."""
        form = self.bet_form
        return self.result is not None and form is not None and form.repeats

    @property
    def can_bet(self) -> bool:
        """Return whether there is anything to bet on."""
        return self.bet_form is not None or bool(self.behind_forms)
