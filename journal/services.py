"""The one way to write to the journal."""

from collections.abc import Mapping

from journal.models import Event, Kind


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
    known = Kind(kind)
    return Event.objects.create(
        kind=known.value,
        severity=known.severity.value,
        actor_id=actor,
        subject=subject,
        data=dict(data or {}),
    )


def record_once(kind: Kind, *, subject: str, data: Mapping[str, object] | None = None) -> bool:
    """Write the event, which nobody did, unless there is one of this kind and subject. True where it is new."""
    if Event.objects.filter(kind=kind.value, subject=subject).exists():
        return False
    record(kind, subject=subject, data=data)
    return True
