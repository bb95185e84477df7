"""Stakes and pace that the profile of a player's country limits: at bets, decisions and pages."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from accounts.models.users import User
from casino.models import Participant, Round
from casino.play.services.betting import place_bet
from casino.play.services.decisions import DecisionRequest, make_decision
from casino.refusals import BetRefused, TooFast
from journal.refusals import Refusal
from limits.refusals import LimitReached
from limits.selectors.jurisdiction import jurisdiction_limits
from limits.values import EffectiveLimit, LimitScope
from tables.selectors.house_tables import FRIENDLY, LABORATORY_TABLES, LIVE_TABLES
from tables.selectors.limits import load_bounds
from tests.casino import scenes
from tests.fixtures.profiles import ProfileChange
from tests.tables.house import an_open_table
from tests.wallet.rates import approved
from wallet.ledger.models import Transfer

pytestmark = pytest.mark.database
OURS = "That is a limit of your jurisdiction."


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def refused(act: Callable[[], object], error: type[Refusal] = LimitReached) -> Refusal:
    """Return the refusal, asserting that no money moved and no round was dealt or played on."""
    before = (Transfer.objects.count(), Round.objects.count(), list(Round.objects.values()))
    with pytest.raises(error) as caught:
        act()
    after = (Transfer.objects.count(), Round.objects.count(), list(Round.objects.values()))
    assert after == before
    return caught.value


def seated() -> Participant:
    return scenes.sit(scenes.new_player(), scenes.ligalo(), scenes.seed_for(scenes.ordinary))


def bet(participant: Participant, stake: str) -> Round:
    request = scenes.bet_request(participant, stake)
    return place_bet(participant.player, participant.table, request)


def test_the_stake_of_a_box_by_the_players_country(profile: ProfileChange) -> None:
    here = seated()
    profile(here.player.country, max_stake_box=["5 USD"])
    refusal = refused(lambda: bet(here, "5.10"))
    assert (refusal.code, refusal.field) == ("max_stake_box", "stake-1")
    assert str(refusal.message).endswith(OURS)
    User.objects.filter(pk=here.player_id).update(country="PT")
    here.player.refresh_from_db()
    assert bet(here, "5.10").staked == 51_000


def test_both_the_licence_and_the_country_limit_it(profile: ProfileChange) -> None:
    here = seated()
    profile(max_stake_box=["5 USD"])
    profile(here.player.country, max_stake_box=["6 USD"])
    refusal = refused(lambda: bet(here, "5.10"))
    assert isinstance(refusal, LimitReached)
    assert refusal.limit == EffectiveLimit(LimitScope.JURISDICTION, "max_bet", 50_000)


def test_the_stake_of_a_round_also_at_decisions(profile: ProfileChange) -> None:
    here = seated()
    profile(max_stake_round=["15 USD"])
    round_ = bet(here, "10")
    double = DecisionRequest(round_.public_id, 0, "double")
    refusal = refused(lambda: make_decision(here.player, double))
    assert (refusal.code, str(refusal.message).endswith(OURS)) == ("max_stake_round", True)


def test_the_stricter_limit_of_the_table_is_named_before(profile: ProfileChange) -> None:
    profile(max_stake_box=["50 USD"], max_stake_round=["900 USD"])
    found = load_bounds(scenes.ligalo())
    assert found.max_bet.scope is LimitScope.TABLE
    assert found.max_round.scope is LimitScope.TABLE


def test_an_amount_of_another_currency_is_converted(profile: ProfileChange) -> None:
    profile(max_stake_box=["10 EUR"])
    approved("EUR", "1.2")
    found = {one.kind: one.amount for one in jurisdiction_limits()}
    assert found == {"max_bet": 120_000, "max_side": 120_000}


def test_without_a_rate_no_bet_passes(profile: ProfileChange) -> None:
    here = seated()
    profile(max_stake_box=["10 GBP"])
    assert refused(lambda: bet(here, "0.10")).code == "max_stake_box"


def test_the_pages_show_the_limit_and_the_chips_within_it(profile: ProfileChange) -> None:
    here = seated()
    profile(here.player.country, max_stake_box=["1 USD"])
    page = scenes.signed_in(here.player).get(reverse("casino:table", args=[here.table.slug]))
    text = page.content.decode()
    chips = re.findall(r'data-chip="([^"]+)"( disabled)?', text)
    assert [bool(off) for _chip, off in chips] == [False, False, False, True, True]
    assert lobby_maximum(here.player) == 10_000
    User.objects.filter(pk=here.player_id).update(country="PT")
    assert lobby_maximum(here.player) == 500_000


def lobby_maximum(player: User) -> int:
    (shown,) = scenes.signed_in(player).get(reverse("casino:lobby")).context["tables"]
    units: int = shown.limits.max_bet.units
    return units


def test_rules_that_the_profile_forbids_take_no_bet_and_running_rounds_finish(
    profile: ProfileChange,
) -> None:
    here = seated()
    running = bet(here, "1")
    profile(absent_play="stand")
    assert scenes.play_out(running).status == Round.Status.COMPLETED
    refusal = refused(lambda: bet(here, "1"), BetRefused)
    assert (refusal.code, refusal.field) == ("profile_contradicted", "absent_play")


@pytest.mark.parametrize("house", ["ligalo", "friendly"])
def test_time_between_rounds_at_private_tables(profile: ProfileChange, house: str) -> None:
    profile(seconds_between_rounds=5)
    table = scenes.ligalo() if house == "ligalo" else an_open_table(FRIENDLY)
    assert load_bounds(table).min_seconds_between_rounds == EffectiveLimit(
        LimitScope.JURISDICTION, "min_seconds_between_rounds", 5
    )


def test_a_bet_that_comes_too_soon_is_refused(profile: ProfileChange) -> None:
    here = seated()
    profile(seconds_between_rounds=5)
    with time_machine.travel(datetime(2026, 3, 1, 12, 0, tzinfo=UTC), tick=False) as clock:
        scenes.play_out(bet(here, "1"))
        clock.shift(timedelta(seconds=4))
        refusal = refused(lambda: bet(here, "1"), TooFast)
        assert (refusal.code, refusal.retry_after) == ("seconds_between_rounds", 1)
        assert str(refusal.message).endswith(OURS)
        clock.shift(timedelta(seconds=1))
        bet(here, "1")
    assert Round.objects.count() == 2


def test_live_and_laboratory_tables_keep_their_own_pace(profile: ProfileChange) -> None:
    profile(seconds_between_rounds=5)
    for house in (LIVE_TABLES["malecon"], LABORATORY_TABLES["laboratory-ligalo"]):
        found = load_bounds(an_open_table(house)).min_seconds_between_rounds
        assert found.scope is LimitScope.TABLE


def test_a_limit_of_the_jurisdiction_needs_no_query(
    profile: ProfileChange, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    profile("ES", max_stake_box=["10 USD", "20 EUR"], seconds_between_rounds=5)
    approved("EUR", "1.2")
    jurisdiction_limits("ES")
    with django_assert_num_queries(0):
        assert len(jurisdiction_limits("ES")) == 5
