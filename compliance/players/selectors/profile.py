"""One player for staff: identity, money, restrictions, signs of harm. A fixed number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from allauth.mfa.models import Authenticator
from django.db.models import Count, Prefetch, Q, QuerySet, Sum
from django.utils import timezone

from accounts.identity.selectors import duplicate_accounts
from accounts.models.notes import Note
from accounts.models.restrictions import Lifting, LiftingDecision, Restriction
from accounts.models.users import Consent, StateChange, User
from accounts.restrictions.selectors.active_restrictions import find_active
from accounts.values.ages import age_on, westernmost_date
from casino.models import Round
from casino.voids.selectors.voiding import is_voided
from limits.models import Limit
from limits.selectors.in_force import filter_in_force
from limits.values import LimitScope
from loyalty.selectors.points import load_points
from loyalty.selectors.tiers import find_tier
from wallet.cash.models import Deposit, DepositState, Withdrawal, WithdrawalState
from wallet.ledger.models import Receivable
from wallet.money.values import BASE_CURRENCY, Money

LATEST: Final = 10
_MOST_ALIKE: Final = 5


@dataclass(frozen=True, slots=True)
class RestrictionStatus:
    """A restriction, whether it is active, its undecided proposal to lift it, and its latest decision."""

    row: Restriction
    counts: bool
    waiting: Lifting | None
    decision: LiftingDecision | None

    @property
    def may_lift(self) -> bool:
        """True unless it is the player's own and its terms don't allow it."""
        return self.row.kind != Restriction.Kind.SELF_EXCLUDED or self.row.by_staff


@dataclass(frozen=True, slots=True)
class LifetimeTotals:
    """Total deposits and withdrawals of a player, in USD at the rates of the time, and their numbers."""

    deposited: Money
    deposits: int
    withdrawn: Money
    withdrawals: int


@dataclass(frozen=True, slots=True)
class PointsAndTier:
    """Points and points owed, in hundredths, and the name of the tier."""

    balance: int
    debt: int
    tier: str


@dataclass(frozen=True, slots=True)
class HarmSigns:
    """Indicators of possible harm, for a person to judge."""

    deposits_day: int
    deposits_week: int
    deposits_month: int
    deposited_month: Money
    ways_to_pay: int
    withdrawals_refused: int
    rounds_day: int


def calculate_age(player: User) -> int | None:
    """Return the player's age in years; a birthday counts once it is reached everywhere. None without a birth date."""
    if player.birth_date is None:
        return None
    return age_on(player.birth_date, westernmost_date(timezone.now()))


def list_consents(player: User) -> QuerySet[Consent]:
    """Return the player's consents, newest first. One query."""
    return Consent.objects.filter(user=player).order_by("-accepted_at", "kind")


def load_restrictions(player: User) -> Sequence[RestrictionStatus]:
    """Return all restrictions, active ones first, then newest first. Three queries."""
    liftings = Lifting.objects.select_related("proposed_by", "decision__decided_by").order_by("-id")
    rows = Restriction.objects.filter(player=player).select_related("imposed_by").order_by("-id")
    current = set(find_active(player.pk).values_list("pk", flat=True))
    found = [
        _restriction_row(row, current)
        for row in rows.prefetch_related(Prefetch("liftings", liftings))
    ]
    return sorted(found, key=lambda one: not one.counts)


def _restriction_row(row: Restriction, current: set[int]) -> RestrictionStatus:
    proposals = list(row.liftings.all())
    decided = [one.decision for one in proposals if hasattr(one, "decision")]
    waiting = [one for one in proposals if not hasattr(one, "decision")]
    return RestrictionStatus(
        row,
        row.pk in current,
        waiting[0] if waiting and row.pk in current else None,
        decided[0] if decided else None,
    )


def waiting_liftings() -> QuerySet[Lifting]:
    """Return the undecided proposals to lift active restrictions, oldest first."""
    lifted = Lifting.objects.filter(decision__approved=True).values("restriction")
    now = timezone.now()
    over = Q(restriction__until__lte=now) | Q(restriction__returning__ends_at__lte=now)
    rows = Lifting.objects.filter(~over, decision=None).exclude(restriction__in=lifted)
    return rows.select_related(
        "restriction__player", "restriction__imposed_by", "proposed_by"
    ).order_by("pk")


def list_notes(player: User) -> QuerySet[Note]:
    """Return the latest notes, newest first. One query."""
    return (
        Note.objects.filter(player=player)
        .select_related("acting_user")
        .order_by("-at", "-id")[:LATEST]
    )


def load_lifetime(player: User) -> LifetimeTotals:
    """Return the totals of credited deposits and paid withdrawals. Two queries."""
    brought = Deposit.objects.filter(player=player, state=DepositState.CREDITED).aggregate(
        worth=Sum("amount_usd"), number=Count("pk")
    )
    taken = Withdrawal.objects.filter(player=player, state=WithdrawalState.PAID).aggregate(
        worth=Sum("amount_usd"), number=Count("pk")
    )
    return LifetimeTotals(
        _usd(brought["worth"]),
        brought["number"],
        _usd(taken["worth"]),
        taken["number"],
    )


def amounts_owed(player: User) -> Sequence[Money]:
    """Return the debts from voided rounds and reversed deposits, by currency. One query."""
    rows = Receivable.objects.filter(player=player).values_list("currency_id")
    return [
        Money(int(units), code)
        for code, units in rows.annotate(Sum("amount")).order_by("currency_id")
    ]


def points_and_tier(player: User) -> PointsAndTier:
    """Return the points and tier of a player. At most three queries."""
    points, tier = load_points(player.pk), find_tier(player.pk)
    return PointsAndTier(points.balance, points.debt, tier.display_name)


def load_harm_signs(player: User, now: datetime) -> HarmSigns:
    """Return deposits by period, payment methods, refused withdrawals and rounds of the last day. Three queries."""
    day, week, month = (now - timedelta(days=days) for days in (1, 7, 30))
    rows = Deposit.objects.filter(player=player, created_at__gt=month)
    found = rows.aggregate(
        day=Count("pk", filter=Q(created_at__gt=day)),
        week=Count("pk", filter=Q(created_at__gt=week)),
        month=Count("pk"),
        worth=Sum("amount_usd", filter=Q(state=DepositState.CREDITED)),
        ways=Count("provider", distinct=True),
    )
    refused = Withdrawal.objects.filter(
        player=player, created_at__gt=month, state=WithdrawalState.REFUSED
    ).count()
    return HarmSigns(
        found["day"],
        found["week"],
        found["month"],
        _usd(found["worth"]),
        found["ways"],
        refused,
        Round.objects.filter(player=player, started_at__gt=day).count(),
    )


def find_alike_players(player: User) -> Sequence[User]:
    """Return up to five other players with the same birth date and similar names. One query."""
    return (
        duplicate_accounts.find_similar_players(player)[:_MOST_ALIKE] if player.birth_date else []
    )


def _usd(units: int | None) -> Money:
    return Money(int(units or 0), BASE_CURRENCY)


def latest_state_changes(player: User) -> list[StateChange]:
    """Return the latest changes of state, newest first. One query."""
    rows = StateChange.objects.filter(user=player).select_related("acting_user").order_by("-id")
    return list(rows[:LATEST])


def latest_rounds(player: User) -> list[Round]:
    """Return the latest rounds, newest first, annotated with `voided`. One query."""
    rows = Round.objects.filter(player=player).select_related("place__table")
    rows = rows.annotate(voided=is_voided()).defer("result", "limits_at_deal")
    return list(rows.order_by("-started_at", "-id")[:LATEST])


def load_factor_types(player: User) -> set[str]:
    """Return the types of the connected second factors, without recovery codes. One query."""
    rows = Authenticator.objects.filter(user=player)
    return set(rows.exclude(type=Authenticator.Type.RECOVERY_CODES).values_list("type", flat=True))


def house_limits(player: User) -> list[Limit]:
    """Return the limits in force that the house set, with the person who proposed each. One query."""
    held = filter_in_force(Limit.objects.filter(player=player, scope=LimitScope.PLAYER))
    return [one for one in held.select_related("proposed_by") if one.amount is not None]
