"""The player's own time zone in pages, files and date filters."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils.formats import date_format
from django.utils.translation import override
from playwright.sync_api import Browser, BrowserContext, expect

from casino.models import Round
from config.zones import COOKIE
from tests.casino import scenes
from tests.fixtures.coming_in import come_in
from tests.fixtures.site import Site
from tests.waiting import wait_until

KOLKATA, CARACAS = ZoneInfo("Asia/Kolkata"), ZoneInfo("America/Caracas")


@pytest.fixture
def round_(db: None) -> Round:
    done = scenes.play_out(scenes.deal(scenes.ordinary))
    done.player.language = "en"
    done.player.save(update_fields=["language"])
    return done


def another_day(at: datetime) -> tuple[str, date]:
    """Return a time zone where this moment falls on another day than in UTC, and that day."""
    zone = "Pacific/Kiritimati" if at.astimezone(UTC).hour >= 10 else "Pacific/Pago_Pago"
    return zone, at.astimezone(ZoneInfo(zone)).date()


def browser_in(zone: str, round_: Round) -> Client:
    client = scenes.signed_in(round_.player)
    client.cookies[COOKIE] = zone
    return client


@pytest.mark.database
def test_a_day_is_one_of_the_players_calendar(round_: Round) -> None:
    zone, day = another_day(round_.started_at)
    client = browser_in(zone, round_)

    def found(asked: date) -> int:
        answer: Any = client.get("/rounds/", {"since": f"{asked}", "until": f"{asked}"})
        assert f"({zone.rpartition('/')[2].replace('_', ' ')})" in answer.content.decode()
        return len(answer.context["rounds"])

    assert found(day) == 1
    assert found(round_.started_at.astimezone(UTC).date()) == 0


@pytest.mark.database
def test_files_say_the_zone_of_their_times(round_: Round) -> None:
    client = browser_in("Asia/Kolkata", round_)
    there = round_.started_at.astimezone(KOLKATA)

    machine: Any = client.get("/rounds/rounds.csv")
    sheet: Any = client.get("/rounds/rounds.csv?sheet")

    assert there.isoformat() in b"".join(machine.streaming_content).decode()
    lines = b"".join(sheet.streaming_content).decode()
    assert "dealt (Kolkata)" in lines
    assert f"{there:%Y-%m-%d %H:%M:%S}" in lines


def zone_in(context: BrowserContext) -> str | None:
    values = [one.get("value") for one in context.cookies() if one.get("name") == COOKIE]
    return values[0] if values else None


@pytest.mark.committed
def test_a_browser_says_its_zone_and_reads_its_own_time(browser: Browser, site: Site) -> None:
    done = scenes.play_out(scenes.deal(scenes.ordinary))
    done.player.language = "en"
    done.player.save(update_fields=["language"])
    context = browser.new_context(base_url=site.url, locale="en-GB", timezone_id="America/Caracas")
    come_in(context, done.player)
    page = context.new_page()
    page.goto("/options/")
    page.wait_for_load_state()
    wait_until(lambda: zone_in(context) == "America/Caracas", "the script has not said the zone")
    page.goto("/rounds/")

    expect(page.get_by_role("columnheader", name="Round (Caracas)")).to_be_visible()
    there = done.started_at.astimezone(CARACAS)
    shown = page.locator(f"time[datetime^='{there:%Y-%m-%dT%H:%M:%S}']").first
    with override("en"):
        expect(shown).to_have_text(date_format(there, "j M Y, H:i"))
    assert there.utcoffset() == -4 * timedelta(hours=1)
    context.close()
