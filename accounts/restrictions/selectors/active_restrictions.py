"""Active restrictions of players."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models.gate import RegisterRemoval
from accounts.models.restrictions import ExclusionReturn, LiftingDecision, Restriction
from accounts.models.users import State, StateChange, User

EXCLUDED: Final = (State.SELF_EXCLUDED.value, State.OPERATOR_EXCLUDED.value)


def state_history(user: User) -> QuerySet[StateChange]:
    """State changes of an account, oldest first."""
    return StateChange.objects.filter(user=user).select_related("acting_user")


def find_active(player: int | OuterRef) -> QuerySet[Restriction]:
    """Active restrictions of a player, newest first: neither expired nor lifted, nor of a listing or exclusion that ended."""
    lifted = LiftingDecision.objects.filter(approved=True, proposal__restriction=OuterRef("pk"))
    unlisted = RegisterRemoval.objects.filter(listing=OuterRef("pk"))
    now = timezone.now()
    returned = ExclusionReturn.objects.filter(restriction=OuterRef("pk"), ends_at__lte=now)
    return Restriction.objects.filter(
        Q(until__isnull=True) | Q(until__gt=now),
        ~Exists(lifted),
        ~Exists(unlisted),
        ~Exists(returned),
        player=player,
    ).order_by("-id")


def own_break(player: int) -> Restriction | None:
    """Return the longest active break that the player chose; None without one. One query."""
    own = find_active(player).filter(kind=Restriction.Kind.SELF_EXCLUDED)
    return max(
        own.select_related("returning"),
        key=lambda one: (one.until is None, one.until or one.at),
        default=None,
    )


def find_active_by_player(players: Collection[int]) -> dict[int, list[Restriction]]:
    """Active restrictions of many players; players without any are left out. One query."""
    found = find_active(OuterRef("player")).filter(pk=OuterRef("pk"))
    rows = Restriction.objects.filter(Exists(found), player__in=players).order_by("-id")
    by_player: dict[int, list[Restriction]] = {}
    for row in rows:
        by_player.setdefault(row.player_id, []).append(row)
    return by_player


def is_excluded(player: User) -> bool:
    """Return whether an exclusion is active, even behind a stronger state. One query."""
    return find_active(player.pk).filter(kind__in=EXCLUDED).exists() or player.state in EXCLUDED


def strongest_kind(player: int) -> str | None:
    """Return the kind of the strongest active restriction; None without any. One query."""
    kinds = set(find_active(player).order_by().values_list("kind", flat=True).distinct())
    return max(kinds, key=rank_state, default=None)


def rank_state(state: str) -> int:
    """Return the rank of a restricted state, weakest 1, closed highest; 0 for other states."""
    ranks = [*Restriction.Kind.values, State.CLOSED]
    return ranks.index(state) + 1 if state in ranks else 0


def find_due_restrictions(now: datetime) -> QuerySet[Restriction]:
    """Restrictions whose end has passed while the account's state still shows them, longest due first."""
    other = find_active(OuterRef("player_id")).filter(kind=OuterRef("kind"))
    over = Q(until__lte=now) | Q(returning__ends_at__lte=now)
    return Restriction.objects.filter(~Exists(other), over, player__state=F("kind")).order_by(
        "until", "pk"
    )
