"""Loading of signed lists: checked whole, stored beside the list in force, then put in force at once.

A list that is refused changes nothing: the list before stays in force until its maximum age.
"""

from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from typing import Any, BinaryIO, Final

from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction
from django.utils import timezone
from psycopg.errors import UniqueViolation

from accounts.gate.selectors.lists import list_in_force, require_list_keys
from accounts.gate.services.list_entries import COPIES, delete_entries, read_rows
from accounts.gate.services.register_numbers import hash_numbers
from accounts.gate.services.sanctions import match_all_players
from accounts.gate.values.list_keys import ListKeys
from accounts.gate.values.list_refusals import (
    ListEntryWrong,
    ListNotConfigured,
    ListOfAnotherDay,
    ListOlder,
    ListRefused,
)
from accounts.gate.values.signed_lists import ListKind, SignedList, verify_list
from accounts.models.gate import ListLoad
from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from journal.models import EventKind
from journal.services.recording import record

_DAY: Final = timedelta(days=1)
_SOURCE: Final = 60
_PART: Final = 1024 * 1024
_ROWS: Final = 50_000  # of one COPY: each ends well before the statement timeout


def load_list(kind: ListKind, file: BinaryIO, *, acting_user: User | None = None) -> ListLoad:
    """Load a list and put it in force; the list that is in force already is returned again.

    `acting_user` None is the task or the command line. Raises NotPermitted, and a ListRefused: it is recorded with an alarm, and the list before stays in force.
    """
    if acting_user is not None:
        require(acting_user, Right.RESTRICT_PLAYERS)
    found: SignedList | None = None
    try:
        keys = _require_keys(kind)
        found = verify_list(file, kind, keys)
        if present := _find_same(kind, found):
            return present
        _verify_day_and_serial(kind, found)
        return _put_in_force(_store_entries(kind, file, found, acting_user), keys, acting_user)
    except ListRefused as refusal:
        _record_refusal(kind, refusal, _describe(kind, file, found), acting_user)
        raise


def _require_keys(kind: ListKind) -> ListKeys:
    try:
        return require_list_keys(kind)
    except (OSError, ImproperlyConfigured) as error:
        raise ListNotConfigured(detail=str(error)) from error


def _find_same(kind: ListKind, found: SignedList) -> ListLoad | None:
    present = list_in_force(kind)
    return present if present is not None and present.sha256 == found.sha256 else None


def _verify_day_and_serial(kind: ListKind, found: SignedList) -> None:
    """A list is of today or yesterday (UTC), because its day may begin elsewhere, and newer than the one in force."""
    today = timezone.now().date()
    if not today - _DAY <= found.header.day <= today:
        raise ListOfAnotherDay
    present = list_in_force(kind)
    if present is not None and (present.serial or 0) >= found.header.serial:
        raise ListOlder


def _store_entries(
    kind: ListKind, file: BinaryIO, found: SignedList, acting_user: User | None
) -> ListLoad:
    """Store the entries beside those in force, in batches. Raises ListEntryWrong and leaves none behind."""
    load = ListLoad.objects.create(**_describe(kind, file, found), acting_user=acting_user)
    try:
        for rows in _batches(read_rows(kind, file, load.pk)):
            _copy_rows(kind, rows)
    except (ListRefused, UniqueViolation) as error:
        delete_entries(kind, load.pk)
        raise ListEntryWrong from error
    return load


@transaction.atomic
def _copy_rows(kind: ListKind, rows: list[tuple[object, ...]]) -> None:
    with connection.cursor() as cursor, cursor.copy(COPIES[kind]) as copy:
        for row in rows:
            copy.write_row(row)


def _batches(rows: Iterator[tuple[object, ...]]) -> Iterator[list[tuple[object, ...]]]:
    batch: list[tuple[object, ...]] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _ROWS:
            yield batch
            batch = []
    yield batch


def _put_in_force(load: ListLoad, keys: ListKeys, acting_user: User | None) -> ListLoad:
    """Put a stored list in force. Raises ListOlder if another load brought a newer one meanwhile."""
    kind = ListKind(load.kind)
    while kind is ListKind.REGISTER and hash_numbers(keys):
        pass
    try:
        before = _replace_list(kind, load, acting_user)
    except ListOlder:
        delete_entries(kind, load.pk)
        raise
    if before is not None:
        delete_entries(kind, before.pk)
    if kind is ListKind.SANCTIONS:
        match_all_players(load)
    return load


@transaction.atomic
def _replace_list(kind: ListKind, load: ListLoad, acting_user: User | None) -> ListLoad | None:
    """Return the list that was in force. Loads at the same time take turns."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"ligalo list {kind}"])
    before = list_in_force(kind)
    if before is not None and (before.serial or 0) >= (load.serial or 0):
        raise ListOlder
    load.in_force_at = timezone.now()
    load.save(update_fields=["in_force_at"])
    record(
        EventKind.LIST_LOADED,
        actor=acting_user.pk if acting_user else None,
        subject=f"list {load.pk}",
        data={"list": kind.value, "serial": load.serial, "entries": load.entries},
    )
    return before


@transaction.atomic
def _record_refusal(
    kind: ListKind, refusal: ListRefused, about: dict[str, Any], acting_user: User | None
) -> None:
    """Record a refused list once a day and reason, so that a task that tries again does not repeat the alarm."""
    same = ListLoad.objects.filter(kind=kind, refused=refusal.code, sha256=about["sha256"])
    if acting_user is None and same.filter(at__gt=timezone.now() - _DAY).exists():
        return
    begun = ListLoad.objects.filter(kind=kind, in_force_at=None, refused="")
    load = begun.filter(sha256=about["sha256"]).first() or ListLoad.objects.create(
        **about, acting_user=acting_user
    )
    load.refused = refusal.code
    load.save(update_fields=["refused"])
    record(
        EventKind.LIST_REFUSED,
        actor=acting_user.pk if acting_user else None,
        subject=f"list {load.pk}",
        data={"list": kind.value, "code": refusal.code},
    )


def _describe(kind: ListKind, file: BinaryIO, found: SignedList | None) -> dict[str, Any]:
    """The columns of a load; of a file that is no list its kind and hash alone."""
    if found is None:
        file.seek(0)
        return {"kind": kind, "sha256": _hash_file(file)}
    header = found.header
    return {
        "kind": kind,
        "source": header.source[:_SOURCE],
        "serial": header.serial,
        "day": header.day,
        "entries": header.entries,
        "numbers": header.numbers,
        "sha256": found.sha256,
    }


def _hash_file(file: BinaryIO) -> str:
    digest = sha256()
    for part in iter(lambda: file.read(_PART), b""):
        digest.update(part)
    return digest.hexdigest()
