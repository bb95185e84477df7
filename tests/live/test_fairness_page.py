"""The public fairness page of live tables: how seeds are mixed, and aborted exchanges by table."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from casino.fairness.selectors.exchanges import aborted_exchanges
from casino.models import SeedExchange
from tables.models import Table
from tables.selectors.house_tables import HOUSE_TABLES
from tests.live.scenes import Guest, a_live_table, rings, time_passes
from tests.tables.house import an_open_table

pytestmark = pytest.mark.database
LANGUAGES = ("en", "es")


def page(path: str, language: str) -> str:
    answer = Client(headers={"accept-language": language}).get(path)
    assert answer.status_code == 200
    return " ".join(unescape(answer.text).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fairness_page_counts_aborted_exchanges_by_live_table(language: str) -> None:
    place = a_live_table()
    assert counted(language) == ["0"]
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    ana.bets({1: "10"})
    luis.bets({2: "10"})
    rings(place)
    ana.opens()
    assert time_passes(place)  # Luis does not open
    assert counted(language) == ["1"]
    assert time_passes(place)  # Ana does not seal again

    assert SeedExchange.objects.filter(status=SeedExchange.Status.ABORTED).count() == 2
    assert counted(language) == ["2"]


@pytest.mark.parametrize(
    ("language", "alone"), [("en", "You play alone at every table"), ("es", "Aquí juegas a solas")]
)
def test_without_live_tables_the_fairness_page_says_that_everybody_plays_alone(
    language: str, alone: str
) -> None:
    an_open_table(HOUSE_TABLES["ligalo"])
    told = page(reverse("casino:fairness"), language)
    assert counted(language) == []
    assert alone in told

    a_live_table()
    assert alone not in page(reverse("casino:fairness"), language)


def counted(language: str) -> list[str]:
    told = page(reverse("casino:fairness"), language)
    part = told.partition('id="live"')[2].partition("</section>")[0]
    return re.findall(r'<td class="num"[^>]*>(\d+)</td>', part)


def test_each_live_table_is_counted_by_itself_and_proposed_ones_are_not_shown() -> None:
    spoilt, calm, hidden = (
        a_live_table("live"),
        a_live_table("casino_floor"),
        a_live_table("friendly"),
    )
    Table.objects.filter(pk=hidden.table.pk).update(status=Table.Status.PROPOSED)
    ana = Guest(spoilt, "ana").sits(1)
    ana.bets({1: "10"})
    rings(spoilt)
    assert time_passes(spoilt)  # Ana does not open

    found = {one.table: (one.count, one.last is None) for one in aborted_exchanges()}
    assert found == {
        spoilt.table.display_name: (1, False),
        calm.table.display_name: (0, True),
    }


def test_the_page_says_what_remains_possible_in_both_languages() -> None:
    a_live_table()

    told = {language: page(reverse("casino:fairness"), language) for language in LANGUAGES}
    for language, words in (
        ("en", ("up to twice a deal", "in league with the house", "within 3 seconds")),
        ("es", ("hasta dos veces por reparto", "de acuerdo con la casa", "en 3 segundos")),
    ):
        assert all(one in told[language] for one in words)
