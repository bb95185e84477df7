"""The test player at a live table of the running product."""

from threading import Event
from typing import Any

import pytest
from django.core.management.base import CommandError

from accounts.models.users import User
from casino.models import Round
from config.management.commands import play_test_deals
from config.test_player.measures import DEALS, FAILURES, LAST, DealFailed
from config.test_player.player import TestPlayer
from tests.casino import scenes
from tests.fixtures.site import Site
from tests.live.scenes import a_live_table
from tests.live.site import Programs

PATIENT: dict[str, Any] = {"betting_seconds": 300, "turn_seconds": 300, "intermission_seconds": 300}


@pytest.fixture
def player() -> User:
    found = scenes.new_player("prueba@example.test", "0")
    User.objects.filter(pk=found.pk).update(is_test_account=True)
    return found


@pytest.mark.committed
@pytest.mark.usefixtures("unhurried")
def test_it_plays_deals_of_play_money_and_measures_them(site: Site, programs: Programs) -> None:
    account = scenes.new_player("prueba@example.test", "0")
    User.objects.filter(pk=account.pk).update(is_test_account=True)
    table = a_live_table("friendly", **PATIENT).table
    player = TestPlayer(site.url, account.email, scenes.PASSWORD, table.slug)
    before = DEALS._value.get()

    player.play_deal()
    player.keep_seat()
    player.play_deal()
    player.forget_session()

    rounds = Round.objects.filter(player=account)
    assert [(one.currency, one.status) for one in rounds] == [("PLY", "completed")] * 2
    assert DEALS._value.get() == before + 2
    assert LAST._value.get() > 0


@pytest.mark.database
def test_a_site_that_does_not_answer_is_a_counted_failure() -> None:
    player = TestPlayer("http://127.0.0.1:9", "prueba@example.test", "secret", "prueba")
    before = FAILURES.labels("sign_in")._value.get()

    with pytest.raises(DealFailed, match="sign_in"):
        player.play_deal()
    play_test_deals.play_one(player)

    assert FAILURES.labels("sign_in")._value.get() == before + 1


@pytest.mark.database
def test_only_a_marked_account_and_a_table_for_play_money_will_do(
    player: User, settings: Any
) -> None:
    settings.TEST_PLAYER_EMAIL = player.email
    settings.TEST_PLAYER_TABLE = a_live_table().table.slug
    with pytest.raises(CommandError, match="no live table for play money only"):
        play_test_deals.require_test_account()

    settings.TEST_PLAYER_TABLE = a_live_table("friendly").table.slug
    play_test_deals.require_test_account()

    User.objects.filter(pk=player.pk).update(is_test_account=False)
    with pytest.raises(CommandError, match="no account that is marked"):
        play_test_deals.require_test_account()


@pytest.mark.database
def test_what_is_not_set_is_named(settings: Any) -> None:
    settings.TEST_PLAYER_SITE = "https://example.test"
    settings.TEST_PLAYER_EMAIL = ""
    with pytest.raises(CommandError, match="Set TEST_PLAYER_EMAIL"):
        play_test_deals.require_settings()


def test_it_plays_until_it_is_stopped(settings: Any) -> None:
    settings.TEST_PLAYER_SECONDS = 0
    stop, played = Event(), []

    class Player:
        def play_deal(self) -> None:
            played.append(1)
            if len(played) == 3:
                stop.set()

    play_test_deals.play_until(stop, Player())  # type: ignore[arg-type]  # only what the loop calls
    assert len(played) == 3
