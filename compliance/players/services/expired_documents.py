"""Expired identity documents: one letter to the player and one event per document.

The player may bet and deposit for the profile's `document_grace_days`, then not until staff verify another one.
Withdrawals stay open.
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


def find_players_to_notify(today: date) -> QuerySet[User]:
    """Return players with an expired document and no letter about it since its verification, longest expired first."""
    told = Letter.objects.filter(
        kind=Letter.Kind.DOCUMENT, player=OuterRef("pk"), at__gt=OuterRef("verified_at")
    )
    players = User.objects.filter(document_until__lt=today, is_staff=False)
    return players.exclude(state=State.CLOSED).filter(~Exists(told)).order_by(F("document_until"))


def notify_players_of_expired_documents(now: datetime) -> int:
    """Notify a batch of players, each in its own transaction. Return how many; safe to run concurrently."""
    today = now.date()
    found = list(find_players_to_notify(today).values_list("pk", flat=True)[:BATCH])
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
        or not find_players_to_notify(today).filter(pk=pk).exists()
    ):
        return False
    until = player.document_until.isoformat()
    data = {"document_until": until}
    record_once(EventKind.DOCUMENT_EXPIRED, subject=f"user {pk}", data=data, once=until)
    Letter.objects.create(player=player, kind=Letter.Kind.DOCUMENT)
    return True
