"""Locks, in the one order they are taken: the place, its player, then (inside `wallet.ledger.services.posting.post_transfer`) the accounts.

A bet takes its player's row alone: what limits a player at all tables together counts the bets of all of them, and who changes the
state of an account waits for its bets, and they for that (`wallet.cash.services.closing`). A decision is judged by the limits of
its deal, and the accounts keep its money, so it takes that row only with new money: an exclusion comes before it or after it, and own
limits are used up by bets and decisions at other tables too. It takes it where a bet does, after the place.

With its place a bet shares the lock of who stops play (`tables.selectors.switches`): what is stopped is read after it.

Everything at a table belongs to one place, so one row serialises it: bets, decisions, seeds, shoes, and at a live table its clock. Where several
players' money moves there, their rows are locked and their money moves in the order of players, so that tables with the same players never
wait for each other in a circle.
"""

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from django.db import connection
from django.db.models import F, Func, QuerySet, TextField

from accounts.models.users import User
from casino.models import Clock, Participant, Place, Round
from casino.selectors.places import attach_place
from internals.compiled_queries import Query
from tables.models import Table
from tables.selectors.switches import TAKING_BETS

_SHARED: Final = Func(
    template=f"pg_advisory_xact_lock_shared({TAKING_BETS})", output_field=TextField()
)
_PLAYER: Final = ' FOR NO KEY UPDATE OF "accounts_user"'
_PARTICIPANT: Final = Query[Participant](
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


_ROUND: Final = Query[Round](_round, int, UUID)
_ROUND_AND_PLAYER: Final = Query[Round](_round, int, UUID, ending=_PLAYER)


def lock_participant(player: User, table: Table) -> Participant:
    """The player at a private table, with the place, locked until the transaction ends. Raises `Participant.DoesNotExist`."""
    return lock_participant_at(player, table.slug)


def lock_participant_at(player: User, slug: str) -> Participant:
    """The player at the table with this slug, locked likewise. Raises `Participant.DoesNotExist`."""
    participant = _PARTICIPANT.first(player.pk, slug)
    if participant is None:
        raise Participant.DoesNotExist(slug)
    return participant


def lock_round(player: User, round_id: UUID, *, new_money: bool = False) -> Round:
    """This player's round with its place, shoe and player, locked too for `new_money`. Raises `Round.DoesNotExist`.

    The place is locked first; participant, round, deal and shoe after it, because after a wait only locked rows are read in their current state.
    """
    round_ = (_ROUND_AND_PLAYER if new_money else _ROUND).first(player.pk, round_id)
    if round_ is None:
        raise Round.DoesNotExist(round_id)
    attach_place(round_, round_.place)
    return round_


def hold_player(round_: Round) -> None:
    """Lock the round's player, so state and own limits don't change until the transaction ends.

    Sets the locked row as the round's player: the one read before the wait may be outdated.
    """
    round_.player = User.objects.select_for_update(no_key=True).get(pk=round_.player_id)
    round_.participant.player = round_.player


def limit_lock_wait(timeout: str) -> None:
    """Let the present transaction wait for no lock longer than this, for example "2s"."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [timeout])


def lock_clock(place: int) -> Clock:
    """The clock of a live table with its place, locked until the transaction ends. Raises `Clock.DoesNotExist`."""
    return _with_place(_clocks().get(place=place))


def lock_free_clock(place: int) -> Clock | None:
    """The same; None where another transaction holds the lock."""
    found = _clocks(skip=True).filter(place=place).first()
    return None if found is None else _with_place(found)


def _clocks(*, skip: bool = False) -> QuerySet[Clock]:
    locked = Clock.objects.select_for_update(of=("place", "self"), skip_locked=skip)
    return locked.select_related("place__table__version__rule_set")


def _with_place(clock: Clock) -> Clock:
    clock.place.clock = clock
    return clock


def lock_bettor(player: User) -> User:
    """A player who bets at a table whose place is locked; shares the lock of who stops play."""
    rows = User.objects.select_for_update(no_key=True).annotate(taking_bets=_SHARED)
    return rows.get(pk=player.pk)


def lock_players(players: Iterable[int]) -> dict[int, User]:
    """Players who give new money at a table whose place is locked, in ascending order: state and own limits stay as they are."""
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=set(players)).order_by("pk")
    return {player.pk: player for player in rows}


def lock_place_of_any_round(round_: int, *, skip: bool = False) -> Place | None:
    """The place of a round of any player, locked; with `skip`, None if it is locked by another transaction."""
    places = Place.objects.select_for_update(of=("self",), skip_locked=skip).select_related(
        "table__version__rule_set"
    )
    return places.filter(rounds=round_).first()


def lock_place_of_shoe(shoe: int, *, skip: bool = True) -> Place | None:
    """The place of a shoe, locked likewise; with `skip`, None where somebody holds it just now."""
    places = Place.objects.select_for_update(of=("self",), skip_locked=skip).select_related(
        "table__version__rule_set"
    )
    return places.filter(shoes=shoe).first()
