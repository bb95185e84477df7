"""A visitor's first bet: guest, place with the shown shoes, play money and deal, in one transaction."""

from dataclasses import dataclass, replace

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.guests.services import open_guest, reserve_guest_slot
from accounts.models.users import User
from casino.fairness.services.shoes import announce_shown
from casino.guests.values import InvalidPlaceToken, ShownPlace
from casino.models import Participant, Place, Shoe
from casino.play.selectors.player_money import load_player_money
from casino.play.selectors.position import Position
from casino.play.services.betting import BetRequest, place_bet_at
from casino.play.services.play_money import refill_play_money
from casino.refusals import Conflict
from casino.services.alarms import reports_alarms
from tables.models import Table


@dataclass(frozen=True, slots=True)
class Visitor:
    """A visitor who bets: page language, and IP address, which is counted and not stored."""

    language: str
    address: str


@reports_alarms
@transaction.atomic
def place_first_bet(
    visitor: Visitor, token: str, table: Table, request: BetRequest
) -> tuple[User, Position]:
    """Open a guest and place the bet at the place of this token. A refused bet stores nothing.

    Raises `Conflict` if the token is forged, expired, already used or from earlier rules, `GuestsFull`, or
    the bet's refusal.
    """
    shown = _read(token, table)
    seen = frozenset(shoe.public_id for shoe in shown.shoes)
    with reserve_guest_slot(visitor.address):
        guest = open_guest(visitor.language)
        _take_shown_place(guest, table, shown)
        refill_play_money(guest, load_player_money(guest), timezone.now())
        _round, position = place_bet_at(guest, table.slug, replace(request, shown=seen))
    if position is None:
        raise Conflict
    return guest, position


def _read(token: str, table: Table) -> ShownPlace:
    try:
        shown = ShownPlace.from_token(token)
    except InvalidPlaceToken as error:
        raise Conflict from error
    if shown.version != table.version_id:
        raise Conflict
    return shown


def _take_shown_place(guest: User, table: Table, shown: ShownPlace) -> None:
    place = Place.objects.create(player=guest, table=table)
    Participant.objects.create(place=place, player=guest, client_seed=shown.client_seed)
    shoes = [
        Shoe(
            place=place,
            number=number,
            version=table.version,
            public_id=shoe.public_id,
            commitment=shoe.commitment,
            sealed_seed=shoe.sealed_seed,
        )
        for number, shoe in enumerate(shown.shoes, 1)
    ]
    try:
        with transaction.atomic():
            announce_shown(shoes)
    except IntegrityError as error:  # another request of the same page came first
        raise Conflict from error
