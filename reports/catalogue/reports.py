"""Catalogue of reports: title, description, filters and sheet of each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from accounts.models.users import User
from accounts.roles.values import Right
from reports.figures import liabilities as owed
from reports.selectors.fact_tables import (
    GAMES,
    MONEY,
    NOTED,
    PLAYERS,
    POINTS,
    SHOES,
    SIDES,
    USED,
    FactTable,
)
from reports.selectors.period_query import Piece, list_pieces, split_by_day
from reports.sheets import (
    account_days,
    cash,
    events,
    exceptions,
    exchange,
    exclusions,
    fairness,
    large_cash,
    liabilities,
    loyalty,
    overview,
    performance,
    players,
    shoes,
    suspicious,
    taxes,
    till,
    voids,
)
from reports.sheets.parts import Build
from reports.values.period import Period

_PLAY: Final = ("table", "version", "currency", "segment", "country", "accounts")
_ROUNDS: Final = ("table", "version", "currency", "country", "accounts")
_MONEY: Final = ("currency", "country", "accounts")
_ON_PAPER: Final = 2000  # rows of a long table, so that two of them fit into a PDF

Pieces = Callable[[Period], Sequence[Piece]]


def _open(*facts: FactTable) -> Pieces:
    """Return the pieces of these facts that no closed day has summed."""
    return lambda period: list_pieces(facts, split_by_day(period).live)


def _of_overview(period: Period) -> Sequence[Piece]:
    return [*_open(GAMES, PLAYERS)(period), *owed.list_ledger_pieces(period)]


def _whole(period: Period) -> Sequence[Piece]:
    """Return a whole period as pieces: the report reads its rounds or entries, so that a long one is made by a worker."""
    return list_pieces((SHOES,), (period,))


class Medium(Enum):
    """Medium of a report: a page shows the first rows of a long table, a PDF some thousand, other files all."""

    PAGE = auto()
    PAPER = auto()
    FILE = auto()


@dataclass(frozen=True, slots=True)
class Report:
    """A report in the catalogue.

    If a page shows only some rows, `whole` builds the sheet for files of any length and `paper` the one for a PDF.
    `pieces` are the parts of a period that are read round by round: open days and partial days.
    """

    number: int
    name: str
    title: Promise
    tells: Promise
    icon: str  # Material Symbols name
    narrowed_by: tuple[str, ...]
    build: Build | None
    whole: Build | None = None
    paper: Build | None = None
    pieces: Pieces = lambda _period: ()
    own: Callable[[User], Build] | None = (
        None  # instead of `build`, if the content depends on the reader
    )
    right: Right = Right.VIEW_REPORTS

    @property
    def source(self) -> str:
        """Name of its export source."""
        return f"report-{self.name}"


REPORTS: Final[tuple[Report, ...]] = (
    Report(
        1,
        "overview",
        gettext_lazy("Overview"),
        gettext_lazy(
            "Staked, paid, GGR, hold and RTP, players, open rounds, by day, table, rules, currency, kind of player and country."
        ),
        "monitoring",
        _PLAY,
        overview.build,
        pieces=_of_overview,
    ),
    Report(
        2,
        "performance",
        gettext_lazy("Game performance"),
        gettext_lazy(
            "Theoretical against actual RTP of each version of the rules, with its band and z-score."
        ),
        "target",
        _PLAY,
        performance.build,
        pieces=_open(GAMES, SIDES),
    ),
    Report(
        3,
        "liabilities",
        gettext_lazy("Liabilities"),
        gettext_lazy(
            "Balances, open stakes, pending withdrawals and points, by currency and in USD."
        ),
        "account_balance",
        _MONEY,
        liabilities.build,
        pieces=owed.list_ledger_pieces,
    ),
    Report(
        4,
        "cash",
        gettext_lazy("Cash"),
        gettext_lazy("Deposits, withdrawals and adjustments."),
        "payments",
        _MONEY,
        cash.build,
    ),
    Report(
        5,
        "exchange",
        gettext_lazy("Exchange"),
        gettext_lazy("Exchanges of players, their prices, and income from the spread."),
        "currency_exchange",
        _MONEY,
        exchange.build,
        pieces=_open(USED),
    ),
    Report(
        6,
        "players",
        gettext_lazy("Players"),
        gettext_lazy("Stakes, wins and time played of each player, with limits and exclusions."),
        "groups",
        ("currency", "segment", "country", "accounts"),
        players.build,
        players.build_whole,
        players.build_paper,
        _open(PLAYERS),
    ),
    Report(
        7,
        "large",
        gettext_lazy("Large wins and bets"),
        gettext_lazy("The largest of each day."),
        "trophy",
        _ROUNDS,
        exceptions.build_large,
        pieces=_open(NOTED),
    ),
    Report(
        8,
        "voids",
        gettext_lazy("Voids and amounts owed"),
        gettext_lazy("Voided rounds with reason and treatment, suspended stakes, amounts owed."),
        "block",
        _ROUNDS,
        voids.build,
        voids.build_whole,
        partial(voids.build, most=_ON_PAPER),
    ),
    Report(
        9,
        "interrupted",
        gettext_lazy("Interrupted rounds"),
        gettext_lazy(
            "Rounds that were interrupted: open still, played to their end by the house, cancelled."
        ),
        "hourglass_top",
        _ROUNDS,
        exceptions.build_interrupted,
        exceptions.build_all_interrupted,
        partial(exceptions.build_interrupted, most=_ON_PAPER),
        _open(NOTED),
    ),
    Report(
        10,
        "loyalty",
        gettext_lazy("Loyalty"),
        gettext_lazy(
            "Points earned, taken back and redeemed, money paid for them, points outstanding, and players on each tier."
        ),
        "loyalty",
        ("country", "accounts"),
        loyalty.build,
        pieces=_open(POINTS, MONEY),
    ),
    Report(
        11,
        "events",
        gettext_lazy("Significant events and alterations"),
        gettext_lazy("Events and their number, and every change of a configured row."),
        "notifications",
        (),
        events.build,
        events.build_whole,
        partial(events.build_paper, most=_ON_PAPER),
    ),
    Report(
        12,
        "fairness",
        gettext_lazy("Fairness"),
        gettext_lazy(
            "Shoes that were opened, closed and verified, and tests of their random numbers."
        ),
        "verified",
        ("table", "version", "country", "accounts"),
        fairness.build,
    ),
    Report(
        13,
        "exclusions",
        gettext_lazy("Exclusions and limits"),
        gettext_lazy(
            "Restrictions imposed, lifted and ended, and limits that players or the house set."
        ),
        "person_off",
        ("country", "accounts"),
        exclusions.build,
        exclusions.build_whole,
        partial(exclusions.build, most=_ON_PAPER),
    ),
    Report(
        14,
        "large-cash",
        gettext_lazy("Large deposits and withdrawals"),
        gettext_lazy("Single movements, and sums of a player's day."),
        "savings",
        _MONEY,
        large_cash.build,
    ),
    Report(
        15,
        "shoes",
        gettext_lazy("Shoes"),
        gettext_lazy("Each closed shoe with its rounds, stakes, result and verification."),
        "style",
        ("table", "version", "country", "accounts"),
        shoes.build,
        shoes.build_whole,
        partial(shoes.build, most=_ON_PAPER),
        _whole,
    ),
    Report(
        16,
        "account-days",
        gettext_lazy("Accounts by day"),
        gettext_lazy(
            "Opening balance, movements and closing balance of each player, currency and day."
        ),
        "account_balance_wallet",
        _MONEY,
        account_days.build,
        account_days.build_whole,
        partial(account_days.build, most=_ON_PAPER),
        _whole,
    ),
    Report(
        17,
        "suspicious",
        gettext_lazy("Suspicious activity"),
        gettext_lazy("Cases of money laundering and fraud, held withdrawals, drafts of reports."),
        "policy",
        ("country", "accounts"),
        suspicious.build,
        suspicious.build_whole,
        partial(suspicious.build, most=_ON_PAPER),
        right=Right.VIEW_AML_CASES,
    ),
    Report(
        18,
        "taxes",
        gettext_lazy("Taxes"),
        gettext_lazy("Tax on bets by day and currency, and on prizes above the threshold."),
        "request_quote",
        _MONEY,
        taxes.build,
        pieces=_whole,
    ),
    Report(
        0,
        "till",
        gettext_lazy("My till"),
        gettext_lazy("Cash that you took in and paid out."),
        "point_of_sale",
        (),
        None,
        own=till.builder_for,
        right=Right.VIEW_OWN_TILL,
    ),
)


BY_NAME: Final[Mapping[str, Report]] = {one.name: one for one in REPORTS}
