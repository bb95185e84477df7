"""Limits snapshotted at the deal: later changes apply from the next round."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import transaction
from django.db.utils import ProgrammingError

from accounts.models.users import User
from blackjack.bets import Bet
from blackjack.deal import Deal
from blackjack.presets import PRESETS
from casino.absence.services import house_play
from casino.models import Hint, Round
from casino.play.services.betting import place_bet
from casino.play.services.decisions import StepRequest
from casino.play.services.hints import take_hint
from journal.refusals import Refusal
from limits.refusals import LimitReached
from tables.models import Table
from tests.casino import scenes
from tests.casino.gone import by_house, charted, later
from tests.tables.test_bounds import limits
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import Money

pytestmark = pytest.mark.database

FLOOR = PRESETS["casino_floor"]
TEN = 100_000


def doubles_for_less(deal: Deal) -> bool:
    return "double" in deal.legal_actions and "split" not in deal.legal_actions


def insures(deal: Deal) -> bool:
    return deal.legal_actions == ("insure", "decline")


def on_the_floor(wanted: scenes.Wanted, **changes: object) -> Round:
    seed = scenes.seed_for(wanted, FLOOR, (Bet(1, TEN),), 208)
    player, table = scenes.new_player(), scenes.table_of("casino_floor", **changes)
    return place_bet(player, table, scenes.bet_request(scenes.sit(player, table, seed)))


def refused(round_: Round, action: str) -> str:
    before = scenes.everything(round_.player)
    with pytest.raises(Refusal) as caught:
        scenes.play(round_, action)
    assert scenes.everything(round_.player) == before
    return caught.value.code


def lower(whose: str, player: User) -> None:
    """Lower the maximum of a round to 15.00; at the table also that of a box to 10.00."""
    if whose == "table":
        Table.objects.update(max_bet_usd=TEN, max_round_usd=150_000)
    else:
        limits(player if whose == "player" else None, max_round=150_000)


@pytest.mark.parametrize("whose", ["table", "house", "player"])
def test_a_lowered_maximum_of_the_round_counts_from_the_next_round(whose: str) -> None:
    round_ = scenes.deal(scenes.ordinary)
    lower(whose, round_.player)

    assert scenes.play(round_, "double").staked == 2 * TEN

    round_.place.table.refresh_from_db()
    again = scenes.bet_request(round_.participant, "15.10")
    with pytest.raises(LimitReached) as caught:
        place_bet(round_.player, round_.place.table, again)
    assert caught.value.code == ("bet_above_maximum" if whose == "table" else "round_limit")


def test_a_raised_maximum_of_the_round_does_too() -> None:
    scenes.ligalo()
    Table.objects.update(max_round_usd=500_000)
    round_ = scenes.deal(scenes.ordinary, stake="50")
    Table.objects.update(max_round_usd=2_000_000)

    assert refused(round_, "double") == "round_limit"


def test_the_limits_of_named_amounts_are_those_of_the_deal() -> None:
    round_ = on_the_floor(doubles_for_less)
    Table.objects.update(min_bet_usd=5 * TEN, step=5 * TEN, max_bet_usd=10 * TEN)

    assert scenes.play(round_, "double:4").staked == 140_000


def test_the_greatest_insurance_is_that_of_the_deal() -> None:
    round_ = on_the_floor(insures, max_insurance=30_000)
    Table.objects.update(max_insurance=None)
    assert refused(round_, "insure:4") == "insurance_above_maximum"
    Table.objects.update(max_insurance=10_000)

    assert scenes.play(round_, "insure:3").staked == 130_000


def test_a_table_that_lends_does_so_to_the_end_of_the_round() -> None:
    player, table = scenes.new_player(), scenes.table_of("friendly", bet_formula="friendly")
    grant_play_money(player.pk, Money.parse("10", "PLY"), key=uuid4(), reason="test")
    participant = scenes.sit(player, table, scenes.seed_for(scenes.ordinary, table.version.rules))
    request = replace(scenes.bet_request(participant), currency="PLY")
    round_ = place_bet(player, table, request)
    Table.objects.update(bet_formula="")

    assert scenes.play(round_, "double").staked == 2 * TEN


def asked(round_: Round) -> str:
    request = StepRequest(round_.public_id, round_.decisions.count())
    return take_hint(round_.player, request, round_.place.table).advice


@pytest.mark.committed
@pytest.mark.parametrize("hints", [True, False])
def test_whether_the_chart_may_be_asked_is_fixed_with_the_deal(hints: bool) -> None:  # noqa: FBT001  a parameter of the test
    table = scenes.ligalo()
    charted(table.version.rules, "Ds")
    Table.objects.update(hints=hints)
    round_ = scenes.deal(scenes.ordinary)
    Table.objects.update(hints=not hints)
    page = scenes.signed_in(round_.player).get("/table/ligalo/", headers={"Accept-Language": "en"})

    assert ("Ask the chart" in page.text) is hints
    if hints:
        assert asked(round_) == "double"
    else:
        with pytest.raises(Refusal):
            asked(round_)
    assert Hint.objects.exists() is hints


@pytest.mark.parametrize(
    ("own", "played"), [(1_999_900, ["stand"]), (2_000_000, ["double"]), (None, ["double"])]
)
def test_the_house_puts_in_none_for_a_player_whose_own_limit_fell(
    own: int | None, played: list[str]
) -> None:
    round_ = scenes.deal(scenes.ordinary)
    limits(round_.player, max_round=own)
    charted(round_.version.rules, "Ds")

    assert house_play.play_due_rounds(later()) == 1

    assert by_house(round_) == played


def test_the_limits_of_a_running_round_are_never_rewritten() -> None:
    round_ = scenes.deal(scenes.ordinary)

    with pytest.raises(ProgrammingError, match="how it began is fixed"), transaction.atomic():
        Round.objects.filter(pk=round_.pk).update(
            limits_at_deal={**round_.limits_at_deal, "step": 1}
        )
