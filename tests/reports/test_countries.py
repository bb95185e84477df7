"""Reports by country: the filter on pages and in files, and the country that closed days store."""

import re
from typing import Any

import pytest
from django.urls import reverse

from accounts.models.users import User
from accounts.roles.values import Role
from reports.catalogue.report_sheets import build_form, build_sheet
from reports.catalogue.reports import BY_NAME, REPORTS, Medium
from reports.figures import liabilities, loyalty, overview, performance
from reports.files import FILES, Format
from reports.models import DayOfGames, NotedRound
from reports.values.filters import Filters
from reports.values.period import Period
from tests.accounts.staff import inside, staff
from tests.reports.days import DAY, REAL, today, usd, week
from tests.reports.test_report_pages import NAMES, address, read_back, text

pytestmark = pytest.mark.committed

ASKED = {"period": "days", "country": "VE"}


def set_country(email: str, country: str) -> None:
    User.objects.filter(email=email).update(country=country)


def test_a_report_counts_the_players_of_one_country(two_days: None) -> None:
    set_country("berta@example.test", "VE")

    found = overview.load_figures(week(), REAL)
    assert {line.key: line.played.staked_money for line in found.countries} == {
        "CO": usd("10"),
        "VE": usd("20"),
    }
    assert [line.name for line in found.countries] == ["Venezuela", "Colombia"]
    assert performance.load_figures(week(), REAL).countries == found.countries
    of_one = overview.load_figures(week(), Filters(country="VE"))
    assert (of_one.total.staked_money, of_one.players) == (usd("20"), 1)
    assert not overview.load_figures(week(), Filters(country="US")).total.rounds


def test_a_closed_day_keeps_the_country_of_its_closing(two_days: None) -> None:
    set_country("ana@example.test", "VE")

    found = overview.load_figures(week(), Filters(country="CO"))
    assert {line.key: line.played.rounds for line in found.countries} == {"CO": 2}
    assert {one.country for one in DayOfGames.objects.all()} == {"CO"}
    assert {one.country for one in NotedRound.objects.all()} == {"CO"}


def test_current_liabilities_and_points_follow_the_current_country(two_days: None) -> None:
    whole = liabilities.load_figures(week(), REAL)
    set_country("ana@example.test", "VE")

    parts = [liabilities.load_figures(week(), Filters(country=code)) for code in ("CO", "VE")]
    assert all(part.usd.units > 0 for part in parts)
    assert sum(part.usd.units for part in parts) == whole.usd.units
    points = [
        loyalty.load_points_owed_now(Filters(country=code)).hundredths
        for code in ("CO", "VE", "US")
    ]
    assert sum(points) == loyalty.load_points_owed_now(REAL).hundredths
    assert points[2] == 0


def test_every_report_of_players_has_the_filter() -> None:
    without = {one.name for one in REPORTS if "country" not in one.narrowed_by}
    assert without == {"events", "till"}


@pytest.mark.parametrize(
    ("language", "said", "every"),
    [
        ("en", "Country: Venezuela", "All countries"),
        ("es", "País: Venezuela", "Todos los países"),
    ],
)
def test_every_page_has_the_filter_and_shows_the_choice(
    committed_db: None, language: str, said: str, every: str
) -> None:
    client = inside(staff(Role.AUDITOR), language)
    for name in set(NAMES) - {"events"}:
        page: Any = client.get(address(name), ASKED)
        select = re.search(
            r'<select[^>]* name="country".*?</select>', page.content.decode(), re.DOTALL
        )
        assert select, name
        assert every in select[0], name
        assert re.search(r'value="VE"\s+selected', select[0]), name
        assert said in text(page), name


@pytest.mark.slow
def test_every_file_names_the_country(two_days: None) -> None:
    client = inside(staff(Role.AUDITOR))
    for form in FILES:
        answer: Any = client.post(
            reverse("reports:export", args=[BY_NAME["overview"].source], query=ASKED),
            {"format": form.value},
        )
        found = read_back(b"".join(answer.streaming_content), form)
        assert "Country: Venezuela" in found, form


def test_a_file_for_programs_has_the_codes_of_countries(two_days: None) -> None:
    answer: Any = inside(staff(Role.AUDITOR), "es").post(
        reverse("reports:export", args=[BY_NAME["performance"].source], query={"period": "days"}),
        {"format": Format.DATA.value},
    )
    lines = b"".join(answer.streaming_content).decode().splitlines()
    assert any(line.startswith("country,") for line in lines)
    assert any(line.startswith("CO,") for line in lines)


def test_an_unknown_country_code_is_refused(committed_db: None) -> None:
    form = build_form(BY_NAME["cash"], {"period": "days", "country": "XX"})
    assert not form.is_valid()
    assert "country" in form.errors


def test_liabilities_of_a_country_explain_corrections(two_days: None) -> None:
    reader = staff(Role.AUDITOR)
    for period in ("yesterday", "days"):
        form = build_form(BY_NAME["liabilities"], {"period": period, "country": "CO"})
        sheet = build_sheet(BY_NAME["liabilities"], form, reader, Medium.PAGE)
        assert any("corrected a player's country" in note for note in sheet.notes), period


def test_past_liabilities_do_not_change_when_a_country_is_corrected(two_days: None) -> None:
    yesterday = Period.day(today() - DAY)
    before = liabilities.load_figures(yesterday, Filters(country="CO"))
    assert before.usd.units > 0
    set_country("ana@example.test", "VE")

    assert liabilities.load_figures(yesterday, Filters(country="CO")) == before
    assert liabilities.load_figures(yesterday, REAL).usd == before.usd
    assert not liabilities.load_figures(yesterday, Filters(country="VE")).lines
