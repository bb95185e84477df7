"""Players on the exclusion register: excluded like any other, until the register no longer lists them.

A removal from the register lifts only what the register caused.
"""

from typing import Final

from django.core.cache import cache
from django.db import transaction

from accounts.gate.selectors.lists import list_in_force
from accounts.gate.values.signed_lists import ListKind
from accounts.models.gate import RegisterListing, RegisterRemoval
from accounts.models.letters import Letter
from accounts.models.restrictions import Restriction
from accounts.models.users import State, User
from accounts.restrictions.selectors.listed_players import (
    active_listings,
    find_register_changes,
    register_state,
)
from accounts.restrictions.services.restrictions import update_state
from accounts.values.reasons import OwnReason
from journal.models import EventKind
from journal.services.recording import record

BATCH: Final = 500
_COMPARED: Final = "register-compared"  # cache key: the state after the last comparison
_KEPT_FOR: Final = 24 * 60 * 60  # seconds; without it, all are compared once more


def apply_register() -> int:
    """Exclude a batch of players who are listed, and end exclusions of those who no longer are. Return how many."""
    new, gone = find_register_changes(BATCH)
    for player in new:
        exclude_listed_player(player)
    for player in gone:
        _end_exclusion(player)
    return len(new) + len(gone)


@transaction.atomic
def exclude_listed_player(player_id: int) -> None:
    """Exclude a player whom the register lists, without an end. Locks the player; a repeat changes nothing."""
    player = User.objects.select_for_update().get(pk=player_id)
    if player.is_staff or player.state == State.CLOSED or active_listings(player_id).exists():
        return
    reason = OwnReason.REGISTER.value
    made = Restriction.objects.create(
        player=player, kind=Restriction.Kind.OPERATOR_EXCLUDED, reason=reason
    )
    RegisterListing.objects.create(restriction=made, load=list_in_force(ListKind.REGISTER))
    Letter.objects.create(player=player, kind=Letter.Kind.EXCLUDED, restriction=made)
    record(EventKind.PLAYER_LISTED, subject=f"user {player_id}", data={"restriction": made.pk})
    update_state(player, reason, None)


@transaction.atomic
def _end_exclusion(player_id: int) -> None:
    player = User.objects.select_for_update().get(pk=player_id)
    for listing in active_listings(player_id).select_related("restriction"):
        RegisterRemoval.objects.create(listing=listing, load=list_in_force(ListKind.REGISTER))
        Letter.objects.create(player=player, kind=Letter.Kind.OVER, restriction=listing.restriction)
        data = {"restriction": listing.restriction_id}
        record(EventKind.PLAYER_UNLISTED, subject=f"user {player_id}", data=data)
    update_state(player, OwnReason.REGISTER_OVER.value, None)


def apply_whole_register() -> int:
    """Apply the register to all players, in batches. Return how many changed."""
    total = changed = apply_register()
    while changed >= BATCH:
        changed = apply_register()
        total += changed
    return total


def apply_changed_register() -> int:
    """Apply the register if the list or the players changed since the last time. Return how many changed. One query if nothing did."""
    state = register_state()  # before: what changes meanwhile is compared the next time
    if cache.get(_COMPARED) == state:
        return 0
    changed = apply_whole_register()
    cache.set(_COMPARED, state, _KEPT_FOR)
    return changed
