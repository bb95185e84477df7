"""Locks, in the one order they are taken: the place, its player, then (inside `wallet.ledger.services.posting.post_transfer`) the accounts.

A bet takes its player's row alone: what limits a player at all tables together counts the bets of all of them, and who changes the
state of an account waits for its bets, and they for that (`wallet.cash.services.closing`). A decision is judged by the limits of
its deal, and the accounts keep its money, so it takes that row only with new money: an exclusion comes before it or after it, and own
limits are used up by bets and decisions at other tables too. It takes it where a bet does, after the place.

With its place a bet shares the lock of who stops play (`tables.selectors.switches`): what is stopped is read after it.

Everything at a private table belongs to one place, so one row serialises it: bets, decisions, seeds, shoes.
"""

from typing import Final
from uuid import UUID

from django.db.models import Func, QuerySet, TextField

from accounts.models.users import User
from casino.models import Place, Round
from casino.selectors.places import shoe_at
from internals.compiled_queries import Query
from tables.models import Table
from tables.selectors.switches import TAKING_BETS

_SHARED: Final = Func(
    template=f"pg_advisory_xact_lock_shared({TAKING_BETS})", output_field=TextField()
)
_PLAYER: Final = ' FOR NO KEY UPDATE OF "accounts_user"'
_PLACE: Final = Query[Place](
    lambda player, table: (
        Place.objects.select_for_update(of=("self",))
        .select_related("table__version__rule_set", "player")
        .annotate(taking_bets=_SHARED)
        .filter(player=player, table__slug=table)
    ),
    int,
    str,
    ending=_PLAYER,
)


def _round(player: int, round_id: UUID) -> QuerySet[Round]:
    locked = Round.objects.select_for_update(of=("place", "self", "deal", "deal__shoe"))
    related = locked.select_related("place__table__version__rule_set", "deal__shoe", "player")
    return related.filter(player=player, public_id=round_id)


_ROUND: Final = Query[Round](_round, int, UUID)
_ROUND_AND_PLAYER: Final = Query[Round](_round, int, UUID, ending=_PLAYER)


def lock_place(player: User, table: Table) -> Place:
    """The player's place at the table, locked until the transaction ends. Raises `Place.DoesNotExist`."""
    return lock_place_at(player, table.slug)


def lock_place_at(player: User, slug: str) -> Place:
    """The player's place at the table with this slug, locked. Raises `Place.DoesNotExist`."""
    place = _PLACE.first(player.pk, slug)
    if place is None:
        raise Place.DoesNotExist(slug)
    return place


def lock_round(player: User, round_id: UUID, *, new_money: bool = False) -> Round:
    """This player's round with its place, shoe and player, locked too for `new_money`. Raises `Round.DoesNotExist`.

    The place is locked first; round, deal and shoe after it, because after a wait only locked rows are read in their current state.
    """
    round_ = (_ROUND_AND_PLAYER if new_money else _ROUND).first(player.pk, round_id)
    if round_ is None:
        raise Round.DoesNotExist(round_id)
    round_.place.player = round_.player
    shoe_at(round_.place, round_.deal.shoe)
    return round_


def hold_player(round_: Round) -> None:
    """Lock the round's player, so state and own limits don't change until the transaction ends.

    Sets the locked row as the round's player: the one read before the wait may be outdated.
    """
    player = User.objects.select_for_update(no_key=True).get(pk=round_.player_id)
    round_.player = round_.place.player = player


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
