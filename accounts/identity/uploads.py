"""Documents that players send: kept encrypted, looked at by staff by an event each, accepted or refused, and deleted when not needed."""

import hashlib
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.finding import players
from accounts.identity import files
from accounts.identity.content import media_type
from accounts.identity.sealing import Unsealable
from accounts.identity_models import Upload
from accounts.models import State, User
from accounts.player_models import Letter, Look
from accounts.reasons import given
from accounts.roles import Right, require
from accounts.seen import looked_at
from journal.models import Event, Kind
from journal.refusals import ChangedMeanwhile, Refusal
from journal.services.recording import record, record_once

MOST_A_DAY: Final = 20
_BATCH: Final = 100
_LONGEST: Final = 18  # digits of the number of a row
_STRAY_FOR: Final = timedelta(days=1)


class TooLarge(Refusal):
    """More than is taken."""

    code = "too_large"
    field = "file"
    message = _("This file is too large. Take the photograph at a lower resolution.")


class TooManyDocuments(Refusal):
    """More than anybody needs."""

    code = "too_many_documents"
    field = "file"
    message = _("You have sent many documents today. Go on tomorrow, or contact us.")


class NotTaken(Refusal):
    """The account is closed."""

    code = "not_taken"
    field = "file"
    message = _("This account takes no documents.")


class DocumentUnreadable(Refusal):
    """The file is gone, or is not what was sent: an alarm."""

    code = "document_unreadable"
    status = HTTPStatus.GONE
    message = _("The file of this document cannot be read. An alarm says so.")


class NothingToExamine(Refusal):
    """A verification by copy without a copy."""

    code = "nothing_to_examine"
    message = _("No document of this player waits: there is no copy by which to verify.")


class NotLookedAt(Refusal):
    """A verification by copies that this member of staff has not opened."""

    code = "not_looked_at"
    message = _("Open each document that waits before you verify by it.")


def send(player: User, kind: str, content: bytes) -> Upload:
    """Keep what a player sent; another one of its kind that waits is replaced. Raises TooLarge, TooManyDocuments, NotTaken or what `media_type` does, and nothing is kept then.

    The file is there before its row is, and goes with it where that fails; what a dead process left, `delete_due` finds.
    """
    if len(content) > settings.UPLOAD_BYTES:
        raise TooLarge
    found = Upload(
        player=player,
        kind=Upload.Kind(kind),
        media_type=media_type(content),
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
    )
    try:
        _keep(found, content)
    except BaseException:
        files.remove(found.key)
        raise
    return found


@transaction.atomic
def _keep(upload: Upload, content: bytes) -> None:
    player = User.objects.select_for_update(no_key=True).get(pk=upload.player_id)
    if player.is_staff or player.state == State.CLOSED:
        raise NotTaken
    own, now = Upload.objects.filter(player=player), timezone.now()
    if own.filter(at__gt=now - timedelta(days=1)).count() >= MOST_A_DAY:
        raise TooManyDocuments
    own.filter(kind=upload.kind, state=Upload.State.WAITING).update(
        state=Upload.State.REPLACED, decided_at=now
    )
    upload.save(force_insert=True)
    files.write(upload.key, content)
    _tell(Kind.DOCUMENT_RECEIVED, upload, player)


def numbers_in(words: Iterable[str]) -> frozenset[int]:
    """The numbers of uploads that a page sent; what is none, or longer than any, is left out."""
    return frozenset(
        int(one) for one in words if one.isascii() and one.isdigit() and len(one) <= _LONGEST
    )


def of_player(player: User) -> QuerySet[Upload]:
    """Everything that a player sent, the newest first. One query."""
    return Upload.objects.filter(player=player).order_by("-at", "-pk")


def waiting_of(player: User | OuterRef) -> QuerySet[Upload]:
    """What nobody has decided of a player's: one of each kind at most."""
    return Upload.objects.filter(player=player, state=Upload.State.WAITING).order_by("pk")


def senders() -> QuerySet[User]:
    """Players whose documents wait for staff."""
    return players().filter(Exists(waiting_of(OuterRef("pk"))))


def waiting() -> QuerySet[User]:
    """The same, who has waited longest first, each with `since`."""
    first = waiting_of(OuterRef("pk")).order_by("at").values("at")[:1]
    return senders().annotate(since=Subquery(first)).order_by("since", "pk")


def look(upload: Upload, *, by: User) -> bytes:
    """The content, for staff: every look is an event. Raises NotPermitted, ChangedMeanwhile for a deleted one, DocumentUnreadable."""
    require(by, Right.RESTRICT_PLAYERS)
    if upload.deleted_at is not None:
        raise ChangedMeanwhile
    try:
        content = files.read(upload.key)
    except (OSError, Unsealable) as error:
        _alarm(upload)
        raise DocumentUnreadable from error
    if hashlib.sha256(content).hexdigest() != upload.sha256:
        _alarm(upload)
        raise DocumentUnreadable
    _tell(Kind.DOCUMENT_SEEN, upload, by)
    looked_at(by, (Look.Kind.DOCUMENT, upload.pk))
    return content


@transaction.atomic
def refuse(player_id: int, seen: Collection[int], *, by: User, words: str) -> None:
    """Refuse what waits, with words that the player reads. `seen` are the numbers of what was on the page.

    Raises NotPermitted, ReasonMissing, ChangedMeanwhile where something else waits by now.
    """
    require(by, Right.RESTRICT_PLAYERS)
    words = given(words)
    player = User.objects.select_for_update(no_key=True).get(pk=player_id)
    rows = Upload.objects.filter(player=player, state=Upload.State.WAITING)
    if not seen or set(rows.values_list("pk", flat=True)) != set(seen):
        raise ChangedMeanwhile
    rows.update(state=Upload.State.REFUSED, words=words, decided_by=by, decided_at=timezone.now())
    Letter.objects.create(player=player, kind=Letter.Kind.UPLOAD, words=words)
    data = {"reason": words, "uploads": sorted(seen)}
    record(Kind.DOCUMENT_REFUSED, actor=by.pk, subject=f"user {player.pk}", data=data)


def settle(player: User, by: User | None, *, seen: Collection[int] | None) -> None:
    """The identity is verified: by what waits and was `seen`, which is accepted, or (None) by a document that was seen otherwise.

    In the transaction of `accounts.identity.verifying.verify_identity`. Raises NothingToExamine, NotLookedAt, ChangedMeanwhile where something else
    waits by now.
    """
    if seen is not None:
        _see_examined(player, by, seen)
    state = Upload.State.REPLACED if seen is None else Upload.State.ACCEPTED
    waiting_of(player).update(state=state, decided_by=by, decided_at=timezone.now())


def _see_examined(player: User, by: User | None, seen: Collection[int]) -> None:
    waits = set(waiting_of(player).values_list("pk", flat=True))
    if by is None or not waits:
        raise NothingToExamine
    if waits != set(seen):
        raise ChangedMeanwhile
    looks = Event.objects.filter(
        kind=Kind.DOCUMENT_SEEN, actor_id=by.pk, subject=f"user {player.pk}"
    )
    if waits - set(looks.values_list("data__upload", flat=True)):
        raise NotLookedAt


def delete_due(now: datetime) -> int:
    """Delete the files of what was refused or replaced some days ago, and what dead processes left. Returns how many rows.

    The row says so first: a file that outlives it is found as one that belongs to nothing.
    """
    before = now - timedelta(days=settings.DOCUMENT_DAYS)
    due = Upload.objects.filter(
        state__in=[Upload.State.REFUSED, Upload.State.REPLACED],
        decided_at__lte=before,
        deleted_at=None,
    )
    rows = list(due.order_by("decided_at")[:_BATCH])
    return sum(_delete(row, now) for row in rows)


def delete_strays(now: datetime) -> int:
    """Delete files that no row names, or whose row says that they are deleted. Returns how many."""
    found = list(files.older_than(now - _STRAY_FOR))
    kept = set(Upload.objects.filter(key__in=found, deleted_at=None).values_list("key", flat=True))
    for key in (strays := set(found) - kept):
        files.remove(key)
    return len(strays)


def _delete(upload: Upload, now: datetime) -> bool:
    with transaction.atomic():
        if not Upload.objects.filter(pk=upload.pk, deleted_at=None).update(deleted_at=now):
            return False
        _tell(Kind.DOCUMENT_DELETED, upload, None)
    files.remove(upload.key)
    return True


def _tell(kind: Kind, upload: Upload, actor: User | None) -> None:
    record(
        kind,
        actor=actor.pk if actor else None,
        subject=f"user {upload.player_id}",
        data={"upload": upload.pk, "shows": upload.kind, "sha256": upload.sha256},
    )


def _alarm(upload: Upload) -> None:
    data = {"upload": upload.pk, "sha256": upload.sha256}
    subject = f"user {upload.player_id}"
    record_once(Kind.DOCUMENT_UNREADABLE, subject=subject, data=data, once=str(upload.pk))
