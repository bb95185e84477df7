"""Locks, in the one order they are taken: the sitting, then (inside `wallet.post`) the accounts.

Everything at a private table belongs to one sitting, so one row serialises it: bets, decisions, seeds, shoes.
"""

from uuid import UUID

from accounts.models import User
from casino.models import Sitting
from tables.models import Table


def lock_sitting(player: User, table: Table) -> Sitting:
    """The player's place at the table, locked until the transaction ends. Raises `Sitting.DoesNotExist`."""
    return (
        Sitting.objects.select_for_update(of=("self",))
        .select_related("table__version")
        .get(player=player, table=table)
    )


def lock_place_of_round(player: User, round_id: UUID) -> Sitting:
    """The place where this player's round is or was played, locked likewise. Raises `Sitting.DoesNotExist`."""
    places = Sitting.objects.select_for_update(of=("self",)).select_related("table__version")
    return places.get(player=player, rounds__public_id=round_id)


def lock_place_of_shoe(shoe: int) -> Sitting | None:
    """The place of a shoe, locked likewise; None where somebody holds it just now."""
    places = Sitting.objects.select_for_update(of=("self",), skip_locked=True).select_related(
        "table__version"
    )
    return places.filter(shoes=shoe).first()
