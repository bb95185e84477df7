"""Events and changes in words: old and new values first, then the other facts."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext as _

from compliance.events.selectors.currencies import find_change_currency, find_event_currency
from compliance.events.selectors.round_numbers import replace_references
from compliance.events.selectors.subjects import NO_CONTEXT, SubjectContext
from compliance.events.words.findings import FINDING_FORMATTERS
from compliance.events.words.headlines import REASONS, build_headline
from compliance.events.words.limits import find_setting_label, format_setting
from compliance.events.words.subjects import WHOLE, describe_person, describe_subject
from compliance.events.words.tables import column_label, find_field, find_model
from compliance.events.words.values import (
    event_field_label,
    format_column_value,
    format_event_value,
    localize_decimal,
)
from journal.models import Alteration, Event
from journal.words.events import SEVERITIES, WORDS
from journal.words.findings import describe_finding, is_finding, register_sentences
from pages.moments import moment_text
from pages.page_links import PageLink
from wallet.money.values import MINOR_DIGITS, Money
from wallet.money.words import format_money

NOTHING: Final = "\N{EN DASH}"
_TABLES: Final[Mapping[str, str]] = {"user": "accounts_user"}  # the table of the columns
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
_MONEY: Final = re.compile(rf"(-?\d{{1,14}}(?:\.\d{{1,4}})?) ({'|'.join(MINOR_DIGITS)})", re.ASCII)
_PEOPLE: Final = (
    "player",
    "proposed_by",
    "entered_by",
    "asked_by",
    "owner",
)  # fields that hold a user id
_PAIRS: Final = (("before", "after"), ("from", "to"))
register_sentences(FINDING_FORMATTERS)


@dataclass(frozen=True, slots=True)
class ChangedValue:
    """A labelled value before and after a change, in words."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class EventFact:
    """A labelled value of an event, with a link if it is a person."""

    name: str
    value: str
    page: PageLink | None = None


@dataclass(frozen=True, slots=True)
class EventText:
    """An event in words.

    `headline` is `sentence` with names and numbers, `reason` what a person wrote; the rest are details.
    """

    sentence: str
    severity: str
    changes: tuple[ChangedValue, ...]
    facts: tuple[EventFact, ...]
    headline: str
    reason: str

    @property
    def brief(self) -> str:
        """All changes, then all facts, in one line."""
        changes = [_change_in_brief(one) for one in self.changes]
        facts = [f"{one.name}: {one.value}" for one in self.facts]
        return " · ".join([*changes, *facts])


def _change_in_brief(change: ChangedValue) -> str:
    arrow = f"{change.before} → {change.after}"
    return f"{change.name}: {arrow}" if change.name else arrow


def find_person_ids(event: Event) -> list[int]:
    """Return the user ids in an event's data."""
    data = event.data if isinstance(event.data, dict) else {}
    return [data[name] for name in _PEOPLE if isinstance(data.get(name), int)]


def describe_event(event: Event, context: SubjectContext = NO_CONTEXT) -> EventText:
    """Return an event in words, with names and round numbers from `context`."""
    data = event.data if isinstance(event.data, dict) else {"": event.data}
    head = event.subject.partition(" ")[0]
    table = _TABLES.get(head, head if find_model(head) else "")
    changes = tuple(
        _change_with_numbers(change, context)
        for first, second in _PAIRS
        if first in data or second in data
        for change in _changes(
            table,
            _value_text(event.kind, first, data.get(first)),
            _value_text(event.kind, second, data.get(second)),
            find_event_currency(event),
        )
    )
    paired = {name for pair in _PAIRS for name in pair}
    facts = {
        name: _fact(event.kind, name, value, context)
        for name, value in data.items()
        if name not in paired
    }
    sentence = kind_sentence(event.kind)
    about = "" if event.subject in WHOLE else describe_subject(event.subject, context).words
    return EventText(
        sentence,
        severity_label(event.severity),
        changes,
        tuple(facts.values()),
        build_headline(sentence, about, facts, data, changes),
        " · ".join(facts[name].value for name in REASONS if data.get(name) and name in facts),
    )


def _fact(kind: str, name: str, value: object, context: SubjectContext) -> EventFact:
    if name in _PEOPLE and isinstance(value, int):
        person = describe_person(value, context)
        return EventFact(event_field_label(name), person.words, person.page)
    told = _value(format_event_value(kind, name, value))
    return EventFact(event_field_label(name), replace_references(told, context.rounds))


def _change_with_numbers(change: ChangedValue, context: SubjectContext) -> ChangedValue:
    before, after = (
        replace_references(one, context.rounds) for one in (change.before, change.after)
    )
    return ChangedValue(change.name, before, after)


def _value_text(kind: str, name: str, value: object) -> object:
    if isinstance(value, dict):
        return {key: format_event_value(kind, key, one) for key, one in value.items()}
    return format_event_value(kind, name, value)


def describe_change(row: Alteration) -> tuple[ChangedValue, ...]:
    return tuple(_changes(row.table_name, row.before, row.after, find_change_currency(row)))


def kind_sentence(kind: str) -> str:
    """Return the sentence of an event kind; the kind itself if unknown."""
    known = {one.value: words for one, words in WORDS.items()}
    return str(known.get(kind, kind))


def severity_label(severity: str) -> str:
    known = {one.value: words for one, words in SEVERITIES.items()}
    return str(known.get(severity, severity))


def _changes(table: str, before: object, after: object, currency: str) -> Iterator[ChangedValue]:
    if not isinstance(before, dict) and not isinstance(after, dict):
        plain = ChangedValue("", _value(before), _value(after))
        if (plain.before, plain.after) != (NOTHING, NOTHING):
            yield plain
        return
    old = before if isinstance(before, dict) else {}
    new = after if isinstance(after, dict) else {}
    for name in [*old, *(name for name in new if name not in old)]:
        if old.get(name) != new.get(name) or name not in old or name not in new:
            yield ChangedValue(
                _column(table, name),
                _cell(table, name, old[name], currency) if name in old else NOTHING,
                _cell(table, name, new[name], currency) if name in new else NOTHING,
            )
        elif name in old:  # masked: only the fact of the change is visible
            yield ChangedValue(_column(table, name), _value(old[name]), _value(new[name]))


def _column(table: str, name: str) -> str:
    if (label := find_setting_label(table, name)) is not None:
        return label
    return column_label(table, name) if find_field(table, name) else event_field_label(name)


def _cell(table: str, name: str, value: object, currency: str) -> str:
    told = format_setting(table, name, value, currency)
    return told or _value(format_column_value(find_field(table, name), value))


def _value(value: Any) -> str:
    if value is None or value in ("", [], {}):
        return NOTHING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict) and is_finding(value):
        return describe_finding(value)
    if isinstance(value, Mapping):
        return ", ".join(
            f"{event_field_label(str(name))}: {_value(one)}" for name, one in value.items()
        )
    if isinstance(value, list):
        return " · ".join(_value(one) for one in value)
    if isinstance(value, float):
        value = localize_decimal(format(Decimal(repr(value)), "f"))
    return _moment(value) or _amount(value) or str(value)


def _amount(value: Any) -> str:
    """A stored amount in the reader's format; "" if the value is not an amount."""
    found = _MONEY.fullmatch(value) if isinstance(value, str) else None
    return format_money(Money.parse(found[1], found[2])) if found else ""


def _moment(value: Any) -> str:
    """A stored time in the reader's format, to the second; "" if the value is not a time."""
    if not isinstance(value, str) or not _MOMENT.fullmatch(value):
        return ""
    try:
        at = datetime.fromisoformat(value)
    except ValueError:  # not a calendar date
        return ""
    return moment_text(at, _("j M Y, H:i:s"))
