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


def shoes_in_sight(sitting: Sitting) -> list[Shoe]:
    """The present shoe and the next; a stopped one comes first and waits for staff."""
    ahead = sitting.shoes.exclude(status=Shoe.Status.CLOSED).select_related("version")
    shoes = list(ahead.order_by("number")[:2])
    for shoe in shoes:
        shoe.sitting = sitting
    return shoes


def present_shoe(sitting: Sitting) -> Shoe | None:
    """The shoe that deals the next card at this place; none while a stopped one waits for staff, or before any is announced."""
    ahead = shoes_in_sight(sitting)
    return ahead[0] if ahead and ahead[0].status != Shoe.Status.STOPPED else None


def running_round(sitting: Sitting) -> Round | None:
    """The round in progress at this place."""
    return sitting.rounds.filter(status=Round.Status.IN_PROGRESS).first()


def last_round(sitting: Sitting) -> Round | None:
    """The newest round at this place, running or finished."""
    return _at(sitting, sitting.rounds.select_related("shoe__version").order_by("-id").first())


def round_in_play(sitting: Sitting, round_id: UUID) -> Round:
    """A round of this place. Raises `NotFound`."""
    found = _at(
        sitting, sitting.rounds.select_related("shoe__version").filter(public_id=round_id).first()
    )
    if found is None:
        raise NotFound
    return found


def _at(sitting: Sitting, round_: Round | None) -> Round | None:
    if round_ is not None:
        round_.sitting = round_.shoe.sitting = sitting
    return round_


def own_round(player: User, round_id: UUID) -> Round:
    """A round of this player. Raises `NotFound`, whoever else's it may be."""
    rounds = Round.objects.filter(public_id=round_id, player=player)
    round_ = rounds.select_related("shoe__version", "sitting__table").first()
    if round_ is None:
        raise NotFound
    return round_
