"""Background exports: requested, made by a worker, downloaded by the requester, deleted after some days.

A report that is too slow for a page is one of them, in the format `PAGE`.
"""

import hashlib
import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO, Final
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.utils import OperationalError
from django.http import QueryDict
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _, ngettext

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.services import require
from accounts.roles.values import Right
from internals.postgresql.direct import direct_session
from journal.models import EventKind
from journal.services.recording import record
from journal.services.waking import wake_worker
from reports.catalogue.sources import ExportSource
from reports.exports.refusals import ExportRefused
from reports.exports.services.claims import (
    ExportClaimLost,
    State,
    claim_export,
    claimed_row,
    ended_fields,
    fail_abandoned_exports,
    fail_export,
    progress_reporter,
)
from reports.exports.services.pieces import add_up_pieces
from reports.files import Format, write_sheet
from reports.files.counting import TooManyRows
from reports.models import Export, Piece
from reports.values.sheet import Sheet
from restores.services.gate import require_open

TASK: Final = "reports.tasks.make_exports"
MOST: Final = 5  # unfinished files per person
AT_ONCE: Final = 2000  # rows written within a request
DRAWN_AT_ONCE: Final = 500  # the same for a PDF, whose rows are drawn
_STATEMENT_TIMEOUT: Final = "10min"  # a batch may sit behind a very selective filter
_LOG = logging.getLogger(__name__)


@transaction.atomic
def request_file(
    wanted: ExportSource, params: QueryDict, form: Format, *, acting_user: User
) -> Export:
    """Request a file; a repeated request while it is being made returns the same one.

    Locks the person's row. Raises NotPermitted, and ExportRefused if this person has too many pending.
    """
    _require_any(acting_user)
    _require_all(acting_user, wanted)
    # One request of a person at a time.
    User.objects.select_for_update(no_key=True).get(pk=acting_user.pk)
    own = Export.objects.filter(acting_user=acting_user, state__in=[State.WAITING, State.RUNNING])
    asked = {
        "source": wanted.name,
        "params": {key: values for key, values in sorted(params.lists()) if any(values)},
        "language": translation.get_language() or settings.LANGUAGE_CODE,
        "format": form.value,
    }
    if (same := own.filter(**asked).first()) is not None:
        return same
    if own.count() >= MOST:
        raise ExportRefused(
            ngettext(
                "You have %(count)s file under way. Wait for it, or cancel it.",
                "You have %(count)s files under way. Wait for one, or cancel one.",
                MOST,
            )
            % {"count": MOST}
        )
    export = Export.objects.create(acting_user=acting_user, asked_at=timezone.now(), **asked)
    wake_worker(TASK)
    return export


def cancel_file(public_id: UUID, *, acting_user: User) -> bool:
    """Cancel one's own waiting or running export. False if there is nothing to cancel."""
    _require_any(acting_user)
    own = Export.objects.filter(public_id=public_id, acting_user=acting_user)
    unfinished = own.filter(state__in=[State.WAITING, State.RUNNING])
    return bool(unfinished.update(state=State.CANCELLED, rows=0, **ended_fields()))


def fetch_file(export: Export, wanted: ExportSource, *, acting_user: User) -> Path:
    """Return the path of one's own finished file, and record the download.

    Raises NotPermitted for anybody else or without the right, ExportRefused if the file is gone, ClosedAfterRestore.
    """
    require_open()
    _require_any(acting_user)
    path = _path(export, wanted, acting_user)
    record(
        EventKind.EXPORT_DOWNLOADED,
        actor=acting_user.pk,
        subject=f"export {export.public_id}",
        data=_event_facts(export),
    )
    return path


def fetch_screen(export: Export, wanted: ExportSource, *, acting_user: User) -> str:
    """Return the HTML of a report made in the background. Raises as `fetch_file`; viewing is not an event."""
    _require_any(acting_user)
    path = _path(export, wanted, acting_user)
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != export.sha256:
        raise ExportRefused(_("The file is no longer there. Ask for it again."))
    return content.decode()


def write_file_at_once(
    wanted: ExportSource, params: QueryDict, form: Format, file: BinaryIO, *, acting_user: User
) -> bool:
    """Write a small file within the request and record the download. False if it would be long.

    After False, `file` may hold part of it: discard it. Raises NotPermitted, and InvalidParameters for invalid parameters.
    """
    _require_any(acting_user)
    _require_all(acting_user, wanted)
    if form == Format.PAGE or wanted.in_background(params):
        return False

    most = DRAWN_AT_ONCE if form == Format.PDF else AT_ONCE

    def told(rows: int) -> None:
        if rows > most:
            raise TooManyRows(most)

    try:
        with _language_of(form):
            rows = write_sheet(_sheet(wanted, params, form, acting_user), file, form, told)
    except (TooManyRows, OperationalError):  # more rows or time than a request allows
        return False
    data = {
        "source": wanted.name,
        "params": dict(params.lists()),
        "format": form.value,
        "rows": rows,
    }
    record(
        EventKind.EXPORT_DOWNLOADED,
        actor=acting_user.pk,
        subject=f"export {wanted.name}",
        data=data,
    )
    return True


def make_next_file(now: datetime, sources: Mapping[str, ExportSource]) -> bool:
    """Make the oldest due file. True if there was one, even if it failed. Raises ClosedAfterRestore.

    Call it outside a transaction: others read the progress in the row.
    """
    require_open()
    fail_abandoned_exports(now)
    export = claim_export(now)
    if export is None:
        return False
    try:
        _make(export, sources[export.source])
    except ExportClaimLost:
        _LOG.info("export %s: stopped, another's or nobody's now", export.public_id)
    except TooManyRows as error:
        with translation.override(export.language):
            told = _("This format holds up to %(most)s rows: choose another one.")
            fail_export(export, str(told) % {"most": error.most})
    except Exception:  # noqa: BLE001  # any error is logged and reported to the requester
        _LOG.exception("export %s: failed", export.public_id)
        with translation.override(export.language):
            fail_export(export, str(_("It could not be created. The error is in the log.")))
    finally:
        export.part.unlink(missing_ok=True)
    return True


def delete_expired_files(now: datetime) -> int:
    """Delete expired files; return their number.

    Also deletes stored pieces of exports that are not running, and partial files older than a day.
    """
    count = 0
    for export in Export.objects.filter(state=State.DONE, expires_at__lte=now):
        export.path.unlink(missing_ok=True)
        count += Export.objects.filter(pk=export.pk, state=State.DONE).update(state=State.EXPIRED)
    Piece.objects.exclude(export__state=State.RUNNING).delete()
    folder = Path(settings.EXPORTS)
    for part in folder.glob("*.part") if folder.is_dir() else ():
        if part.stat().st_mtime < (now - timedelta(days=1)).timestamp():
            part.unlink(missing_ok=True)
    return count


def _path(export: Export, wanted: ExportSource, reader: User) -> Path:
    if export.acting_user_id != reader.pk or export.source != wanted.name:
        raise NotPermitted
    _require_all(reader, wanted)
    if export.state != State.DONE or not export.path.is_file():
        raise ExportRefused(_("The file is no longer there. Ask for it again."))
    return export.path


def _sheet(wanted: ExportSource, params: QueryDict, form: Format, reader: User) -> Sheet:
    others = {Format.PDF: wanted.paper, Format.PAGE: wanted.page}
    return (others.get(form) or wanted.sheet)(params, reader)


def _require_any(user: User) -> None:
    require(user, Right.VIEW_REPORTS, Right.VIEW_OWN_TILL)


def _require_all(user: User, wanted: ExportSource) -> None:
    require_open()
    for right in wanted.rights:
        require(user, right)


def _make(export: Export, wanted: ExportSource) -> None:
    """Write the file under the claim's temporary name, then publish it."""
    params = build_params(export)
    _require_all(export.acting_user, wanted)
    claimed_row(export).update(total=wanted.total(params, export.acting_user))
    pieces = wanted.pieces(params)
    with translation.override(export.language), _patient(), add_up_pieces(export, pieces):
        rows = _write(export, wanted, params)
    with export.part.open("rb") as part:
        digest, size = (
            hashlib.file_digest(part, "sha256").hexdigest(),
            os.fstat(part.fileno()).st_size,
        )
        os.fsync(part.fileno())
    _keep(export, rows, size, digest)


def _write(export: Export, wanted: ExportSource, params: QueryDict) -> int:
    Path(settings.EXPORTS).mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(export.part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w+b") as file:
        form = Format(export.format)
        with _language_of(form):
            sheet = _sheet(wanted, params, form, export.acting_user)
            if sheet.length is not None:
                claimed_row(export).update(total=sheet.length)
            return write_sheet(sheet, file, form, progress_reporter(export))


def _language_of(form: Format) -> AbstractContextManager[None]:
    """Return the language for writing: English for files for programs, the active one for others."""
    return translation.override("en") if form == Format.DATA else nullcontext()


@transaction.atomic
def _keep(export: Export, rows: int, size: int, digest: str) -> None:
    """Record the completed file, then rename it to its final name."""
    now = timezone.now()
    kept = {"rows": rows, "size": size, "sha256": digest, "claim": None, "claimed_until": None}
    ends = {"finished_at": now, "expires_at": now + timedelta(days=settings.EXPORT_DAYS)}
    if not claimed_row(export).update(state=State.DONE, **kept, **ends):
        raise ExportClaimLost
    export.rows, export.size, export.sha256 = rows, size, digest
    record(
        EventKind.EXPORT_MADE,
        actor=export.acting_user_id,
        subject=f"export {export.public_id}",
        data=_event_facts(export),
    )
    export.part.replace(export.path)  # last: if it fails, the transaction is rolled back


@contextmanager
def _patient() -> Iterator[None]:
    """Raise the statement timeout of a session of its own; no page waits for these statements."""
    with direct_session():
        yield from _raise_timeout()


def _raise_timeout() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('statement_timeout', %s, false)", [_STATEMENT_TIMEOUT])
    try:
        yield
    finally:
        if not connection.needs_rollback:
            with connection.cursor() as cursor:  # pooled connection
                cursor.execute("RESET statement_timeout")


def build_params(export: Export) -> QueryDict:
    """Return the parameters as a query string's QueryDict."""
    params = QueryDict(mutable=True)
    for name, values in export.params.items():
        params.setlist(name, values)
    return params


def _event_facts(export: Export) -> dict[str, object]:
    return {
        "source": export.source,
        "params": export.params,
        "format": export.format,
        "rows": export.rows,
        "sha256": export.sha256,
    }
