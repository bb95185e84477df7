"""Record events, and declare the acting user to the database."""

import json
import re
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from typing import Final

import psycopg
from django.db import IntegrityError, connection, transaction

from journal.models import Event, EventKind
from journal.models.personal import seal_data
from journal.values.person_keys import PersonUnreadable

ACTING_USER: Final = "ligalo.acting_user"
ACTING_SCOPE: Final = "ligalo.acting_scope"
_ONCE: Final = "journal_event_once"
_WORDS: Final = ("reason", "note")
_PERSON: Final = re.compile(r"user (\d+)")
NOBODY: Final = 0
"""Acting user of scheduled work and anonymous requests."""
_acting_program: ContextVar[tuple[str, str]] = ContextVar("acting_program", default=("", ""))
"""Kind and name of the program that acts for the acting user."""


def record(
    kind: EventKind,
    *,
    actor: int | None = None,
    subject: str = "",
    data: Mapping[str, object] | None = None,
    personal: Mapping[str, object] | None = None,
) -> Event:
    """Write one event, in the caller's transaction.

    `actor` is the id of the acting user, None for the system; `subject` names the object ("transfer 12"); `data` holds plain JSON
    values. `personal` are further data, encrypted under the key of the subject if that is a person ("user 7").
    An unknown kind raises ValueError.
    """
    event = _new(kind, actor, subject, _seal_personal(subject, data or {}, personal or {}))
    event.save(force_insert=True)
    return event


def record_once(
    kind: EventKind,
    *,
    actor: int | None = None,
    subject: str,
    data: Mapping[str, object] | None = None,
    once: str = "",
) -> bool:
    """Write the event unless one with the same kind, subject and `once` exists. Return whether it is new.

    Safe under concurrency: PostgreSQL makes the second transaction wait for the first.
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


def record_apart(
    kind: EventKind, *, subject: str, data: Mapping[str, object], unless: tuple[str, str]
) -> None:
    """Write one event on a connection of its own, where it is committed at once: a rollback of the caller leaves it.

    Writes nothing if the query `unless`, with its parameter, answers true. `role` is added to the data: the database role
    that wrote the event.
    """
    event = _new(kind, None, subject, data)
    own = connection.copy()
    try:
        with own.cursor() as cursor:
            cursor.execute(unless[0], [unless[1]])
            if cursor.fetchone() == (True,):
                return
            cursor.execute(
                "INSERT INTO journal_event (kind, severity, subject, data)"
                " VALUES (%s, %s, %s, %s::jsonb || jsonb_build_object('role', current_user))",
                [event.kind, event.severity, subject, json.dumps(event.data)],
            )
    finally:
        own.close()


def _seal_personal(
    subject: str, data: Mapping[str, object], personal: Mapping[str, object]
) -> Mapping[str, object]:
    """Return the data, with its personal part and free words encrypted if the subject is a person.

    The personal part of a person who was erased is left out.
    """
    person = _PERSON.fullmatch(subject)
    told = {**{name: data[name] for name in _WORDS if data.get(name)}, **personal}
    if person is None or not told:
        return {**data, **personal}
    rest = {name: value for name, value in data.items() if name not in told}
    try:
        return {**rest, **seal_data(int(person[1]), told)}
    except PersonUnreadable:
        return rest


def _new(
    kind: EventKind, actor: int | None, subject: str, data: Mapping[str, object] | None
) -> Event:
    known, (program, name) = EventKind(kind), _acting_program.get()
    told = {**(data or {}), **({program: name} if program else {})}
    return Event(
        kind=known.value,
        severity=known.severity.value,
        actor_id=actor,
        subject=subject,
        data=told,
    )


def _constraint_of(error: IntegrityError) -> str | None:
    cause = error.__cause__
    return cause.diag.constraint_name if isinstance(cause, psycopg.Error) else None


def name_acting_key(key: str) -> None:
    """Add this service key to the events of the request, until `forget_acting_key`: its owner is their acting user."""
    _acting_program.set(("service_key", key))


def name_acting_app(app: str) -> None:
    """Add this registered app to the events of the request, until `forget_acting_key`: it acts for their acting user."""
    _acting_program.set(("app", app))


def forget_acting_key() -> None:
    """Stop adding a service key or an app to events."""
    _acting_program.set(("", ""))


def declare_acting_user(user_id: int | None) -> None:
    """Attribute changes of configured rows to this person until the transaction ends; None is the application itself.

    Staff services need not call it: `require` (`accounts.roles.services`) does.
    """
    _tell(user_id, until_the_transaction_ends=True)


def declare_acting_user_on_connection(user_id: int | None, scope: Iterable[str] = ()) -> None:
    """Attribute changes of configured rows on this connection to this person, until `clear_acting_user`.

    A `scope` of "table.column", "table:insert" and "table:delete" limits it to these writes.
    Transactions that call `declare_acting_user` or `require` override it.
    """
    _tell(user_id, ",".join(sorted(scope)), until_the_transaction_ends=False)


def clear_acting_user() -> None:
    """Stop attributing changes on this connection."""
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
