"""Events as the feed and webhooks show them: ids and codes, no personal data and no text that a person wrote.

Only fields of the list below are shown, and of those only ids, codes, numbers, times and amounts.
"""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from journal.models import Event
from journal.values.event_numbers import event_number
from wallet.money.values import BASE_CURRENCY, MINOR_DIGITS, Money

SHOWN_FIELDS: Final = frozenset(
    {
        *("amount", "usd", "from_usd", "currency", "points", "rate", "provider"),
        *(
            "approved",
            "accepted",
            "waits",
            "code",
            "kind",
            "from",
            "to",
            "state",
            "outcome",
            "ended",
        ),
        *("player", "players", "proposed_by", "entered_by", "asked_by", "table", "round", "shoe"),
        *("transfer", "reversal", "original", "version", "restriction", "reset", "check", "number"),
        *("reply", "upload", "shows", "box", "decisions", "rounds", "play", "rules_hash"),
        *("day", "from_day", "start_hour", "since", "until", "as_of", "effective_at", "seconds"),
        *("minutes", "minutes_before", "queue", "clock", "operation", "rows", "format", "stopped"),
        *("endpoint", "deliveries", "first", "last"),
    }
)
# First words of a subject that are followed by the id of a row, and the kind of the object.
_OBJECTS: Final[Mapping[str, str]] = {
    "player": "user",
    **{
        kind: kind
        for kind in (
            *("user", "round", "shoe", "deposit", "withdrawal", "void", "dispute", "table"),
            *("transfer", "correction", "rate", "limit", "tiers", "export", "review", "case"),
            *("webhook", "network", "service_key"),
        )
    },
}
_IN_USD: Final = frozenset({"usd", "from_usd"})
_CODE: Final = re.compile(r"[\w.:+-]{1,64}", re.ASCII)
_MONEY: Final = re.compile(rf"(-?\d{{1,14}}(?:\.\d{{1,4}})?) ({'|'.join(MINOR_DIGITS)})", re.ASCII)
_DECIMAL: Final = re.compile(r"-?\d{1,14}(?:\.\d{1,4})?", re.ASCII)
_REFERENCE: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def build_event_document(event: Event) -> dict[str, Any]:
    """Return an event as JSON values."""
    return {
        "id": event_number(event.pk),
        "type": event.kind,
        "timestamp": format_utc(event.at),
        "object": _object(event),
        "data": _data(event.data),
    }


def format_event_document(event: Event, indent: int | None = None) -> str:
    """Return the document as JSON: the body of a webhook, or with line breaks for people."""
    return json.dumps(build_event_document(event), ensure_ascii=False, indent=indent)


def format_utc(at: datetime) -> str:
    """Return a time in UTC as RFC 3339, with microseconds."""
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def _object(event: Event) -> dict[str, Any] | None:
    """Return what the event is about; None if that is no single row.

    Changes of a row are made one after the other, so the number of the event grows with each: it is the version.
    """
    subject = event.subject
    if _REFERENCE.fullmatch(subject):
        subject = f"round {subject}"
    head, _, rest = subject.replace("service key ", "service_key ").partition(" ")
    key = rest.partition(" ")[0]
    if head not in _OBJECTS or not _CODE.fullmatch(key):
        return None
    return {"kind": _OBJECTS[head], "id": key, "version": event.pk}


def _data(data: object) -> dict[str, Any]:
    if not isinstance(data, Mapping):
        return {}
    shown = {name: _shown(name, data[name]) for name in sorted(SHOWN_FIELDS & set(data))}
    return {name: value for name, value in shown.items() if value is not None}


def _shown(name: str, value: object) -> object:
    """Return a value that may be shown; None for any other."""
    if isinstance(value, list):
        return [shown for one in value if (shown := _shown(name, one)) is not None]
    if isinstance(value, bool | int | float):
        return value
    return _text(name, value) if isinstance(value, str) else None


def _text(name: str, value: str) -> object:
    if found := _MONEY.fullmatch(value):
        return _money(found[1], found[2])
    if name in _IN_USD and _DECIMAL.fullmatch(value):
        return _money(value, BASE_CURRENCY)
    return value if _CODE.fullmatch(value) else None


def _money(amount: str, currency: str) -> dict[str, str]:
    money = Money.parse(amount, currency)
    return {"amount": money.text, "currency": money.currency}
