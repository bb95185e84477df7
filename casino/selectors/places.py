"""Where a player stands at a table: the shoes of the place and the round that runs."""

from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User
from casino.errors import NotFound
from casino.models import Round, Shoe, Sitting

OPEN = (Shoe.Status.ANNOUNCED, Shoe.Status.DEALING)


def open_shoes(sitting: Sitting) -> QuerySet[Shoe]:
    """Shoes announced or dealing, the present one first."""
    return sitting.shoes.filter(status__in=OPEN).order_by("number")


def present_shoe(sitting: Sitting) -> Shoe | None:
    """The shoe that deals the next card at this place; none while a stopped one waits for staff."""
    shoe = (
        sitting.shoes.exclude(status=Shoe.Status.CLOSED)
        .select_related("version")
        .order_by("number")
        .first()
    )
    if shoe is None or shoe.status == Shoe.Status.STOPPED:
        return None
    shoe.sitting = sitting
    return shoe


def running_round(sitting: Sitting) -> Round | None:
    """The round in progress at this place."""
    return (
        sitting.rounds.filter(status=Round.Status.IN_PROGRESS)
        .select_related("shoe__version")
        .first()
    )


def last_round(sitting: Sitting) -> Round | None:
    """The newest round at this place, running or finished."""
    return sitting.rounds.select_related("shoe__version").order_by("-id").first()


def own_round(player: User, round_id: UUID) -> Round:
    """A round of this player. Raises `NotFound`, whoever else's it may be."""
    round_ = (
        Round.objects.filter(public_id=round_id, player=player)
        .select_related("sitting__table__version")
        .first()
    )
    if round_ is None:
        raise NotFound
    return round_
