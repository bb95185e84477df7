"""Preparation of a place before it is shown."""

from django.utils import timezone

from casino.fairness.services.shoes import ready_shoes
from casino.models import Shoe
from casino.play.selectors.position import Position, load_position
from casino.play.services.play_money import refill_at_laboratory, refill_play_money


def refill_between_rounds(position: Position) -> tuple[Position, bool]:
    """Refill play money between two rounds if due. Returns the position then, and whether it was refilled."""
    if position.states or not position.place.table.is_play_money:
        return position, False
    player, money = position.player, position.player_money
    if position.place.table.is_laboratory:
        is_refilled = refill_at_laboratory(player, money)
    else:
        is_refilled = refill_play_money(player, money, timezone.now())
    if not is_refilled:
        return position, False
    return load_position(position.participant, position.shoes), True


def load_position_shoes(position: Position) -> list[Shoe]:
    """Return the current shoe of a position and the next one, if known.

    Between rounds, missing shoes and shoes that are over are replaced by ones with the table's current rules.
    """
    stale = any(shoe.is_over for shoe in position.shoes)
    if position.shoes and (position.states or not stale):
        return position.shoes
    return ready_shoes(position.participant)
