"""Bots that play the local demo through the site's forms, and refuse any other site."""

from io import StringIO

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from casino.models import Participant, Round
from tests.casino import scenes
from tests.fixtures.site import Site
from tests.live.scenes import a_live_table
from tools.traffic.management.commands import demo_traffic

pytestmark = pytest.mark.database


def seated() -> None:
    """Seat a history player at a table."""
    player = scenes.new_player("rosa.1@history.example")
    scenes.sit(player, scenes.table_of("ligalo"))


@pytest.mark.committed
def test_a_bot_plays_through_the_site(site: Site) -> None:
    seated()
    said = StringIO()
    call_command("demo_traffic", url=site.url, players=1, minutes=0.02, stdout=said)

    played = Round.objects.get(player__email="rosa.1@history.example")
    assert played.client_seed
    assert "0 bots play, 1 rounds" in said.getvalue()


@pytest.mark.parametrize(
    "url",
    ["http://192.0.2.1:8000/", "https://127.0.0.1/", "http://casino.example/", "127.0.0.1:8000"],
)
def test_no_other_machine_is_played_at(url: str) -> None:
    seated()
    with pytest.raises(CommandError, match="at this machine only"):
        call_command("demo_traffic", url=url, stdout=StringIO())
    assert not Round.objects.exists()


def test_traffic_needs_the_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DEMO_PROVIDER_ENABLED", False)
    with pytest.raises(CommandError, match="DEMO_PROVIDER_ENABLED is off"):
        call_command("demo_traffic", stdout=StringIO())


@pytest.mark.parametrize("given", [{"players": 0}, {"players": 51}, {"minutes": 0}])
def test_traffic_ends_and_stays_small(given: dict[str, int]) -> None:
    with pytest.raises(CommandError, match="--players is 1 to 50"):
        call_command("demo_traffic", stdout=StringIO(), **given)


def test_without_a_history_nobody_plays() -> None:
    scenes.sit(scenes.new_player(), scenes.table_of("ligalo"))
    with pytest.raises(CommandError, match="Nobody of the demo's history"):
        call_command("demo_traffic", stdout=StringIO())


def test_one_bot_in_three_sits_at_a_live_table() -> None:
    place = a_live_table()
    for name in ("ana", "eva", "luz"):
        player = scenes.new_player(f"{name}.1@history.example")
        scenes.sit(player, scenes.table_of("ligalo"))
    Participant.objects.create(place=place, player=player, client_seed="luz")

    seated, *others = demo_traffic.choose_roles(3)

    assert (seated.table, seated.box) == (place.table.slug, 1)
    assert [(one.table, one.box) for one in others] == [("ligalo", 0)] * 2
