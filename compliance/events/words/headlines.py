"""Headline of an event: one sentence with names, numbers and the main values."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Final

from django.utils import formats
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from compliance.events.words.sentences import ChangedValue, EventFact

_PLAIN: Final = (
    *("player", "amount", "usd", "currency", "rate", "kind", "name", "period", "bet", "about"),
    *("outcome", "code", "page", "error", "source", "queue", "shows", "method", "address", "roles"),
)
"""Fields shown without a label, in the order of the sentence."""

_LABELLED: Final = (
    *("hands", "staked", "returned", "points", "minutes", "seconds", "box", "rounds", "people"),
    *("failures", "days", "day", "until", "effective_at", "expected", "actual", "format", "tried"),
)
REASONS: Final = ("reason", "note", "why")
"""Fields with text written by a person, shown below the sentence."""

_LONGEST_CHANGE: Final = 60
_RATE: Final = Decimal("0.000001")


def build_headline(
    sentence: str,
    about: str,
    facts: Mapping[str, "EventFact"],
    data: Mapping[str, object],
    changes: Sequence["ChangedValue"],
) -> str:
    """Return the sentence with its subject, main values, and short changes.

    `facts` are the facts in words by field name, `data` the stored values.
    """
    told = [one for one in (about, *_values(facts, data), *_changes(changes)) if one]
    return f"{sentence}: {', '.join(dict.fromkeys(told))}" if told else sentence


def _values(facts: Mapping[str, "EventFact"], data: Mapping[str, object]) -> Iterator[str]:
    if isinstance(data.get("approved"), bool):
        yield _("approved") if data["approved"] else _("refused")
    for name in _PLAIN:
        if name in facts and _is_short(data[name]):
            yield _plain(name, facts[name], data[name])
    for name in _LABELLED:
        if name in facts and _is_short(data[name]):
            yield f"{_lower(facts[name].name)}: {facts[name].value}"


def _plain(name: str, fact: "EventFact", value: object) -> str:
    if name == "rate":
        return _brief_rate(value)
    if name == "player" and fact.value.isdigit():  # the reader may not see the name
        return f"{_lower(fact.name)} {fact.value}"
    return fact.value


def _is_short(value: object) -> bool:
    return value not in (None, "", []) and not isinstance(value, dict)


def _brief_rate(value: object) -> str:
    """The rate to six decimals; the details show all of them."""
    try:
        rate = Decimal(str(value)).quantize(_RATE).normalize()
    except InvalidOperation:
        return str(value)
    return str(formats.number_format(format(rate, "f")))


def _lower(label: str) -> str:
    """The label for use inside a sentence; abbreviations keep their capitals."""
    return label if label[:2].isupper() else label[:1].lower() + label[1:]


def _changes(changes: Sequence["ChangedValue"]) -> Iterator[str]:
    for one in changes[:2]:
        if len(one.before) + len(one.after) <= _LONGEST_CHANGE:
            name = f"{_lower(one.name)} " if one.name else ""
            yield f"{name}{one.before} → {one.after}"
