"""Visits get the country of their network from the operator's table."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from accounts.models.networks import NetworkCountry
from accounts.models.users import User
from accounts.models.visits import Visit
from accounts.visits.services.visits import start_visit
from detection.selectors.player_events import add_events
from journal.models import Event
from signals.catalogue import SIGNALS
from signals.columns import History
from signals.outcomes import Outcome, OutcomeStatus
from tests.accounts.people import ana_confirmed

pytestmark = pytest.mark.database
TABLE = "network,country\n203.0.113.0/24,MX\n203.0.113.128/25,jp\n\n2001:db8::/32,DO\n"


def load(tmp_path: Path, text: str) -> None:
    file = tmp_path / "networks.csv"
    file.write_text(text, encoding="utf-8")
    call_command("load_network_countries", str(file), stdout=StringIO())


@pytest.mark.parametrize(
    ("address", "country"),
    [
        ("203.0.113.7", "MX"),
        ("203.0.113.200", "JP"),  # the smaller network
        ("2001:db8:1::9", "DO"),
        ("198.51.100.1", ""),
        (None, ""),
    ],
)
def test_a_visit_has_the_country_of_its_network(
    player: User, tmp_path: Path, address: str | None, country: str
) -> None:
    load(tmp_path, TABLE)
    assert start_visit(player, "a" * 32, address, "Firefox")[0].country == country


def judge_travel(player: User) -> Outcome:
    visits = Visit.objects.order_by("begun_at")
    history = add_events(History(str(player.pk)), player.pk, visits[0].begun_at)
    signal = SIGNALS["GEO1"]
    return signal.judge(history, {one.name: one.default for one in signal.thresholds})


def visit_twice(player: User) -> None:
    start_visit(player, "a" * 32, "203.0.113.7", "Firefox")
    start_visit(player, "b" * 32, "203.0.113.200", "Firefox")


def test_impossible_travel_is_found_with_a_table_alone(player: User, tmp_path: Path) -> None:
    visit_twice(player)
    assert judge_travel(player).reason == "unknown_country"
    load(tmp_path, TABLE)
    visit_twice(player)
    assert judge_travel(player).status is OutcomeStatus.FLAGGED


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("203.0.113.0/33,MX\n", "line 1: 203.0.113.0/33 is no network"),
        ("203.0.113.7/24,MX\n", "line 1: 203.0.113.7/24 is no network"),
        ("203.0.113.0/24,XX\n", "line 1: XX is no country"),
        ("203.0.113.0/24\n", "line 1: 1 values instead of 2"),
        ("10.0.0.0/8,MX\n10.0.0.0/8,JP\n", "line 2: 10.0.0.0/8 has the country MX already"),
        ("network,country\n", "has no network"),
        ("nonsense,MX\n" * 12, "and 2 more"),
    ],
)
def test_a_faulty_table_changes_nothing(tmp_path: Path, text: str, fault: str) -> None:
    load(tmp_path, TABLE)
    with pytest.raises(CommandError, match="nothing was changed") as refused:
        load(tmp_path, text)
    assert fault in str(refused.value)
    assert NetworkCountry.objects.count() == 3
    assert Event.objects.filter(kind="network_countries_loaded").count() == 1


def test_the_file_of_the_settings_replaces_the_table(tmp_path: Path, settings: Settings) -> None:
    load(tmp_path, TABLE)
    settings.NETWORK_COUNTRIES_FILE = tmp_path / "other.csv"
    settings.NETWORK_COUNTRIES_FILE.write_text("198.51.100.0/24,CO\n", encoding="utf-8")
    call_command("load_network_countries", stdout=StringIO())
    assert list(NetworkCountry.objects.values_list("network", "country")) == [
        ("198.51.100.0/24", "CO")
    ]
    call_command("load_network_countries", "--remove", stdout=StringIO())
    assert not NetworkCountry.objects.exists()
    last = Event.objects.filter(kind="network_countries_loaded").latest("pk")
    assert last.data == {"networks": 0}


@pytest.fixture
def player() -> User:
    return ana_confirmed()
