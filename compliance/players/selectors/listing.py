"""Player list: search among a million players, and filters."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_ipv46_address
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models.restrictions import Restriction
from accounts.models.users import State, User
from accounts.models.visits import Visit
from accounts.users.selectors import search
from accounts.users.selectors.inactivity import find_inactive_spells, find_unclaimed_spells
from accounts.users.selectors.search import all_players, build_name_filter
from accounts.values.countries import COUNTRIES
from pages.pagination import parse_row_number
from wallet.ledger.models import Account
from wallet.money.values import PLAY_MONEY, Money

RESTRICTED: Final = "restricted"  # any kind of restriction
INACTIVE: Final = "inactive"
UNCLAIMED: Final = "unclaimed"
EXPIRED: Final = "expired"  # verified by a document that has expired
SINCE: Final[Mapping[str, timedelta]] = {
    "day": timedelta(days=1),
    "week": timedelta(days=7),
    "month": timedelta(days=30),
}
MOST_ASKED: Final = 100  # characters
LONGEST_DEVICE: Final = 200


def find_players(params: Mapping[str, Any]) -> QuerySet[User]:
    """Return the players for the list's query parameters, newest first; unknown values are ignored.

    - `q`: words of name and address, or a number
    - `state`: a state, or "restricted"
    - `verified`: yes, no, or "expired"
    - `money`: yes or no
    - `country`: a country code
    - `kind`: real, test or guest; guests are listed only then
    - `since`: registered within a day, week or month
    - `activity`: "inactive", or "unclaimed": inactive so long that their funds count as unclaimed
    - `network`: IP address of a stored visit; `device`: prefix of its user agent
    """
    rows = all_players()
    if text := params.get("q", "").strip()[:MOST_ASKED]:
        rows = rows.filter(_match_text(text))
    if (state := params.get("state")) in State.values:
        rows = rows.filter(state=state)
    elif state == RESTRICTED:
        rows = rows.filter(state__in=Restriction.Kind.values)
    if (verified := params.get("verified")) in {"yes", "no"}:
        rows = rows.filter(verified_at__isnull=verified == "no")
    elif verified == EXPIRED:
        rows = rows.filter(document_until__lt=timezone.now().date())
    if (country := params.get("country")) in COUNTRIES:
        rows = rows.filter(country=country)
    kind = params.get("kind")
    rows = rows.filter(is_guest=kind == "guest")
    if kind in {"real", "test"}:
        rows = rows.filter(is_test_account=kind == "test")
    if (money := params.get("money")) in {"yes", "no"}:
        rows = rows.filter(_has_money() if money == "yes" else ~_has_money())
    if since := SINCE.get(params.get("since", "")):
        rows = rows.filter(created_at__gte=timezone.now() - since)
    return _by_activity(_by_visits(rows, params), params).order_by("-id")


def _by_activity(rows: QuerySet[User], params: Mapping[str, Any]) -> QuerySet[User]:
    activity = params.get("activity")
    if activity not in {INACTIVE, UNCLAIMED}:
        return rows
    spells = (
        find_inactive_spells() if activity == INACTIVE else find_unclaimed_spells(timezone.now())
    )
    return rows.filter(pk__in=spells.values_list("player", flat=True))


def _by_visits(rows: QuerySet[User], params: Mapping[str, Any]) -> QuerySet[User]:
    if network := params.get("network", "").strip():
        rows = rows.filter(pk__in=_who_came(address=network) if is_ip_address(network) else ())
    if device := params.get("device", "").strip()[:LONGEST_DEVICE]:
        rows = rows.filter(pk__in=_who_came(agent__startswith=device))
    return rows


def _match_text(text: str) -> Q:
    """Match by ids if there are few matches: PostgreSQL would otherwise scan all players, newest first, for a few."""
    few = search.find_ids_if_few(text)
    called = build_name_filter(text) if few is None else Q(pk__in=few)
    number = parse_row_number(text)
    return called if number is None else called | Q(pk=number)


def is_ip_address(text: str) -> bool:
    """Return whether the text is an IP address."""
    try:
        validate_ipv46_address(text)
    except ValidationError:
        return False
    return True


def _who_came(**how: str) -> QuerySet[Visit, int]:
    return Visit.objects.filter(**how).values_list("player", flat=True)


def _has_money() -> Exists:
    accounts = Account.objects.filter(player=OuterRef("pk"), balance__gt=0)
    return Exists(accounts.exclude(currency=PLAY_MONEY))


def load_with_balances(rows: Sequence[User]) -> Sequence[tuple[User, list[Money]]]:
    """Return these players with their positive real-money balances. One query."""
    accounts = Account.objects.filter(player__in=rows, balance__gt=0).exclude(currency=PLAY_MONEY)
    found: defaultdict[int, list[Money]] = defaultdict(list)
    for player, units, currency in accounts.order_by("currency_id").values_list(
        "player_id", "balance", "currency_id"
    ):
        found[player].append(Money(units, currency))
    return [(row, found[row.pk]) for row in rows]
