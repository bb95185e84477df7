"""A player's rounds as a file: one row a round, the oldest first, however many there are."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from django.db import connection
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.places import Place
from accounts.spreadsheets import BOM, Style, style_of
from casino.models import Decision, Round
from casino.selectors.voiding import open_voids
from loyalty.models import HUNDREDTHS
from loyalty.models import Entry as Points

BATCH: Final = 500
_COLUMNS: Final = (
    *("public_id", "player_id", "nonce", "status", "currency", "started_at", "finished_at"),
    *("staked", "returned", "tasa_cambio", "balance_before", "balance_after", "result"),
    *("interrupted", "shoe__public_id", "sitting__table__name"),
)
"""What the file reads of a round: the rest is most of a row."""


@dataclass(frozen=True, slots=True)
class _Beside:
    """What stands beside rounds, by their numbers: why they are void, what was decided, the points they brought."""

    voids: Mapping[int, str]
    decisions: Mapping[int, list[str]]
    points: Mapping[Any, int]


def rows_of(rounds: QuerySet[Round, Round], *, sheet: bool = False) -> Iterator[str]:
    """These rounds as lines of CSV, in the language of the caller; numbers and times as in the statement.

    Reads some hundreds at a time and gives its connection back in between, so that neither memory nor the pool depends on how
    long it is or how slowly it is fetched.
    """
    style = style_of(sheet=sheet)
    return chain([BOM + style.line(_header())], _batches(rounds, style))


def _batches(rounds: QuerySet[Round, Round], style: Style) -> Iterator[str]:
    named = rounds.select_related(None).select_related("shoe", "sitting__table").only(*_COLUMNS)
    in_order, place = named.order_by("started_at", "pk"), None
    while True:
        rest = in_order if place is None else in_order.filter(place.newer("started_at"))
        found = list(rest[:BATCH])
        beside = _beside(found)
        if not connection.in_atomic_block:
            connection.close()
        yield from (style.line(_cells(round_, beside, style)) for round_ in found)
        if len(found) < BATCH:
            return
        place = Place(found[-1].started_at, found[-1].pk)


def _beside(rounds: list[Round]) -> _Beside:
    """Three queries."""
    numbers = [round_.pk for round_ in rounds]
    decisions: defaultdict[int, list[str]] = defaultdict(list)
    made = Decision.objects.filter(round__in=numbers).order_by("round", "step")
    for number, action, by_house in made.values_list("round", "action", "by_house"):
        decisions[number].append(f"{action} (house)" if by_house else action)
    voids = open_voids().filter(round__in=numbers).values_list("round", "reason")
    return _Beside(dict(voids), decisions, _points(rounds))


def _points(rounds: list[Round]) -> dict[Any, int]:
    """The points that each brought, by its reference."""
    players = {round_.player_id for round_ in rounds}
    earned = Points.objects.filter(
        player__in=players,
        round_id__in=[round_.public_id for round_ in rounds],
        kind=Points.Kind.EARNED,
    )
    return dict(earned.values_list("round_id", "hundredths"))


def _cells(round_: Round, beside: _Beside, style: Style) -> list[str]:
    facts = round_.result or {}
    returned = round_.returned or 0
    points = beside.points.get(round_.public_id, 0)
    return [
        style.time(round_.started_at),
        style.time(round_.finished_at) if round_.finished_at else "",
        str(round_.public_id),
        round_.sitting.table.name,
        str(round_.shoe.public_id),
        str(round_.nonce),
        round_.currency,
        *(
            style.number(round_.money(units).text)
            for units in (round_.staked, returned, returned - round_.staked)
        ),
        style.number(format(round_.tasa_cambio.normalize(), "f")),
        style.number(f"{points / HUNDREDTHS:.2f}"),
        style.number(round_.money(round_.balance_before).text),
        style.number(round_.money(round_.balance_after or 0).text),
        _result(round_),
        "yes" if round_.interrupted else "no",
        beside.voids.get(round_.pk, ""),
        "; ".join(beside.decisions.get(round_.pk, [])),
        " | ".join(_hands(facts["seats"])),
        " ".join(facts["dealer"]["cards"]),
    ]


def _result(round_: Round) -> str:
    """As the filter calls it."""
    if round_.status == Round.Status.CANCELLED:
        return "cancelled"
    net = (round_.returned or 0) - round_.staked
    return "won" if net > 0 else "lost" if net < 0 else "push"


def _hands(seats: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Each hand's cards behind the number of its box."""
    for seat in seats:
        for hand in seat["hands"]:
            yield f"{seat['seat']}: {' '.join(hand['cards'])}"


def _header() -> list[str]:
    return [
        _("dealt (UTC)"),
        _("finished (UTC)"),
        _("reference"),
        _("table"),
        _("shoe"),
        _("number in its shoe"),
        _("currency"),
        _("staked"),
        _("returned in all"),
        _("net"),
        _("rate to USD"),
        _("points"),
        _("balance before"),
        _("balance after"),
        _("result"),
        _("played to its end by the house"),
        _("void"),
        _("decisions"),
        _("hands"),
        _("dealer"),
    ]
