"""Content of the exports, from the figures that the reports show. Without test accounts and play money."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from xml.etree import ElementTree as ET

from django.db.models import Count

from accounts.models.users import State, User
from accounts.users.selectors.search import all_players
from reports.figures import account_days, cash, liabilities
from reports.figures.account_days import AccountDay
from reports.regulators.values.documents import ACCOUNTS, SUMMARY, USERS, add_element
from reports.regulators.values.schema import SchemaElement
from reports.selectors.fact_tables import GAMES
from reports.selectors.names import load_version_names
from reports.selectors.period_query import query_period
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.played_sums import SUMMED, PlayedSums
from wallet.money.values import Money

VERSION: Final = "1"
_REAL: Final = Filters()
_GAMES: Final = (
    f"SELECT version_id, currency, {SUMMED} FROM fact GROUP BY version_id, currency"  # noqa: S608 - columns named there
    " ORDER BY version_id, currency"
)
_STATES: Final = {
    "Activos": (State.ACTIVE,),
    "Autoexcluidos": (State.SELF_EXCLUDED,),
    "Suspendidos": (State.SUSPENDED, State.LOCKED, State.OPERATOR_EXCLUDED),
    "Cerrados": (State.CLOSED,),
}


@dataclass(frozen=True, slots=True)
class RegulatorExport:
    """A document for a regulator: its name, schema and content, and how often it is made if not as the profile says."""

    name: str
    schema: SchemaElement
    build: Callable[[Period, str, datetime], ET.Element]
    interval: str = ""


def build_accounts(period: Period, operator: str, now: datetime) -> ET.Element:
    """Return the accounts of players by day."""
    root = ET.Element(ACCOUNTS.name, Version=VERSION, Periodo=name_period(period))
    _add_head(root, period, operator, now)
    for line in account_days.iterate_days(period, _REAL):
        about = {"JugadorId": str(line.player_id), "Moneda": line.opening.currency}
        about["Dia"] = line.day.isoformat()
        add_element(root, "Jugador", about, **_account_texts(line))
    return root


def _account_texts(line: AccountDay) -> dict[str, str]:
    moved = line.movements
    amounts = {
        "SaldoInicial": line.opening,
        "Depositos": moved["deposits"],
        "Retiradas": moved["withdrawals"],
        "Participacion": moved["staked"],
        "Premios": moved["paid"],
        "Cambios": moved["exchanged"],
        "Bonos": moved["bonuses"],
        "Otros": line.other,
        "SaldoFinal": line.closing,
    }
    return {name: _amount(amount) for name, amount in amounts.items()}


def build_users(period: Period, operator: str, now: datetime) -> ET.Element:
    """Return new accounts of the period, and the numbers of accounts by state when it is made. Two queries."""
    root = ET.Element(USERS.name, Version=VERSION, Periodo=name_period(period))
    _add_head(root, period, operator, now)
    players = all_players().filter(is_test_account=False)
    made = players.filter(created_at__gte=period.since, created_at__lt=period.until)
    new = list(made.order_by("pk"))
    ET.SubElement(root, "Altas").text = str(len(new))
    counts = dict(players.order_by().values_list("state").annotate(Count("pk")))
    for name, states in _STATES.items():
        ET.SubElement(root, name).text = str(sum(counts.get(one.value, 0) for one in states))
    for player in new:
        _add_user(root, player)
    return root


def _add_user(root: ET.Element, player: User) -> None:
    texts = {
        "FechaAlta": _moment(player.created_at),
        "Pais": str(player.country),
        "Estado": player.state,
    }
    add_element(root, "Jugador", {"JugadorId": str(player.pk)}, **texts)


def build_summary(period: Period, operator: str, now: datetime) -> ET.Element:
    """Return revenue by game, cash movements, and what is owed to players at the end of the period."""
    root = ET.Element(SUMMARY.name, Version=VERSION)
    for name, text in {
        "Operator": operator,
        "From": period.first.isoformat(),
        "To": period.last.isoformat(),
        "Made": _moment(now),
    }.items():
        ET.SubElement(root, name).text = text
    _add_games(root, period)
    for line in cash.load_figures(period, _REAL).lines:
        about = {
            "Currency": line.currency,
            "Kind": f"{line.kind}{line.undone and '.' + line.undone}",
        }
        add_element(root, "Cash", about, Movements=line.transfers, Amount=_amount(line.amount))
    for owed in liabilities.load_figures(period, _REAL).lines:
        add_element(
            root,
            "Liability",
            {"Currency": owed.currency},
            Balances=_amount(owed.balances),
            OpenWagers=_amount(owed.open_stakes),
            PendingWithdrawals=_amount(owed.withdrawals),
        )
    return root


def _add_games(root: ET.Element, period: Period) -> None:
    names = load_version_names()
    for one in query_period(GAMES, period, _REAL, _GAMES):
        sums, currency = PlayedSums.from_row(one), one["currency"]
        rules = _code(names[one["version_id"]])
        add_element(
            root, "Game", {"Currency": currency, "Rules": rules}, **_game_texts(sums, currency)
        )


def _game_texts(sums: PlayedSums, currency: str) -> Mapping[str, object]:
    return {
        "Rounds": sums.rounds,
        "Wagers": _amount(Money(sums.staked, currency)),
        "Payouts": _amount(Money(sums.returned, currency)),
        "CancelledRounds": sums.cancelled,
        "VoidedRounds": sums.voided,
        "ByVoids": _amount(Money(sums.voided_house, currency)),
        "Revenue": _amount(Money(sums.won, currency)),
    }


def _add_head(root: ET.Element, period: Period, operator: str, now: datetime) -> None:
    texts: dict[str, Any] = {
        "OperadorId": operator,
        "Desde": period.first.isoformat(),
        "Hasta": period.last.isoformat(),
        "FechaRegistro": _moment(now),
    }
    add_element(root, "Cabecera", {}, **texts)


def name_period(period: Period) -> str:
    """Return a period's name: its day, or its first and last day."""
    first, last = period.first.isoformat(), period.last.isoformat()
    return first if first == last else f"{first}_{last}"


def _amount(amount: Money) -> str:
    return f"{amount.decimal:.4f}"


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def _code(text: str) -> str:
    """Return a text as a code: letters, digits, point, hyphen, underscore."""
    return "".join(sign if sign.isascii() and sign.isalnum() else "_" for sign in text)[:64]


EXPORTS: Final[Mapping[str, tuple[RegulatorExport, ...]]] = {
    "es_daily": (
        RegulatorExport("cjd", ACCOUNTS, build_accounts, "daily"),
        RegulatorExport("rud", USERS, build_users, "daily"),
    ),
    "es_monthly": (
        RegulatorExport("cjm", ACCOUNTS, build_accounts, "monthly"),
        RegulatorExport("rum", USERS, build_users, "monthly"),
    ),
    "us_nj_daily": (RegulatorExport("summary", SUMMARY, build_summary),),
}
"""Documents by the name of the export that a profile lists."""
