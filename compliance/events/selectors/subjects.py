"""Objects that events refer to, loaded in batch for a page."""

import re
from collections.abc import Iterable, Mapping, Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from accounts.models.users import User
from accounts.roles.values import Right
from compliance.events.selectors.round_numbers import Numbers
from compliance.models import VoidCase
from pages.names import select_name
from pages.page_links import PageLink
from tables.models import RuleSet, RuleSetVersion, Table

PERSON: Final = re.compile(r"(?:user|player|limits of player) (\d{1,18})", re.ASCII)
CASE: Final = re.compile(r"void V-(\d{1,18})\b", re.ASCII)
_RULES: Final = re.compile(r"rules (.+) (\d{1,9})(?:, library .*)?", re.ASCII)
_FAMILY: Final = re.compile(r"rule set (.+)")


@dataclass(frozen=True, slots=True)
class SubjectContext:
    """Data to name event subjects and link to their pages, with the reader's rights.

    Tables are keyed by slug, cases, staff and players by number, `rounds` (round numbers) by reference.
    """

    tables: Mapping[str, int]
    cases: Mapping[int, UUID]
    staff: Mapping[int, str]
    rules: Mapping[str, PageLink]  # page of a rule set or of a version, by subject
    rights: AbstractSet[Right]
    rounds: Numbers = field(default_factory=dict)
    players: Mapping[int, str] = field(default_factory=dict)  # empty without VIEW_PLAYERS
    table_names: Mapping[str, str] = field(default_factory=dict)  # by slug


NO_CONTEXT: Final = SubjectContext({}, {}, {}, {}, frozenset())
"""Context for files: no page links and no names."""


def load_subject_context(
    subjects: Iterable[str],
    rights: AbstractSet[Right],
    people: Iterable[int] = (),
    rounds: Numbers | None = None,
) -> SubjectContext:
    """Load the context for these subjects and a reader's rights. One query per kind of subject, at most five.

    `people` are ids of other people on the page, `rounds` the round numbers of the events.
    """
    subjects = list(subjects)
    slugs = [found[1] for one in subjects if (found := re.fullmatch(r"table (\S+)", one))]
    numbers = [int(found[1]) for one in subjects if (found := CASE.match(one))]
    tables = Table.objects.exclude(status=Table.Status.REFUSED).filter(slug__in=slugs)
    cases = VoidCase.objects.filter(pk__in=numbers)
    about = [int(found[1]) for one in subjects if (found := PERSON.fullmatch(one))]
    named = list(
        User.objects.filter(pk__in={*about, *people}).values_list("pk", "full_name", "is_staff")
    )
    sees_players = Right.VIEW_PLAYERS in rights
    shown = list(tables.values_list("slug", "pk", select_name()))
    return SubjectContext(
        {slug: pk for slug, pk, _name in shown},
        dict(cases.values_list("pk", "public_id")),
        {pk: name for pk, name, is_staff in named if is_staff},
        {**_families(subjects), **_versions(subjects)},
        rights,
        rounds or {},
        {pk: name for pk, name, is_staff in named if not is_staff and name and sees_players},
        {slug: name for slug, _pk, name in shown},
    )


def _families(subjects: Iterable[str]) -> Mapping[str, PageLink]:
    named = {found[1]: one for one in subjects if (found := _FAMILY.fullmatch(one))}
    rows = RuleSet.objects.filter(name__in=named).values_list("name", "pk")
    return {named[name]: PageLink("tables:family", (pk,)) for name, pk in rows}


def _versions(subjects: Iterable[str]) -> Mapping[str, PageLink]:
    named = {one: found for one in subjects if (found := _RULES.fullmatch(one))}
    families = {found[1] for found in named.values()}
    rows = RuleSetVersion.objects.filter(rule_set__name__in=families)
    pages = {
        (name, number): PageLink("tables:version", (pk,))
        for name, number, pk in rows.values_list("rule_set__name", "number", "pk")
    }
    return {
        one: page for one, found in named.items() if (page := pages.get((found[1], int(found[2]))))
    }
