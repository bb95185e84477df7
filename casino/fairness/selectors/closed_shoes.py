"""Public list of closed shoes by table, day, shoe or commitment, without player names.

Keyset pagination along the index of closed shoes by time; nothing is counted.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.core import signing
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models.users import User
from casino.models import REVEALED, Round, Shoe
from journal.refusals import NotFound
from pages.names import select_name
from pages.pagination import ByTime
from tables.models import Table

PAGE: Final = 25
OVER: Final = (Shoe.Status.CLOSED, Shoe.Status.LOST, Shoe.Status.RETIRED)
"""As in the condition of their index."""
ORDER: Final = ByTime("closed_at")
_SHOWN: Final = (
    *("public_id", "status", "commitment", "server_seed"),
    *("announced_at", "opened_at", "closed_at", "rounds_dealt"),
    *("place__table__name", "place__table__name_es", "place__table__slug"),
)


@dataclass(frozen=True, slots=True)
class ClosedShoesFilter:
    """Filters for closed shoes; None means no filter. Closing time in [since, until)."""

    table: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    shoe: UUID | None = None
    commitment: str | None = None


def public_tables() -> QuerySet[Table]:
    """Tables that may have closed shoes: all except proposed and refused ones, by name."""
    unseen = (Table.Status.PROPOSED, Table.Status.REFUSED)
    return Table.objects.exclude(status__in=unseen).order_by(select_name())


def public_shoes(wanted: ClosedShoesFilter) -> QuerySet[Shoe]:
    """Closed, retired and lost shoes that match, unordered."""
    over = Shoe.objects.filter(status__in=OVER)
    return over.filter(*_asked(wanted)).select_related("place__table").only(*_SHOWN)


def _asked(wanted: ClosedShoesFilter) -> list[Q]:
    asked = {
        "place__table__slug": wanted.table,
        "closed_at__gte": wanted.since,
        "closed_at__lt": wanted.until,
        "public_id": wanted.shoe,
        "commitment": wanted.commitment,
    }
    return [Q((name, value)) for name, value in asked.items() if value is not None]


SHARE = "casino.transcript"  # signing salt: a shared link opens transcripts and nothing else


def _closed(shoes: QuerySet[Shoe]) -> Shoe:
    shoe = shoes.filter(status__in=REVEALED).select_related("version", "place__table").first()
    if shoe is None:
        raise NotFound
    return shoe


def share_token(shoe: Shoe) -> str:
    """The signed token that opens this shoe's transcript without a login."""
    return signing.dumps(str(shoe.public_id), salt=SHARE)


def find_shared_shoe(token: str) -> Shoe:
    """The closed shoe a token opens. Raises `NotFound`."""
    try:
        public_id = signing.loads(token, salt=SHARE)
    except signing.BadSignature as error:
        raise NotFound from error
    return _closed(Shoe.objects.filter(public_id=public_id))


def find_played_closed_shoe(player: User, public_id: UUID) -> Shoe:
    """A closed shoe of one of the player's private places, or of a live table where the player had a round.

    Raises `NotFound`.
    """
    of_player = Q(place__player=player) | Exists(
        Round.objects.filter(player=player, deal__shoe=OuterRef("pk"))
    )
    return _closed(Shoe.objects.filter(of_player, public_id=public_id))


def find_own_closed_shoe(player: User, public_id: UUID) -> Shoe:
    """A closed shoe of one of the player's private places. Raises `NotFound`."""
    return _closed(Shoe.objects.filter(public_id=public_id, place__player=player))
