"""Uploaded documents: encrypted, viewed by staff with an event each, accepted or refused, deleted when not needed."""

import hashlib
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.audit.services import record_object_views
from accounts.identity.refusals import (
    DocumentNotOpened,
    DocumentUnreadable,
    FileTooLarge,
    NothingToExamine,
    TooManyDocuments,
    UploadsNotAccepted,
)
from accounts.identity.selectors.uploads import list_waiting_uploads
from accounts.identity.services import document_files
from accounts.identity.values.file_content import detect_media_type
from accounts.models.audit_views import Look
from accounts.models.identity import Upload
from accounts.models.letters import Letter
from accounts.models.users import State, User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.encryption import UnsealFailed
from accounts.values.reasons import require_reason
from journal.models import Event, EventKind
from journal.models.personal import seal_text
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record, record_once

MOST_A_DAY: Final = 20
_BATCH: Final = 100
_STRAY_FOR: Final = timedelta(days=1)


def store_upload(player: User, kind: str, content: bytes) -> Upload:
    """Store an upload; it replaces an undecided one of the same kind.

    The file is written before the row is committed and removed on failure; `delete_strays` removes leftovers of
    crashes. Raises FileTooLarge, TooManyDocuments, UploadsNotAccepted or as `detect_media_type`.
    """
    if len(content) > settings.UPLOAD_BYTES:
        raise FileTooLarge
    found = Upload(
        player=player,
        kind=Upload.Kind(kind),
        media_type=detect_media_type(content),
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
    )
    try:
        _keep(found, content)
    except BaseException:
        document_files.remove(found.key)
        raise
    return found


@transaction.atomic
def _keep(upload: Upload, content: bytes) -> None:
    player = User.objects.select_for_update(no_key=True).get(pk=upload.player_id)
    if player.is_staff or player.state == State.CLOSED:
        raise UploadsNotAccepted
    own, now = Upload.objects.filter(player=player), timezone.now()
    if own.filter(at__gt=now - timedelta(days=1)).count() >= MOST_A_DAY:
        raise TooManyDocuments
    own.filter(kind=upload.kind, state=Upload.State.WAITING).update(
        state=Upload.State.REPLACED, decided_at=now
    )
    upload.save(force_insert=True)
    document_files.write(upload.key, upload.player_id, content)
    _tell(EventKind.DOCUMENT_RECEIVED, upload, player)


def open_upload(upload: Upload, *, acting_user: User) -> bytes:
    """Return the content for staff; each view is an event.

    Raises NotPermitted, DocumentUnreadable, and ChangedMeanwhile if it is deleted.
    """
    require(acting_user, Right.RESTRICT_PLAYERS)
    if upload.deleted_at is not None:
        raise ChangedMeanwhile
    try:
        content = document_files.read(upload.key, upload.player_id)
    except (OSError, UnsealFailed) as error:
        _alarm(upload)
        raise DocumentUnreadable from error
    if hashlib.sha256(content).hexdigest() != upload.sha256:
        _alarm(upload)
        raise DocumentUnreadable
    _tell(EventKind.DOCUMENT_SEEN, upload, acting_user)
    record_object_views(acting_user, (Look.Kind.DOCUMENT, upload.pk))
    return content


@transaction.atomic
def refuse_uploads(player_id: int, seen: Collection[int], *, acting_user: User, words: str) -> None:
    """Refuse the undecided uploads with a text for the player, and write a letter. Locks the player.

    `seen` are the ids on the page. Raises NotPermitted, ReasonMissing, and ChangedMeanwhile if `seen` is empty
    or not the set of undecided uploads.
    """
    require(acting_user, Right.RESTRICT_PLAYERS)
    words = require_reason(words)
    player = User.objects.select_for_update(no_key=True).get(pk=player_id)
    rows = Upload.objects.filter(player=player, state=Upload.State.WAITING)
    if not seen or set(rows.values_list("pk", flat=True)) != set(seen):
        raise ChangedMeanwhile
    rows.update(
        state=Upload.State.REFUSED,
        words=seal_text(player.pk, words),
        decided_by=acting_user,
        decided_at=timezone.now(),
    )
    Letter.objects.create(player=player, kind=Letter.Kind.UPLOAD, words=words)
    data = {"reason": words, "uploads": sorted(seen)}
    record(EventKind.DOCUMENT_REFUSED, actor=acting_user.pk, subject=f"user {player.pk}", data=data)


def settle_uploads(player: User, acting_user: User | None, *, seen: Collection[int] | None) -> None:
    """Accept the undecided uploads in `seen`; with None, mark them as replaced because another document was seen.

    Runs in the transaction of `accounts.identity.services.verification.verify_identity`. Raises
    NothingToExamine, DocumentNotOpened, and ChangedMeanwhile if other uploads wait by now.
    """
    if seen is not None:
        _see_examined(player, acting_user, seen)
    state = Upload.State.REPLACED if seen is None else Upload.State.ACCEPTED
    list_waiting_uploads(player).update(
        state=state, decided_by=acting_user, decided_at=timezone.now()
    )


def _see_examined(player: User, acting_user: User | None, seen: Collection[int]) -> None:
    waits = set(list_waiting_uploads(player).values_list("pk", flat=True))
    if acting_user is None or not waits:
        raise NothingToExamine
    if waits != set(seen):
        raise ChangedMeanwhile
    looks = Event.objects.filter(
        kind=EventKind.DOCUMENT_SEEN, actor_id=acting_user.pk, subject=f"user {player.pk}"
    )
    if waits - set(looks.values_list("data__upload", flat=True)):
        raise DocumentNotOpened


def delete_due(now: datetime) -> int:
    """Delete a batch of files of uploads refused or replaced at least `DOCUMENT_DAYS` ago. Return the number of rows.

    Rows are marked first: a file that survives a crash is removed by `delete_strays`.
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
    """Delete files older than a day without a row, or whose row is marked as deleted. Return their number."""
    found = list(document_files.find_older_keys(now - _STRAY_FOR))
    kept = set(Upload.objects.filter(key__in=found, deleted_at=None).values_list("key", flat=True))
    for key in (strays := set(found) - kept):
        document_files.remove(key)
    return len(strays)


def _delete(upload: Upload, now: datetime) -> bool:
    with transaction.atomic():
        if not Upload.objects.filter(pk=upload.pk, deleted_at=None).update(deleted_at=now):
            return False
        _tell(EventKind.DOCUMENT_DELETED, upload, None)
    document_files.remove(upload.key)
    return True


def _tell(kind: EventKind, upload: Upload, acting_user: User | None) -> None:
    record(
        kind,
        actor=acting_user.pk if acting_user else None,
        subject=f"user {upload.player_id}",
        data={"upload": upload.pk, "shows": upload.kind, "sha256": upload.sha256},
    )


def _alarm(upload: Upload) -> None:
    data = {"upload": upload.pk, "sha256": upload.sha256}
    subject = f"user {upload.player_id}"
    record_once(EventKind.DOCUMENT_UNREADABLE, subject=subject, data=data, once=str(upload.pk))
