"""Where the page of what an event is about stands. One place knows how subjects are written."""

import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import urlencode
from uuid import UUID

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models.users import User
from accounts.roles.values import Right
from compliance.events.selectors.round_numbers import UUID_TEXT, Numbers, with_numbers
from compliance.events.words.tables import NAMES, name_of_table
from compliance.models import VoidCase
from tables.models import RuleSet, RuleSetVersion, Table

_PERSON: Final = re.compile(r"user (\d{1,18})", re.ASCII)
_RULES: Final = re.compile(r"rules (.+) (\d{1,9})(?:, library .*)?", re.ASCII)
_FAMILY: Final = re.compile(r"rule set (.+)")
_CASE: Final = re.compile(r"void V-(\d{1,18})\b", re.ASCII)
# How a subject begins, what stands on a page for it, and the address that takes the rest.
_NAMED: Final[Mapping[str, tuple[object, str]]] = {
    "user": (gettext_lazy("person"), "players:player"),
    "player": (gettext_lazy("player"), "players:player"),
    "round": (gettext_lazy("round"), "hands:hand"),
    "shoe": (gettext_lazy("shoe"), "shoes:shoe"),
    "deposit": (gettext_lazy("deposit"), "cash:deposit"),
    "withdrawal": (gettext_lazy("withdrawal"), "cash:withdrawal"),
    "void": (gettext_lazy("case"), ""),
    "dispute": (gettext_lazy("dispute"), "disputes:dispute"),
    "table": (gettext_lazy("table"), ""),
    "transfer": (gettext_lazy("transfer"), ""),
    "correction": (gettext_lazy("correction"), "cash:correction"),
    "rate": (gettext_lazy("rate"), ""),
    "rule": (gettext_lazy("rule set"), ""),
    "rules": (gettext_lazy("rules"), ""),
    "finding": (gettext_lazy("finding"), ""),
    "limit": (gettext_lazy("limit"), ""),
    "review": (gettext_lazy("review of rights"), ""),
    "tiers": (gettext_lazy("tiers"), ""),
    "export": (gettext_lazy("file"), ""),
    "machine": (gettext_lazy("machine"), ""),
    "error": (gettext_lazy("error"), ""),
    "spread": (gettext_lazy("spread"), "rates:rules"),
    "oldest": (gettext_lazy("oldest rate of"), "rates:rules"),
}
_SECOND_WORD: Final[Mapping[str, str]] = {"rule": "set ", "oldest": "rate of "}
_OF_ALL: Final = frozenset({"rates:rules"})  # pages that are about no single one
_PAGES: Final[Mapping[str, tuple[object, str]]] = {
    "ledger": (gettext_lazy("ledger"), "cash:findings"),
    "journal": (gettext_lazy("journal"), "events:integrity"),
    "build": (gettext_lazy("build"), "events:integrity"),
    "house": (gettext_lazy("the house"), "switches:overview"),
    "players": (gettext_lazy("players"), "players:list"),
    "platform": (gettext_lazy("the platform"), ""),
    "reports": (gettext_lazy("reports"), ""),
    "limits of the house": (gettext_lazy("limits of the house"), "tables:house"),
    "spread of all": (gettext_lazy("spread of all pairs"), "rates:rules"),
}
# Who may open the pages of each part; nobody is led to a page that is refused then.
_OPENED_WITH: Final[Mapping[str, Right]] = {
    "cash": Right.VIEW_CASH,
    "disputes": Right.VIEW_DISPUTES,
    "events": Right.VIEW_EVENTS,
    "hands": Right.VIEW_HANDS,
    "people": Right.VIEW_STAFF,
    "players": Right.VIEW_PLAYERS,
    "rates": Right.VIEW_RATES,
    "shoes": Right.VIEW_HANDS,
    "switches": Right.VIEW_SWITCHES,
    "tables": Right.VIEW_TABLES,
    "voids": Right.VIEW_VOIDS,
}


@dataclass(frozen=True, slots=True)
class EventSubject:
    """What an event is about, in words, and its page ("" where it has none)."""

    words: str
    address: str


@dataclass(frozen=True, slots=True)
class Places:
    """What is to be known to find pages: tables by their name, cases by their number, staff by theirs; and who reads with what.

    `rounds` are the numbers of rounds by reference, of events that were read with them.
    """

    tables: Mapping[str, int]
    cases: Mapping[int, UUID]
    staff: Mapping[int, str]
    rules: Mapping[str, str]  # the address of a rule set, or of a version of it, by its subject
    rights: AbstractSet[Right]
    rounds: Numbers = field(default_factory=dict)

    def address(self, name: str, *arguments: object) -> str:
        """Where a page is; "" where there is none for this, or the reader may not open it."""
        if name and _OPENED_WITH[name.partition(":")[0]] in self.rights:
            with suppress(NoReverseMatch):
                return reverse(name, args=arguments)
        return ""


NOWHERE: Final = Places({}, {}, {}, {}, frozenset())
"""Who knows no pages and no names."""


def places_of(
    subjects: Iterable[str],
    rights: AbstractSet[Right],
    people: Iterable[int] = (),
    rounds: Numbers | None = None,
) -> Places:
    """Everything that a page with these subjects needs, for a reader with these rights. A query for each sort that is there.

    `people` are those whom it names beside, `rounds` the numbers of the rounds it names.
    """
    subjects = list(subjects)
    slugs = [found[1] for one in subjects if (found := re.fullmatch(r"table (\S+)", one))]
    numbers = [int(found[1]) for one in subjects if (found := _CASE.match(one))]
    tables = Table.objects.exclude(status=Table.Status.REFUSED).filter(slug__in=slugs)
    cases = VoidCase.objects.filter(pk__in=numbers)
    about = [int(found[1]) for one in subjects if (found := _PERSON.fullmatch(one))]
    staff = User.objects.filter(pk__in={*about, *people}, is_staff=True)
    return Places(
        dict(tables.values_list("slug", "pk")),
        dict(cases.values_list("pk", "public_id")),
        dict(staff.values_list("pk", "full_name")),
        {**_families(subjects), **_versions(subjects)},
        rights,
        rounds or {},
    )


def _families(subjects: Iterable[str]) -> Mapping[str, str]:
    named = {found[1]: one for one in subjects if (found := _FAMILY.fullmatch(one))}
    rows = RuleSet.objects.filter(name__in=named).values_list("name", "pk")
    return {named[name]: reverse("tables:family", args=[pk]) for name, pk in rows}


def _versions(subjects: Iterable[str]) -> Mapping[str, str]:
    named = {one: found for one in subjects if (found := _RULES.fullmatch(one))}
    families = {found[1] for found in named.values()}
    rows = RuleSetVersion.objects.filter(rule_set__name__in=families)
    pages = {
        (name, number): reverse("tables:version", args=[pk])
        for name, number, pk in rows.values_list("rule_set__name", "number", "pk")
    }
    return {one: pages.get((found[1], int(found[2])), "") for one, found in named.items()}


def places_of_rounds(rounds: Numbers) -> Places:
    """Return the places of a file: no pages, and these numbers of rounds."""
    return replace(NOWHERE, rounds=rounds)


def words_of(subject: str, rounds: Numbers) -> str:
    """What stands for a subject where it leads nowhere, as in a file. No query."""
    return subject_of(subject, places_of_rounds(rounds)).words


def subject_of(subject: str, places: Places) -> EventSubject:
    """What stands for a subject, and where it leads."""
    if subject in _PAGES:
        words, page = _PAGES[subject]
        return EventSubject(str(words), places.address(page))
    if found := re.fullmatch(r"limits of player (\d+)", subject):
        told = _("limits of player %(number)s") % {"number": found[1]}
        return EventSubject(told, places.address("players:player", int(found[1])))
    if subject in places.rounds:  # events about stopped rounds say nothing but the reference
        subject = f"round {subject}"
    head, _blank, rest = subject.partition(" ")
    if head in NAMES:
        return _of_row(head, rest, places)
    if (person := _PERSON.fullmatch(subject)) and int(person[1]) in places.staff:
        return person_of(int(person[1]), places)
    if head in _NAMED and rest:
        named, page = _NAMED[head]
        told = rest.removeprefix(_SECOND_WORD.get(head, ""))
        told = with_numbers(told, places.rounds)
        return EventSubject(f"{named} {told}", _address(subject, head, rest, page, places))
    return EventSubject(subject, "")


def person_of(number: int, places: Places) -> EventSubject:
    """A member of staff by name, anybody else by number, as a player."""
    if number in places.staff:
        return EventSubject(places.staff[number], places.address("people:person", number))
    return EventSubject(str(number), places.address("players:player", number))


def _of_row(table: str, key: str, places: Places) -> EventSubject:
    """A configured row leads to its history, several at once to that of their table."""
    words = f"{name_of_table(table)}: {key}" if key else name_of_table(table)
    address = places.address("events:changes")
    query = urlencode({"table": table, **({"row": key} if key else {})})
    return EventSubject(words, f"{address}?{query}" if address else "")


def _address(subject: str, head: str, rest: str, page: str, places: Places) -> str:
    if subject in places.rules:
        return places.rules[subject] if Right.VIEW_TABLES in places.rights else ""
    if head == "table" and rest in places.tables:
        return places.address("tables:table", places.tables[rest])
    if head == "review":
        return places.address("people:review")
    if (case := _CASE.match(subject)) and int(case[1]) in places.cases:
        return places.address("voids:case", places.cases[int(case[1])])
    return places.address(page, *(() if page in _OF_ALL else (_argument(rest),)))


def _argument(rest: str) -> int | UUID | str:
    if number := re.fullmatch(r"(?:[A-Z]-)?(\d{1,18})", rest, re.ASCII):
        return int(number[1])
    return UUID(rest) if re.fullmatch(UUID_TEXT, rest) else rest
