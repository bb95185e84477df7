"""Input of the matrix: every address and service, and a house with a player at a table and staff."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Any, Final
from uuid import UUID, uuid4

from django.contrib.auth.models import Group
from django.db import connection
from django.urls import URLPattern, URLResolver, converters, get_resolver

from accounts.identity.services.addresses import enter_address
from accounts.identity.values.addresses import PostalAddress
from accounts.models.policies import PolicyKind
from accounts.models.users import User
from accounts.policies.selectors.versions import versions_in_force
from accounts.roles.values import Role
from casino.models import Round
from loyalty.selectors.tiers import find_tier_set_in_force
from profiles.models import ProfileVersion
from tests.accounts.staff import staff
from tests.casino import scenes
from tests.matrix.pages import ROLES
from tests.matrix.services import ACTORS
from wallet.cash.models import Correction, CorrectionKind
from wallet.cash.services.corrections import propose_correction
from wallet.money.values import Money

_NOTHING: Final[Mapping[type[Any], object]] = {
    converters.IntConverter: 0,
    converters.UUIDConverter: UUID(int=0),
    converters.SlugConverter: "nothing",
    converters.StringConverter: "nothing",
    converters.PathConverter: "nothing",
}
# arguments of our own converters, which accept known words only
_WORDS: Final[Mapping[str, object]] = {"what": "limit"}
APPS: Final = (
    "accounts",
    "limits",
    "tables",
    "wallet",
    "loyalty",
    "casino",
    "compliance",
    "cases",
    "detection",
    "reports",
    "api",
    "alarms",
)
_PAGES: Final = {"views", "forms", "migrations", "management", "selectors"}
NOWHERE: Final = ("admin:", "staff/(?P<url>.*)$")
UNWATCHED: Final = {"django_session", "config_cache", "config_release", "accounts_staffaccess"}


@dataclass(frozen=True)
class Address:
    """Address of the site: its URL name, route and argument converters."""

    name: str
    route: str
    arguments: Mapping[str, Any]

    def nothing(self) -> dict[str, object]:
        """Return arguments that name no row."""
        return {
            name: _WORDS.get(name) or _NOTHING[type(converter)]
            for name, converter in self.arguments.items()
        }


def addresses() -> list[Address]:
    """Return every address of the back office except the admin's catch-all."""
    found = [one for one in _walk(get_resolver(), "", "", {}) if one.route.startswith("staff/")]
    return [one for one in found if (one.name, one.route) != NOWHERE]


def _walk(resolver: URLResolver, route: str, space: str, given: Mapping[str, Any]) -> list[Address]:
    found = []
    for one in resolver.url_patterns:
        path = route + str(one.pattern)
        arguments = {**given, **one.pattern.converters}
        if isinstance(one, URLPattern):
            found.append(Address(f"{space}{one.name or ''}", path, arguments))
        else:
            inner = f"{space}{one.namespace}:" if one.namespace else space
            found += _walk(one, path, inner, arguments)
    return found


@dataclass(frozen=True)
class House:
    """People by the letter of their role, and a row of each kind that a page may be about."""

    people: Mapping[str, User]
    player: User
    two_roles: User
    no_role: User
    samples: Mapping[str, object]


def house() -> House:
    """Build the house: a round in progress at an open table, and staff."""
    round_: Round = scenes.deal(scenes.ordinary)
    two = staff(Role.COMPLIANCE_ANALYST, "two")
    two.groups.add(Group.objects.get(name=Role.CASHIER))
    none = staff(Role.OPERATOR, "none")
    none.groups.clear()
    none.is_superuser = True  # grants no rights
    none.save()
    table = round_.place.table
    home = PostalAddress(
        "Calle 10 # 5-23", "Bogotá", "Cundinamarca", "110111", round_.player.country
    )
    enter_address(round_.player, home)
    return House(
        people={letter: staff(role) for letter, role in ROLES.items()},
        player=round_.player,
        two_roles=two,
        no_role=none,
        samples={
            "player": round_.player_id,
            "somebody": round_.player,
            "staff": two.pk,
            "table": table.pk,
            "version": table.version_id,
            "family": table.version.rule_set_id,
            "round": round_.public_id,
            "shoe": round_.deal.shoe.public_id,
            "slug": table.slug,
            "currency": "EUR",
            "tiers": find_tier_set_in_force().pk,
            "standard": "A1",
            "profile": ProfileVersion.objects.get().pk,
            "policy_kind": PolicyKind.TERMS.value,
            "policy": versions_in_force()[PolicyKind.TERMS].pk,
            "correction": a_correction(round_.player).pk,
        },
    )


def a_correction(player: User) -> Correction:
    """Return a correction proposed by a cashier of another till."""
    return propose_correction(
        CorrectionKind.BONUS,
        player,
        Money.parse("5", "USD"),
        key=uuid4(),
        acting_user=staff(Role.CASHIER, "till"),
        reason="of the matrix",
    )


def everything() -> Mapping[str, tuple[int, int]]:
    """Return row count and content hash of every table except sessions, cache (rate limits) and access log."""
    # A refusal leaves this event and nothing else.
    noted = {"journal_event": "WHERE kind <> 'staff_refused'"}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition"
            " AND relnamespace = 'public'::regnamespace ORDER BY relname"
        )
        tables = [name for (name,) in cursor.fetchall() if name not in UNWATCHED]
        asked = " UNION ALL ".join(
            f"SELECT '{name}', count(*), coalesce(sum(hashtextextended(t::text, 0)), 0) FROM \"{name}\" t {noted.get(name, '')}"  # noqa: S608  # catalogue names
            for name in tables
        )
        cursor.execute(asked)
        return {name: (rows, said) for name, rows, said in cursor.fetchall()}


def services() -> dict[str, Callable[..., object]]:
    """Return every public function with an acting user, by dotted name; views, forms and selectors excluded."""
    found: dict[str, Callable[..., object]] = {}
    for module in _modules():
        for name, function in inspect.getmembers(module, inspect.isfunction):
            own = function.__module__ == module.__name__ and not name.startswith("_")
            if own and set(ACTORS) & set(inspect.signature(function).parameters):
                found[f"{module.__name__}.{name}"] = function
    return found


def _modules() -> Iterator[ModuleType]:
    for app in APPS:
        package = import_module(app)
        for one in walk_packages(package.__path__, f"{app}."):
            if not _PAGES & set(one.name.split(".")):
                yield import_module(one.name)
