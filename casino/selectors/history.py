"""A player's own finished rounds and what they come to."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, QuerySet, Sum
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from casino.models import Round, Shoe
from casino.selectors.round_view import DealerView, HandView, dealer_view, seat_view
from wallet.money import BASE_CURRENCY, Money


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A finished round in a list."""

    id: str
    url: str
    started_at: datetime
    table_name: str
    nonce: int
    hands: list[HandView]
    dealer: DealerView
    staked: Money
    returned: Money
    net: Money
    verified_when: str


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
        hands=[hand for seat in facts["seats"] for hand in seat_view(round_, seat, None).hands],
        dealer=dealer_view(facts["dealer"], hidden=round_.shoe.version.rules.hole_card == "dealt"),
        staked=round_.money(round_.staked),
        returned=round_.money(returned),
        net=round_.money(returned - round_.staked),
        verified_when="closed" if round_.server_seed else "open",
    )


def net_position(player: User, currency: str, since: datetime) -> Money:
    """Returned less staked over the rounds begun since `since`; open stakes are shown beside it, not in it."""
    rounds = player.rounds.filter(currency=currency, started_at__gte=since, returned__isnull=False)
    total = rounds.aggregate(net=Sum(F("returned") - F("staked")))["net"]
    return Money(int(total or 0), currency)


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
