"""Rates that change between bet, double, settlement and correction: the round keeps its currency and first rate."""

from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import count
from uuid import uuid4

import pytest
from hypothesis import given, settings, strategies as st

from accounts.models.users import User
from casino.limits.values.bet_limits import compute_bet_limits
from casino.models import Bet, Decision, Round
from casino.play.services.betting import place_bet
from tests.casino import scenes
from tests.exhaustive import slow_but_every
from tests.wallet.rates import approved
from wallet.ledger.models import Entry, OpenStake, Transfer
from wallet.ledger.selectors.funds import balances
from wallet.ledger.services import movements as wallet
from wallet.money.values import Money
from wallet.rates.selectors.rates import REAL

pytestmark = pytest.mark.database

ORDER = count()
AROUND = {"EUR": 11_600, "COP": 2, "DOP": 160, "VES": 40}  # 10^-4 USD for one unit
MOVES = st.lists(st.integers(min_value=50, max_value=200), min_size=4, max_size=4)  # per cent
PLENTY = 10**13


@dataclass(frozen=True)
class House:
    """A player with money in every currency, and a moving exchange rate."""

    player: User
    currency: str
    percent: list[int]

    def move(self, step: int) -> Decimal:
        """Approve the next rate, one second after the last; return it. Always 1 for USD."""
        if self.currency == "USD":
            return Decimal(1)
        rate = Decimal(AROUND[self.currency] * self.percent[step]) / 1_000_000
        approved(self.currency, str(rate), hours=20 - next(ORDER) / 3600)
        return rate

    def held(self) -> dict[str, int]:
        """Return the player's balances by currency, in units."""
        return {money.currency: money.units for money in balances(self.player.pk)}

    def played(self, units: int) -> dict[str, int]:
        """Return the initial balances with the bet's currency changed by `units`."""
        return dict.fromkeys(REAL, PLENTY) | {self.currency: PLENTY + units}


def opened(currency: str, percent: list[int]) -> House:
    player = scenes.new_player(f"{uuid4().hex}@example.test", "0")
    for each in REAL:
        wallet.credit_deposit(player.pk, Money(PLENTY, each), key=uuid4(), provider="demo")
    return House(player, currency, percent)


def worth(units: int, rate: Decimal) -> int:
    """Convert to 10^-4 USD, rounding half to even; computed independently of the product."""
    return round(Fraction(units) * Fraction(rate))


def dealt(house: House, rate: Decimal, size: int) -> Round:
    """Return a running round: the table's minimum at this rate plus `size` steps.

    Deals again while a round ends at the deal.
    """
    table = scenes.ligalo()
    limits = compute_bet_limits(table, house.currency, rate)
    stake = Money(limits.min_bet.units + size * limits.step.units, house.currency)
    participant = scenes.sit(house.player, table)
    while True:
        sent = replace(scenes.bet_request(participant, stake.text), currency=house.currency)
        round_ = place_bet(house.player, table, sent)
        if round_.status == Round.Status.IN_PROGRESS:
            return round_
        participant.refresh_from_db()


def doubled(round_: Round) -> Round:
    """Decline insurance, then double if the cards allow it."""
    if "decline" in scenes.live_deal(round_).legal_actions:
        round_ = scenes.play(round_, "decline")
    live = round_.status == Round.Status.IN_PROGRESS
    if live and "double" in scenes.live_deal(round_).legal_actions:
        round_ = scenes.play(round_, "double")
    return round_


def check_worth(round_: Round, rate: Decimal) -> None:
    """Check that every USD amount uses the rate of the first stake."""
    assert (round_.tasa_cambio, round_.amount_usd) == (rate, worth(round_.amount, rate))
    assert Bet.objects.get(round=round_).amount_usd == round_.amount_usd
    added = list(Decision.objects.filter(round=round_))
    assert [one.amount_usd for one in added] == [worth(one.amount, rate) for one in added]
    assert round_.staked_usd == round_.amount_usd + sum(one.amount_usd for one in added)
    assert round_.returned is not None
    assert round_.returned_usd == worth(round_.returned, rate)


@pytest.mark.parametrize("currency", slow_but_every(3, REAL))
@settings(max_examples=6, deadline=None)
@given(percent=MOVES, size=st.integers(min_value=0, max_value=400))
def test_a_round_keeps_its_currency_and_its_rate(
    currency: str, percent: list[int], size: int
) -> None:
    house = opened(currency, percent)
    rate = house.move(0)
    round_ = dealt(house, rate, size)
    before = house.held()
    house.move(1)
    round_ = doubled(round_)
    house.move(2)
    round_ = scenes.play_out(round_)
    returned = round_.returned or 0
    check_worth(round_, rate)
    end = before[currency] + round_.amount - round_.staked + returned
    assert house.held() == house.played(end - PLENTY)

    house.move(3)
    key, stakes = round_.public_id, round_.money(round_.staked)
    settlement = Transfer.objects.get(kind="settle", round_id=key)
    wallet.reverse_transfer(settlement.pk, key=uuid4(), reason="the wrong shoe")
    assert house.held() == house.played(end - returned - PLENTY)
    held = OpenStake.objects.get(round_id=key)
    assert (held.currency_id, held.amount) == (currency, round_.staked)
    wallet.refund_stake(house.player.pk, stakes, key=uuid4(), round_id=key)
    assert house.held() == house.played(end - returned + round_.staked - PLENTY)
    wallet.hold_stake(house.player.pk, stakes, key=uuid4(), round_id=key)
    paid = round_.money(returned)
    wallet.settle_stakes(house.player.pk, key=uuid4(), round_id=key, staked=stakes, returned=paid)
    assert house.held() == house.played(end - PLENTY)
    moved = Transfer.objects.filter(round_id=key)
    entries = Entry.objects.filter(transfer__in=moved)
    assert {one.currency_id for one in moved} == {one.currency_id for one in entries} == {currency}
