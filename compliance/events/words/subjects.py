"""Event subjects in words, with links to their pages. Only this module knows their format."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode
from uuid import UUID

from django.utils.translation import gettext as _, gettext_lazy

from accounts.roles.values import Right
from compliance.events.selectors.round_numbers import UUID_TEXT, Numbers, replace_references
from compliance.events.selectors.subjects import CASE, NO_CONTEXT, PERSON, SubjectContext
from compliance.events.words.tables import NAMES, table_label
from pages.page_links import PageLink

# First word of a subject: its label, and the URL name that takes the rest as its argument.
_NAMED: Final[Mapping[str, tuple[object, str]]] = {
    "user": (gettext_lazy("person"), "players:player"),
    "player": (gettext_lazy("player"), "players:player"),
    "round": (gettext_lazy("round"), "hands:hand"),
    "shoe": (gettext_lazy("shoe"), "shoes:shoe"),
    "deposit": (gettext_lazy("deposit"), "cash:deposit"),
    "withdrawal": (gettext_lazy("withdrawal"), "cash:withdrawal"),
    "void": (gettext_lazy("case"), ""),
    "dispute": (gettext_lazy("dispute"), "disputes:dispute"),
    "case": (gettext_lazy("case"), "cases:case"),
    "table": (gettext_lazy("table"), ""),
    "day": (gettext_lazy("day"), ""),
    "regulator": (gettext_lazy("export to the regulator"), ""),
    "transfer": (gettext_lazy("transfer"), ""),
    "tax": (gettext_lazy("payment of taxes"), "cash:taxes"),
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
    "service": (gettext_lazy("service key"), "keys:key"),
    "webhook": (gettext_lazy("webhook endpoint"), "webhooks:endpoint"),
    "network": (gettext_lazy("network"), "webhooks:networks"),
    "app": (gettext_lazy("app"), "apps:app"),
    "restore": (gettext_lazy("restore"), "restores:page"),
    "policy": (gettext_lazy("policy"), "policies:version"),
    "profile": (gettext_lazy("profile"), "profiles:version"),
    "list": (gettext_lazy("signed list"), "gate:lists"),
}
_SECOND_WORD: Final[Mapping[str, str]] = {"rule": "set ", "oldest": "rate of ", "service": "key "}
_OF_ALL: Final = frozenset(
    {"cash:taxes", "rates:rules", "webhooks:networks", "restores:page", "gate:lists"}
)  # pages without an object in their URL
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
    "random numbers": (gettext_lazy("random numbers"), ""),
}
WHOLE: Final = frozenset({"ledger", "journal", "build", "house", "players", "platform", "reports"})
"""Subjects that name no single object; the sentence already names them."""

# Right required by the pages of each URL namespace; there are no links to pages the reader may not open.
_OPENED_WITH: Final[Mapping[str, Right]] = {
    "cash": Right.VIEW_CASH,
    "apps": Right.VIEW_STAFF,
    "restores": Right.VIEW_SWITCHES,
    "cases": Right.WORK_CASES,
    "disputes": Right.VIEW_DISPUTES,
    "events": Right.VIEW_EVENTS,
    "gate": Right.VIEW_EVENTS,
    "hands": Right.VIEW_HANDS,
    "keys": Right.VIEW_STAFF,
    "people": Right.VIEW_STAFF,
    "players": Right.VIEW_PLAYERS,
    "policies": Right.VIEW_POLICIES,
    "profiles": Right.VIEW_PROFILES,
    "rates": Right.VIEW_RATES,
    "shoes": Right.VIEW_HANDS,
    "switches": Right.VIEW_SWITCHES,
    "tables": Right.VIEW_TABLES,
    "voids": Right.VIEW_VOIDS,
    "webhooks": Right.VIEW_WEBHOOKS,
}


@dataclass(frozen=True, slots=True)
class EventSubject:
    """A subject in words, and the link to its page if the reader may open it."""

    words: str
    page: PageLink | None = None


def round_context(rounds: Numbers) -> SubjectContext:
    """Return a context for files: no links, only these round numbers."""
    return replace(NO_CONTEXT, rounds=rounds)


def format_subject(subject: str, rounds: Numbers) -> str:
    """Return a subject in words without a link, for files. No query."""
    return describe_subject(subject, round_context(rounds)).words


def describe_subject(subject: str, context: SubjectContext) -> EventSubject:
    if subject in _PAGES:
        words, page = _PAGES[subject]
        return EventSubject(str(words), _page(context, page))
    if found := re.fullmatch(r"limits of player (\d+)", subject):
        player = describe_person(int(found[1]), context)
        return EventSubject(
            _("limits of player %(number)s") % {"number": player.words}, player.page
        )
    if subject in context.rounds:  # stopped rounds: the bare reference
        subject = f"round {subject}"
    head, _blank, rest = subject.partition(" ")
    if head in NAMES:
        return _of_row(head, rest, context)
    person = PERSON.fullmatch(subject)
    if person and int(person[1]) in {**context.staff, **context.players}:
        return describe_person(int(person[1]), context)
    if head in _NAMED and rest:
        named, page = _NAMED[head]
        plain = told = rest.removeprefix(_SECOND_WORD.get(head, ""))
        if head == "table":
            told = context.table_names.get(rest, rest)
        told = replace_references(told, context.rounds)
        return EventSubject(f"{named} {told}", _page_of(subject, head, plain, page, context))
    return EventSubject(subject)


def describe_person(number: int, context: SubjectContext) -> EventSubject:
    """Return a person in words with a link: staff by name, players by name and number if the context has the name."""
    if number in context.staff:
        return EventSubject(context.staff[number], _page(context, "people:person", number))
    name = context.players.get(number)
    words = f"{name} ({number})" if name else str(number)
    return EventSubject(words, _page(context, "players:player", number))


def _of_row(table: str, key: str, context: SubjectContext) -> EventSubject:
    """A configured row with a link to its history; without a key, to the history of its table."""
    words = f"{table_label(table)}: {key}" if key else table_label(table)
    query = urlencode({"table": table, **({"row": key} if key else {})})
    page = _page(context, "events:changes", query=f"?{query}")
    return EventSubject(words, page)


def _page_of(
    subject: str, head: str, rest: str, page: str, context: SubjectContext
) -> PageLink | None:
    if subject in context.rules:
        return context.rules[subject] if Right.VIEW_TABLES in context.rights else None
    if head == "table" and rest in context.tables:
        return _page(context, "tables:table", context.tables[rest])
    if head == "review":
        return _page(context, "people:review")
    if (case := CASE.match(subject)) and int(case[1]) in context.cases:
        return _page(context, "voids:case", context.cases[int(case[1])])
    return _page(context, page, *(() if page in _OF_ALL else (_argument(rest),)))


def _argument(rest: str) -> int | UUID | str:
    if number := re.fullmatch(r"(?:[A-Z]-)?(\d{1,18})", rest, re.ASCII):
        return int(number[1])
    return UUID(rest) if re.fullmatch(UUID_TEXT, rest) else rest


def _page(
    context: SubjectContext, name: str, *arguments: object, query: str = ""
) -> PageLink | None:
    """Link to the page of this name; None if there is none or the reader may not open it."""
    if name and _OPENED_WITH[name.partition(":")[0]] in context.rights:
        return PageLink(name, arguments, query)
    return None
