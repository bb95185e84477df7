"""Row locks, in their fixed order: the place, its player, then the accounts.

The accounts are locked in `wallet.ledger.services.posting.post_transfer`.

A bet also locks its player's row. Limits for all tables together count the bets at each of them, and a change
of the account's state must wait for running bets, and they for it (`wallet.cash.services.closing`).

A decision is checked against the limits of its deal, and the accounts protect its money. It locks the player's
row, after the place as a bet does, only if it takes new money: an exclusion then comes entirely before or after
it, and own limits are also used up by bets and decisions at other tables.

With its place a bet takes the shared advisory lock of the switches that stop play
(`tables.selectors.switches`); switches are read after that.

Everything at a table belongs to one place, so one row lock serialises bets, decisions, seeds, shoes and the
clock of a live table. Where several players' money moves, their rows are locked and their money is moved in
ascending player order, so tables with the same players cannot deadlock.
"""

from collections.abc import Iterable
from functools import partial
from typing import Final
from uuid import UUID

from django.db import connection
from django.db.models import F, Func, QuerySet, TextField

from accounts.models.users import User
from casino.models import Clock, Participant, Place, Round
from casino.selectors.places import attach_place
from internals.compiled_queries import ModelQuery
from tables.models import Table
from tables.selectors.switches import TAKING_BETS

_SHARED: Final = Func(
    template=f"pg_advisory_xact_lock_shared({TAKING_BETS})", output_field=TextField()
)
_PLAYER: Final = ' FOR NO KEY UPDATE OF "accounts_user"'
_PARTICIPANT: Final = ModelQuery[Participant](
    lambda player, table: (
        Participant.objects.select_for_update(of=("place", "self"))
        .select_related("place__table__version__rule_set", "player")
        .annotate(taking_bets=_SHARED)
        .filter(player=player, place__player=F("player"), place__table__slug=table)
    ),
    int,
    str,
    ending=_PLAYER,
)


def _round(player: int, round_id: UUID) -> QuerySet[Round]:
    locked = Round.objects.select_for_update(
        of=("place", "participant", "self", "deal", "deal__shoe")
    )
    related = locked.select_related(
        "place__table__version__rule_set", "participant", "deal__shoe", "player"
    )
    return related.filter(player=player, public_id=round_id)


_ROUND: Final = ModelQuery[Round](_round, int, UUID)
_BETTOR: Final = ModelQuery[User](
    lambda pk: (
        User.objects.select_for_update(no_key=True).annotate(taking_bets=_SHARED).filter(pk=pk)
    ),
    int,
)
_ROUND_AND_PLAYER: Final = ModelQuery[Round](_round, int, UUID, ending=_PLAYER)


def _clock(place: int, *, skip: bool = False) -> QuerySet[Clock]:
    locked = Clock.objects.select_for_update(of=("place", "self"), skip_locked=skip)
    return locked.select_related("place__table__version__rule_set").filter(place=place)


_CLOCK: Final = ModelQuery[Clock](_clock, int)
_FREE_CLOCK: Final = ModelQuery[Clock](partial(_clock, skip=True), int)


def lock_participant(player: User, table: Table) -> Participant:
    """Lock and return the player's participant at a private table, with the place. Raises `Participant.DoesNotExist`."""
    return lock_participant_at(player, table.slug)


def lock_participant_at(player: User, slug: str) -> Participant:
    """As `lock_participant`, at the table with this slug. Raises `Participant.DoesNotExist`."""
    participant = _PARTICIPANT.first(player.pk, slug)
    if participant is None:
        raise Participant.DoesNotExist(slug)
    return participant


def lock_round(player: User, round_id: UUID, *, new_money: bool = False) -> Round:
    """Lock and return this player's round with its place and shoe; with `new_money` also its player.

    The place is locked first; participant, round, deal and shoe after it, because after a wait only locked rows
    are read in their current state. Raises `Round.DoesNotExist`.
    """
    round_ = (_ROUND_AND_PLAYER if new_money else _ROUND).first(player.pk, round_id)
    if round_ is None:
        raise Round.DoesNotExist(round_id)
    attach_place(round_, round_.place)
    return round_


def lock_round_player(round_: Round) -> None:
    """Lock the round's player, so state and own limits don't change until the transaction ends.

    Sets the locked row as the round's player: the one read before the wait may be outdated.
    """
    round_.player = User.objects.select_for_update(no_key=True).get(pk=round_.player_id)
    round_.participant.player = round_.player


def limit_lock_wait(timeout: str) -> None:
    """Set the lock timeout of the current transaction, for example to "2s"."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [timeout])


def lock_clock(place: int) -> Clock:
    """Lock and return the clock of a live table, with its place. Raises `Clock.DoesNotExist`."""
    clock = _CLOCK.first(place)
    if clock is None:
        raise Clock.DoesNotExist(f"place {place} is no live table's")
    return _with_place(clock)


def lock_free_clock(place: int) -> Clock | None:
    """Lock and return the clock of a live table; None if another transaction holds the lock."""
    found = _FREE_CLOCK.first(place)
    return None if found is None else _with_place(found)


def _with_place(clock: Clock) -> Clock:
    clock.place.clock = clock
    return clock


def lock_bettor(player: User) -> User:
    """Lock and return a player who bets at a table whose place is locked.

    Also takes the shared advisory lock of the switches that stop play.
    """
    found = _BETTOR.first(player.pk)
    if found is None:
        raise User.DoesNotExist(player.pk)
    return found


def lock_players(players: Iterable[int]) -> dict[int, User]:
    """Lock and return players who add money at a table whose place is locked, by id.

    Rows are locked in ascending order. State and own limits do not change until the transaction ends.
    """
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=set(players)).order_by("pk")
    return {player.pk: player for player in rows}


def lock_place(place: int) -> Place:
    """Lock and return a place. Raises `Place.DoesNotExist`."""
    places = Place.objects.select_for_update(of=("self",)).select_related(
        "table__version__rule_set"
    )
    return places.get(pk=place)


def lock_place_of_any_round(round_: int, *, skip: bool = False) -> Place | None:
    """Lock and return the place of any player's round; with `skip`, None if another transaction holds the lock."""
    places = Place.objects.select_for_update(of=("self",), skip_locked=skip).select_related(
        "table__version__rule_set"
    )
    return places.filter(rounds=round_).first()


def lock_place_of_shoe(shoe: int, *, skip: bool = False) -> Place | None:
    """Lock and return the place of a shoe; with `skip`, None if another transaction holds the lock."""
    places = Place.objects.select_for_update(of=("self",), skip_locked=skip).select_related(
        "table__version__rule_set"
    )
    return places.filter(shoes=shoe).first()
