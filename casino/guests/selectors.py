"""A table as a visitor sees it before the first bet; nothing is stored."""

from datetime import datetime

from accounts.models.users import User
from casino.fairness.services.shoes import SHOES_AHEAD, draw_shoe, new_client_seed
from casino.guests.values import ShownPlace, ShownShoe
from casino.models import Participant, Place, Shoe
from casino.play.selectors.player_money import PlayerMoney
from casino.play.selectors.position import Position
from casino.values.play_money import REFILL_TO
from limits.selectors.sets import bet_limits
from tables.models import Table
from tables.selectors.switches import is_house_stopped


def draw_position(table: Table, now: datetime) -> Position:
    """Unsaved place with new shoes and a guest's starting play money. Two queries."""
    player = User(is_guest=True, created_at=now)
    place = Place(player=player, table=table)
    participant = Participant(place=place, player=player, client_seed=new_client_seed())
    participant.currency = REFILL_TO.currency
    shoes = [draw_shoe(place, number) for number in range(1, SHOES_AHEAD + 1)]
    return Position(participant, None, [], _starting_money(now), shoes)


def build_shown_place(position: Position) -> ShownPlace:
    """Reduce a position to what the page keeps until the first bet."""
    participant, shoes = position.participant, position.shoes
    return ShownPlace(
        participant.table.version_id, participant.client_seed, tuple(map(_show_shoe, shoes))
    )


def _starting_money(now: datetime) -> PlayerMoney:
    return PlayerMoney(
        since=now,
        balances={REFILL_TO.currency: REFILL_TO},
        nets={},
        limits=bet_limits(None),
        confirmed=False,
        policies_due=False,
        house_stopped=is_house_stopped(),
        held_to={},
    )


def _show_shoe(shoe: Shoe) -> ShownShoe:
    return ShownShoe(shoe.public_id, shoe.commitment, bytes(shoe.sealed_seed))
