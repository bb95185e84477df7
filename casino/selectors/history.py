"""A player's own finished rounds and what they come to."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, QuerySet, Sum
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from casino.absence_words import action_said
from casino.models import Round, Shoe
from casino.selectors.round_view import (
    DealerView,
    SeatView,
    dealer_view,
    seat_views,
)
from wallet.money import BASE_CURRENCY, Money


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A finished round in a list."""

    id: str
    url: str
    started_at: datetime
    table_name: str
    nonce: int
    seats: list[SeatView]
    dealer: DealerView
    staked: Money
    returned: Money
    net: Money
    verified_when: str
    note: str


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of the statistics page."""

    label: str
    value: int | Money


def finished_rounds(player: User) -> QuerySet[Round]:
    """Completed and cancelled rounds, the newest first."""
    return (
        player.rounds.exclude(status=Round.Status.IN_PROGRESS)
        .select_related("shoe__version", "sitting__table")
        .order_by("-started_at", "-id")
    )


def rounds_of_shoe(shoe: Shoe) -> list[RoundLine]:
    """All rounds of a closed shoe, in order."""
    rounds = shoe.rounds.select_related("shoe__version", "sitting__table").order_by("nonce")
    return [round_line(round_) for round_ in rounds]


def round_line(round_: Round) -> RoundLine:
    """A finished round from its stored facts."""
    facts = round_.result or {}
    returned = round_.returned or 0
    return RoundLine(
        id=str(round_.public_id),
        url=reverse("casino:round", args=[round_.public_id]),
        started_at=round_.started_at,
        table_name=round_.sitting.table.name,
        nonce=round_.nonce,
        seats=seat_views(round_, facts),
        dealer=dealer_view(facts["dealer"], hidden=round_.shoe.version.rules.hole_card == "dealt"),
        staked=round_.money(round_.staked),
        returned=round_.money(returned),
        net=round_.money(returned - round_.staked),
        verified_when="closed" if round_.server_seed else "open",
        note=_note(round_),
    )


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """A decision on its round's page."""

    at: datetime
    action: str
    by_house: bool
    added: Money
    hint: str


def decision_lines(round_: Round) -> list[DecisionLine]:
    """What was decided in a round, by whom, in order."""
    advised = dict(round_.hints.values_list("step", "advice"))
    return [
        DecisionLine(
            made.made_at,
            action_said(made.action),
            made.by_house,
            round_.money(made.amount),
            action_said(advised[made.step]) if made.step in advised else "",
        )
        for made in round_.decisions.order_by("step")
    ]


def _note(round_: Round) -> str:
    """What was unusual about a round."""
    if round_.status == Round.Status.CANCELLED:
        return _("cancelled, stakes returned")
    return _("played to its end by the house") if round_.interrupted else ""


def statistics_of(player: User) -> dict[str, list[Figure]]:
    """Rounds, money staked and returned, and the difference, over all finished rounds, by currency."""
    rounds = player.rounds.filter(returned__isnull=False).values("currency").order_by("currency")
    sums = rounds.annotate(
        rounds=Count("id"), staked_sum=Sum("staked"), returned_sum=Sum("returned")
    )
    found = {
        row["currency"]: _figures(
            row["currency"], row["rounds"], int(row["staked_sum"]), int(row["returned_sum"])
        )
        for row in sums
    }
    return found or {BASE_CURRENCY: _figures(BASE_CURRENCY, 0, 0, 0)}


def _figures(currency: str, rounds: int, staked: int, returned: int) -> list[Figure]:
    return [
        Figure(_("Rounds played"), rounds),
        Figure(_("Staked"), Money(staked, currency)),
        Figure(_("Returned"), Money(returned, currency)),
        Figure(_("Net result"), Money(returned - staked, currency)),
    ]
