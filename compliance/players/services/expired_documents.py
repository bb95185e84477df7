"""Identity documents that are valid no more: the player is told by mail, staff by an event, of each document once.

The player may bet and deposit for 30 days more (`DOCUMENT_GRACE`), then not until staff have seen another one; withdrawals stay
open, for who it is has not changed.
"""

from datetime import date, datetime
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from accounts.models.letters import Letter
from accounts.models.users import State, User
from casino.services.isolation import run_isolated
from journal.models import EventKind
from journal.services.recording import record_once

BATCH: Final = 100


def players_to_tell(today: date) -> QuerySet[User]:
    """Players whose document is over and who were not told of it."""
    told = Letter.objects.filter(
        kind=Letter.Kind.DOCUMENT, player=OuterRef("pk"), at__gt=OuterRef("verified_at")
    )
    players = User.objects.filter(document_until__lt=today, is_staff=False)
    return players.exclude(state=State.CLOSED).filter(~Exists(told)).order_by(F("document_until"))


def tell_of_expired_documents(now: datetime) -> int:
    """Tell of some of them, each in a transaction of its own. Returns how many; several may run at once."""
    today = now.date()
    found = list(players_to_tell(today).values_list("pk", flat=True)[:BATCH])
    return sum(
        run_isolated(f"the document of player {pk} could not be told of", partial(_tell, pk, today))
        for pk in found
    )


@transaction.atomic
def _tell(pk: int, today: date) -> bool:
    players = User.objects.select_for_update(skip_locked=True)
    player = players.filter(pk=pk).first()
    if (
        player is None
        or player.document_until is None
        or not players_to_tell(today).filter(pk=pk).exists()
    ):
        return False
    until = player.document_until.isoformat()
    data = {"document_until": until}
    record_once(EventKind.DOCUMENT_EXPIRED, subject=f"user {pk}", data=data, once=until)
    Letter.objects.create(player=player, kind=Letter.Kind.DOCUMENT)
    return True
