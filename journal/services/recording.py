"""The one way to write to the journal, and to tell the database who acts."""

from collections.abc import Iterable, Mapping
from typing import Final

import psycopg
from django.db import IntegrityError, connection, transaction

from journal.models import Event, Kind

ACTING_USER: Final = "ligalo.acting_user"
ACTING_SCOPE: Final = "ligalo.acting_scope"
_ONCE: Final = "journal_event_once"
NOBODY: Final = 0
"""Who acts where the clock does, or somebody who is not signed in."""


def record(
    kind: Kind,
    *,
    actor: int | None = None,
    subject: str = "",
    data: Mapping[str, object] | None = None,
) -> Event:
    """Write one event, in the caller's transaction.

    `actor` is the id of the user who did it, None when nobody did; `subject` names the
    thing that it happened to ("transfer 12"); `data` holds plain JSON values.
    An event of a kind outside the list raises ValueError and is not written.
    """
    event = _new(kind, actor, subject, data)
    event.save(force_insert=True)
    return event


def record_once(
    kind: Kind,
    *,
    actor: int | None = None,
    subject: str,
    data: Mapping[str, object] | None = None,
    once: str = "",
) -> bool:
    """Write the event unless there is one of this kind and subject already, told with the same `once`. True where it is new.

    Two transactions that tell the same at the same moment make one event: PostgreSQL has the second wait for the first.
    """
    event = _new(kind, actor, subject, data)
    event.once = once
    if Event.objects.filter(kind=event.kind, subject=subject, once=once).exists():
        return False
    try:
        with transaction.atomic():
            event.save(force_insert=True)
    except IntegrityError as error:
        if _constraint_of(error) != _ONCE:
            raise
        return False
    return True


def _new(kind: Kind, actor: int | None, subject: str, data: Mapping[str, object] | None) -> Event:
    known = Kind(kind)
    return Event(
        kind=known.value,
        severity=known.severity.value,
        actor_id=actor,
        subject=subject,
        data=dict(data or {}),
    )


def _constraint_of(error: IntegrityError) -> str | None:
    cause = error.__cause__
    return cause.diag.constraint_name if isinstance(cause, psycopg.Error) else None


def acting(user_id: int | None) -> None:
    """Until the transaction ends, what changes in configured rows is this person's; for None, the application's own.

    Services of staff need not say so: whoever they `require` a right of is who acts (`accounts.roles.services`).
    """
    _tell(user_id, until_the_transaction_ends=True)


def acting_from_now_on(user_id: int | None, scope: Iterable[str] = ()) -> None:
    """The same for all that this connection does, until `acting_no_more`.

    With a `scope` of "table.column", "table:insert" and "table:delete" it holds for these writes alone, except in
    transactions that declare by `acting` or `require` who acts.
    """
    _tell(user_id, ",".join(sorted(scope)), until_the_transaction_ends=False)


def acting_no_more() -> None:
    """Whatever this connection does next is declared by nobody."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config(%s, '', false), set_config(%s, '', false)",
            [ACTING_USER, ACTING_SCOPE],
        )


def _tell(user_id: int | None, scope: str = "", *, until_the_transaction_ends: bool) -> None:
    who = str(NOBODY if user_id is None else user_id)
    ends = until_the_transaction_ends
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config(%s, %s, %s), set_config(%s, %s, %s)",
            [ACTING_USER, who, ends, ACTING_SCOPE, scope, ends],
        )
