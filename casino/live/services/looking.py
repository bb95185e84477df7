"""The present state of a live table, for whoever looks at it: pages, streams' readers and the API."""

from typing import Final

from django.utils import timezone

from accounts.models.users import User
from casino.live.selectors.own_state import OwnState, load_own_state
from casino.live.selectors.table_state import TableState, find_table, load_table
from casino.live.services import seats
from casino.live.services.moving import is_due, move_table
from casino.live.services.presence import update_presence
from casino.live.services.tables import find_live_place
from casino.live.values.seating import is_sighting_due
from casino.models import Place
from casino.play.services.play_money import refill_play_money
from casino.services.alarms import reports_alarms

_MOVES: Final = 8  # per request: a table left alone catches up one deadline at a time


@reports_alarms
def load_present_table(place: Place) -> TableState:
    """Load the present state; first move a table whose deadline has passed, free unseen seats and show who is away."""
    return _catch_up(load_table(place))


@reports_alarms
def load_present_table_at(slug: str) -> TableState:
    """As `load_present_table`, by the table's slug, without a query for its place. Raises `NotFound`."""
    state = find_table(slug)
    return _catch_up(state if state is not None else load_table(find_live_place(slug)))


def _catch_up(state: TableState) -> TableState:
    place = state.place
    for _move in range(_MOVES):
        if not is_due(state.clock, state.now) or not move_table(place.pk, state.now):
            break
        state = load_table(place)
    if state.has_unseen_seats:
        seats.free_unseen_seats(place)
        state = load_table(place)
    if state.has_unshown_presence and update_presence(place.pk):
        state = load_table(place)
    return state


def load_player_state(player: User, state: TableState) -> tuple[OwnState, bool]:
    """Load the player's part of a state, and record that the player looks at the table.

    Also returns whether play money was refilled.
    """
    own = load_own_state(player, state)
    is_refilled = _refill_between_deals(own, state)
    if is_refilled:
        own = load_own_state(player, state)
    if is_sighting_due(own.participant.seen_at, state.now):
        seats.record_sighting(own.participant)
        if state.is_shown_away(own.participant):
            update_presence(state.place.pk)
    return own, is_refilled


def _refill_between_deals(own: OwnState, state: TableState) -> bool:
    if state.is_played or not state.place.table.is_play_money:
        return False
    return refill_play_money(own.player, own.money, timezone.now())
