"""Beside each hand: the chips of the stake, the chips won, and the result as mark, word and amount."""

from decimal import Decimal

import pytest

from blackjack.deal import Deal
from casino.models import Round
from casino.rounds.values.chips import TALLEST, Stack, build_pile, convert_chips
from casino.rounds.words.round_view import HandView, round_view
from tests.casino import scenes
from tests.wallet.rates import approved
from wallet.money.values import Money

pytestmark = pytest.mark.database

CHIPS = [Money.parse(chip, "USD") for chip in ("0.10", "0.50", "1", "5", "25")]


@pytest.mark.parametrize(
    ("amount", "pile"),
    [
        ("0", ()),
        ("0.05", ()),  # less than the smallest chip
        ("0.40", (Stack(1, 4),)),
        ("37.60", (Stack(5, 1), Stack(4, 2), Stack(3, 2), Stack(2, 1), Stack(1, 1))),
        ("9999", (Stack(5, TALLEST), Stack(4, 4), Stack(3, 4))),
    ],
)
def test_the_fewest_chips_make_an_amount(amount: str, pile: tuple[Stack, ...]) -> None:
    assert build_pile(Money.parse(amount, "USD"), CHIPS) == pile


def ends(outcome: str) -> scenes.Wanted:
    """Match an ordinary deal that ends with this outcome on stand."""

    def wanted(deal: Deal) -> bool:
        if not scenes.ordinary(deal):
            return False
        return bool(deal.play("stand").public()["seats"][0]["hands"][0]["outcome"] == outcome)

    return wanted


def stood(wanted: scenes.Wanted) -> HandView:
    round_ = scenes.play(scenes.deal(wanted), "stand")
    return round_view(round_, []).seats[0].hands[0]


def test_a_running_hand_has_its_stake_and_no_result() -> None:
    round_ = scenes.deal(scenes.ordinary)
    states = [scenes.live_deal(round_)]
    hand = round_view(round_, states).seats[0].hands[0]
    assert (hand.net, hand.mark, hand.pile, hand.won) == (None, "", (Stack(4, 2),), ())


def test_winnings_lie_beside_the_stake() -> None:
    won = stood(ends("win"))
    assert (won.net, won.mark) == (Money.parse("10", "USD"), "win")
    assert won.pile == won.won == (Stack(4, 2),)


def test_a_lost_stake_is_gone() -> None:
    lost = stood(ends("lose"))
    assert (lost.net, lost.mark) == (Money.parse("-10", "USD"), "lose")
    assert (lost.pile, lost.won) == ((), ())


def test_a_push_leaves_the_stake() -> None:
    even = stood(ends("push"))
    assert (even.net, even.mark) == (Money(0, "USD"), "push")
    assert (even.pile, even.won) == ((Stack(4, 2),), ())


def test_half_of_a_surrendered_stake_lies_there() -> None:
    round_ = scenes.play(scenes.deal(scenes.ordinary), "surrender")
    half = round_view(round_, []).seats[0].hands[0]
    assert (half.net, half.mark) == (Money.parse("-5", "USD"), "lose")
    assert (half.pile, half.won) == ((Stack(4, 1),), ())


def test_chips_are_those_of_the_rounds_currency_at_its_rate() -> None:
    approved("COP", "0.00025")
    round_ = Round(
        place=scenes.deal(scenes.ordinary).place, currency="COP", tasa_cambio=Decimal("0.00025")
    )
    assert [chip.text for chip in convert_chips(round_)] == [
        "200.00",
        "1000.00",
        "2000.00",
        "10000.00",
        "50000.00",
    ]
