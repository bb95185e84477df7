"""Lobby, help and strategy of each table, read without an account."""

import re
from html import escape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from blackjack.deal import Deal
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from blackjack.strategy import ROWS, UPCARDS, Chart
from casino.lobby.words import help as help_pages
from casino.lobby.words.tables import lobby_tables
from tables.models import Mathematics, Table
from tables.selectors.house_tables import HOUSE_TABLES
from tables.words.rules import felt_line, rules_line
from tests.casino import scenes
from tests.exhaustive import slow_but_every
from tests.tables.house import an_open_table, with_mathematics
from tests.tables.test_bounds import limits
from tests.wallet.rates import approved

pytestmark = pytest.mark.database
CHART = Chart(tuple(tuple("H" for _ in UPCARDS) for _ in ROWS))
LOBBY_QUERIES = 4
SLUGS = tuple(HOUSE_TABLES)


def page(path: str, language: str = "en") -> str:
    answer = Client(headers={"accept-language": language}).get(path)
    assert answer.status_code == 200
    return " ".join(answer.text.split())


def computed(rules: Rules, **changes: object) -> None:
    with_mathematics(rules, **changes)
    Mathematics.objects.filter(digest=rules.digest).update(chart=CHART.to_dict())


@pytest.mark.parametrize("slug", SLUGS)
def test_help_is_read_without_a_login_and_its_contents_lead_to_its_sections(slug: str) -> None:
    an_open_table(HOUSE_TABLES[slug])
    told = page(f"/help/{slug}/")
    targets = re.findall(r'<li><a href="#([\w-]+)">', told)
    assert len(targets) > 15
    assert all(f'id="{target}"' in told for target in targets)


def test_return_and_chart_are_shown_once_computed() -> None:
    table = scenes.ligalo()
    before = page("/help/ligalo/")
    assert "The return of these rules is being computed." in before
    assert "strategy__table" not in before
    assert "The house hits for you" not in before
    computed(table.version.rules, rtp=0.99531, rtp_total_dependent=0.995)
    after = page("/help/ligalo/")
    assert "(RTP) of the game is 99.53%." in after
    assert "over very many rounds" in after
    assert "strategy__table" in after
    assert "The house hits for you" in after
    assert "99,53 %" in page("/help/ligalo/", "es")


def test_mathematics_of_another_library_version_are_not_shown() -> None:
    table = scenes.ligalo()
    computed(table.version.rules, rtp=0.99531)
    Mathematics.objects.update(library_version="0.9")
    assert "is being computed" in page("/help/ligalo/")
    assert lobby_tables()[0].rtp == ""


def test_an_unknown_table_has_no_pages() -> None:
    assert Client().get("/help/nowhere/").status_code == 404
    assert Client().get("/help/nowhere/strategy/").status_code == 404


def test_the_lobby_shows_every_open_table_with_its_return_and_play_money_as_such() -> None:
    for house in HOUSE_TABLES.values():
        an_open_table(house)
    Table.objects.filter(slug="live").update(status=Table.Status.CLOSED)
    Table.objects.filter(slug="ligalo").update(opens="18:00", closes="02:00")
    computed(PRESETS["ligalo"], rtp=0.99531)
    told = page("/")
    assert "Live" not in re.findall(r"<h2>([^<]*)</h2>", told)
    assert told.count("Play money: nothing to win") == 1
    assert told.count("99.53%") == 1
    assert told.count("being computed") == 3
    assert "Open from 18:00 to 02:00 (UTC)." in told


def test_the_lobby_asks_no_more_for_more_tables(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    an_open_table(HOUSE_TABLES["ligalo"])
    with django_assert_num_queries(LOBBY_QUERIES):
        assert len(lobby_tables()) == 1
    for house in HOUSE_TABLES.values():
        an_open_table(house)
    with django_assert_num_queries(LOBBY_QUERIES):
        assert len(lobby_tables()) == 5


def test_a_page_that_was_read_before_plays_no_example_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[Rules] = []
    start = Deal.start

    def counted(rules: Rules, *rest: Any) -> Deal:
        played.append(rules)
        return start(rules, *rest)

    monkeypatch.setattr(Deal, "start", counted)
    an_open_table(HOUSE_TABLES["live"])
    help_pages._told.cache_clear()
    page("/help/live/")
    first = len(played)
    page("/help/live/")
    assert first > 0
    assert len(played) == first


PRINTED = {
    "ligalo": ("3:2", "pays 3 to 2", "H17", "soft 17 the dealer draws", "hits soft 17"),
    "atlantic-city": (
        "3:2",
        "pays 3 to 2",
        "S17",
        "soft 17 the dealer stands",
        "stands on all 17s",
    ),
    "casino-floor": ("3:2", "pays 3 to 2", "S17", "soft 17 the dealer stands", "stands on all 17s"),
    "live": ("3:2", "pays 3 to 2", "S17", "soft 17 the dealer stands", "stands on all 17s"),
    "friendly": ("3:2", "pays 3 to 2", "H17", "soft 17 the dealer draws", "hits soft 17"),
}


@pytest.mark.parametrize("slug", SLUGS)
def test_felt_lobby_and_help_agree_with_the_rules(slug: str) -> None:
    table = an_open_table(HOUSE_TABLES[slug])
    rules = table.version.rules
    assert rules == PRESETS[slug.replace("-", "_")]
    pays, pays_in_words, soft, soft_in_words, soft_on_felt = PRINTED[slug]
    assert pays == rules.blackjack_pays
    assert (soft == "H17") == (rules.soft_17 == "hit")
    told = page(f"/help/{slug}/")
    with translation.override("en"):
        line, felt = rules_line(rules), felt_line(rules)
    assert line in told
    assert pays in line
    assert pays_in_words in felt
    assert pays_in_words in told
    assert soft in line
    assert soft_in_words in told
    assert soft_on_felt in felt
    assert ("Insurance pays 2 to 1" in felt) == ("insurance pays 2 to 1" in told)
    assert ("surrender" in line) == ("you may surrender" in told) == (rules.surrender != "none")
    decks = "1 deck" if rules.decks == 1 else f"{rules.decks} decks"
    assert line.startswith(decks)
    assert f"Played with {decks} of 52 cards." in told


@pytest.mark.parametrize(
    ("slug", "told"),
    [
        ("ligalo", "From $0.10 to $50.00 on a box. Maximum $200.00 per round"),
        ("ligalo", "Up to 60 hands a minute and 5000 a day."),
        ("atlantic-city", "From $1.00 to $200.00 on a box"),
        ("friendly", "Every stake is a multiple of 2.00 play money."),
        ("friendly", "Below 100.00 we refill it to 1,000.00, once a day."),
    ],
)
def test_the_limits_of_the_documents_are_on_the_help_of_their_tables(slug: str, told: str) -> None:
    an_open_table(HOUSE_TABLES[slug])
    assert told in page(f"/help/{slug}/")


@pytest.mark.parametrize("most", [0, 500, 5_000])
def test_limits_that_forbid_every_bet_are_shown(most: int) -> None:
    an_open_table(HOUSE_TABLES["atlantic-city"])
    limits(max_bet=most)
    player = scenes.signed_in(scenes.new_player())

    for path in ("/", "/help/atlantic-city/", "/help/atlantic-city/strategy/"):
        assert player.get(path).status_code == 200
    told = "Your limits are below this table's minimum bet."
    table = player.get("/table/atlantic-city/", headers={"Accept-Language": "en"})
    assert escape(told) in table.text
    limits(max_bet=20_000)
    assert (
        escape(told)
        not in player.get("/table/atlantic-city/", headers={"Accept-Language": "en"}).text
    )


@pytest.mark.parametrize(
    ("change", "told"),
    slow_but_every(
        3,
        [
            ({"min_bet_usd": 20_000}, "From $2.00 to"),
            ({"max_bet_usd": 190_000}, "to $19.00 on a box"),
            ({"max_round_usd": 3_990_000}, "$399.00 per round"),
            ({"min_player": 30_000}, "Minimum for all your boxes together: $3.00."),
            ({"max_player": 770_000}, "Maximum for all your boxes together: $77.00."),
            ({"max_insurance": 90_000}, "Maximum insurance: $9.00."),
            ({"min_side": 20_000}, "Side bets: from $2.00 to $20.00."),
            ({"max_side": None}, "Minimum side bet: $1.00."),
            ({"step": 10_000}, "Every stake is a multiple of $1.00."),
            ({"hands_per_minute": 17}, "Up to 17 hands a minute"),
            ({"hands_per_day": 18}, "and 18 a day."),
            ({"min_seconds_between_rounds": 19}, "At least 19 seconds between rounds."),
            ({"rounds_before_shoe_change": 21}, "change the shoe after 21 rounds."),
            ({"max_bet_ratio": 22}, "up to 22 times your lowest."),
            ({"opens": "18:00", "closes": "02:00"}, "Open from 18:00 to 02:00 (UTC)."),
            ({"hints": True}, "You can ask for hints while you play"),
            ({"bet_formula": "friendly"}, "up to 200 above your balance"),
        ],
    ),
)
def test_every_limit_of_a_table_is_on_its_help(change: dict[str, object], told: str) -> None:
    table = an_open_table(HOUSE_TABLES["live"])
    assert told not in page("/help/live/")
    Table.objects.filter(pk=table.pk).update(**change)
    assert told in page("/help/live/")


def test_help_names_every_currency_of_the_table_with_its_limits() -> None:
    table = scenes.ligalo()
    approved("VES", "0.02")
    Table.objects.filter(pk=table.pk).update(currencies=["USD", "VES", "EUR"])
    told = page("/help/ligalo/")
    section = told.split('id="currencies"')[1].split("</section>")[0].replace("\u00a0", " ")
    assert "USD: from $0.10 to $50.00 on a box" in section
    assert "VES: from 5.00 VES to 2,500.00 VES on a box, in steps of 5.00 VES" in section
    assert "maximum 10,000.00 VES per round" in section
    assert "EUR: no bets until there is an exchange rate." in section
    assert "COP" not in section


def test_play_money_has_no_currencies_to_name() -> None:
    an_open_table(HOUSE_TABLES["friendly"])
    assert 'id="currencies"' not in page("/help/friendly/")


def test_a_table_that_does_not_take_the_readers_currency_says_which_it_takes() -> None:
    table = scenes.ligalo()
    assert "It takes bets in" not in page("/")
    approved("EUR", "1.25")
    Table.objects.filter(pk=table.pk).update(currencies=["EUR", "COP"])
    told = page("/").replace("\u00a0", " ")
    assert "It takes bets in EUR · COP only." in told
    assert "€40.00" in told
    assert "From €0.10 to €40.00" in page("/help/ligalo/").replace("\u00a0", " ")


INTERRUPTED = {
    "ligalo": (
        "within 5 minutes, the house plays your round to its end by the chart.",
        "en 5 minutos",
    ),
    "atlantic-city": (
        "waits for you without a time limit, as long as you may play.",
        "sin límite de tiempo, mientras puedas jugar",
    ),
    "casino-floor": ("within 5 minutes, the house plays your round", "en 5 minutos"),
    "live": ("within 2 minutes, the house plays your round", "en 2 minutos"),
    "friendly": ("within 1 minute, the house stands for you", "en 1 minuto"),
}
ALWAYS = {
    "en": (
        "A round that you leave waits for you",
        "to its end by the chart within a day",
        "all of its stakes come back, and its shoe is closed",
    ),
    "es": ("La partida que dejas te espera", 'id="malfunction"', 'id="interruption"'),
}


@pytest.mark.parametrize("slug", SLUGS)
def test_every_table_explains_interruptions_and_malfunctions(slug: str) -> None:
    an_open_table(HOUSE_TABLES[slug])
    for language, own in zip(("en", "es"), INTERRUPTED[slug], strict=True):
        told = page(f"/help/{slug}/", language)
        assert all(words in told for words in (own, *ALWAYS[language]))


def test_no_page_says_that_cards_are_fixed_without_the_player_or_that_the_house_always_wins() -> (
    None
):
    """The cards also depend on the player's seed, and rules may return more than 100%."""
    scenes.ligalo()
    for path in ("/help/", reverse("accounts:document", args=["terms"])):
        assert "decides the cards together with your own seed" in page(path)
    assert "could take a place itself" not in page("/fairness/")
    assert "in every game" not in page("/responsible/")
    assert "Where that is less than 100%" in page("/responsible/")
