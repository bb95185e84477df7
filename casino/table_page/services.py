"""Preparation of a place for the table page."""

from casino.fairness.services.shoes import ready_shoes
from casino.models import Shoe
from casino.play.selectors.position import Position


def load_position_shoes(position: Position) -> list[Shoe]:
    """Return the current shoe of a position and the next one, if known.

    Between rounds, missing shoes and shoes that are over are replaced by ones with the table's current rules.
    """
    stale = any(shoe.is_over for shoe in position.shoes)
    if position.shoes and (position.states or not stale):
        return position.shoes
    return ready_shoes(position.participant)
