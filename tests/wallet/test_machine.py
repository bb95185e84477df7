"""Any sequence of requests, retries and crashes against a model of the ledger."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    MultipleResults,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from tests.wallet.ledger import player
from tests.wallet.model import Model, Move
from wallet import selectors, services
from wallet.errors import KeyConflict, WalletError
from wallet.models import OpenStake
from wallet.money import Money
from wallet.reconciliation import broken_lines
from wallet.services import Posting

AMOUNTS = st.integers(min_value=1, max_value=60_000)  # 0.0001 to 6.00
FUNDS = st.integers(min_value=1, max_value=200_000)
FEW = st.sampled_from([0, 0, 0, 1])
EITHER = st.integers(min_value=0, max_value=1)
BOUNDS = settings(max_examples=25, stateful_step_count=30, deadline=None)


def usd(units: int) -> Money:
    return Money(units, "USD")


# A kind that is added to the ledger is added here, to `Model.change` and as a rule below.
SEND: Mapping[str, Callable[[Move, UUID], Posting]] = {
    "deposit": lambda m, key: services.deposit(m.player, usd(m.units), key=key, provider="demo"),
    "bet": lambda m, key: services.bet(m.player, usd(m.units), key=key, round_id=m.round),
    "refund": lambda m, key: services.refund(m.player, usd(m.units), key=key, round_id=m.round),
    "settle": lambda m, key: services.settle(
        m.player, key=key, round_id=m.round, staked=usd(m.units), returned=usd(m.returned)
    ),
    "exchange": lambda m, key: services.exchange(
        m.player, usd(m.units), Money(m.received, "EUR"), key=key
    ),
    "withdraw": lambda m, key: services.withdraw(
        m.player, usd(m.units), key=key, withdrawal_id=m.withdrawal
    ),
    "pay_out": lambda m, key: services.pay_out(
        m.player, usd(m.units), key=key, withdrawal_id=m.withdrawal
    ),
    "cancel_withdrawal": lambda m, key: services.cancel_withdrawal(
        m.player, usd(m.units), key=key, withdrawal_id=m.withdrawal
    ),
    "reverse": lambda m, key: services.reverse(m.original, key=key, reason=m.reason),
}


@dataclass(frozen=True)
class Request:
    """A request that was made, done or not."""

    key: UUID
    move: Move


class Ledger(RuleBasedStateMachine):
    """Two players, two rounds, and everything that may be asked of the ledger about them."""

    requests: Bundle[Request] = Bundle("requests")

    @initialize()
    def open(self) -> None:
        self.model = Model()
        self.players = [player(uuid4().hex), player(uuid4().hex)]
        self.rounds = [uuid4(), uuid4()]
        self.withdrawals = [uuid4(), uuid4()]
        self.answers: dict[UUID, Posting] = {}

    def ask(self, move: Move, key: UUID | None = None) -> Request:
        """The request to both: they agree on whether it is done, and on the balance after it."""
        request = Request(key or uuid4(), move)
        expected = self.model.refusals(move)
        try:
            with transaction.atomic():
                answer = SEND[move.kind](move, request.key)
        except WalletError as refusal:
            self.see(refusal, expected)
            return request
        assert not expected
        assert not answer.replayed
        after = self.model.apply(move, answer.transfer_id)
        assert "USD" not in answer.balances or answer.balances["USD"].units == after
        self.answers[request.key] = answer
        return request

    def see(self, refusal: WalletError, expected: set[type[Exception]]) -> None:
        assert type(refusal) in expected, f"{refusal!r} where {expected or 'none'} was due"

    @rule(target=requests, who=EITHER, units=FUNDS)
    def deposit(self, who: int, units: int) -> Request:
        return self.ask(Move("deposit", self.players[who], units))

    @rule(target=requests, who=EITHER, units=AMOUNTS, at=EITHER)
    def bet(self, who: int, units: int, at: int) -> Request:
        return self.ask(Move("bet", self.players[who], units, self.rounds[at]))

    @rule(target=requests, who=EITHER, units=AMOUNTS, at=EITHER)
    def bet_and_double(self, who: int, units: int, at: int) -> MultipleResults[Request]:
        move = Move("bet", self.players[who], units, self.rounds[at])
        return multiple(self.ask(move), self.ask(move))

    def place(self, who: int, at: int) -> tuple[UUID, int]:
        """A round and a player: one of those that hold stakes, where there are any."""
        held = sorted(place for place, units in self.model.held.items() if units)
        return held[(2 * who + at) % len(held)] if held else (self.rounds[at], self.players[who])

    @rule(target=requests, who=EITHER, units=AMOUNTS, at=EITHER)
    def refund(self, who: int, units: int, at: int) -> Request:
        round_id, person = self.place(who, at)
        return self.ask(Move("refund", person, units, round_id))

    @rule(target=requests, who=EITHER, at=EITHER, off=FEW, returned=st.integers(0, 120_000))
    def settle(self, who: int, at: int, off: int, returned: int) -> Request:
        """With all that is held, or now and then with a unit more."""
        round_id, person = self.place(who, at)
        staked = self.model.held[round_id, person] + off
        return self.ask(Move("settle", person, staked or 1, round_id, returned))

    @rule(target=requests, kind=st.sampled_from(["deposit", "bet", "refund", "settle"]))
    def reverse_the_latest(self, kind: str) -> Request | MultipleResults[Request]:
        found = [number for number, move in self.model.done.items() if move.kind == kind]
        if not found:
            return multiple()
        return self.ask(Move("reverse", original=max(found), reason="wrong"))

    @rule(target=requests, who=EITHER, units=AMOUNTS, received=AMOUNTS)
    def exchange(self, who: int, units: int, received: int) -> Request:
        return self.ask(Move("exchange", self.players[who], units, received=received))

    @rule(target=requests, who=EITHER, units=AMOUNTS, at=EITHER, fresh=st.booleans())
    def withdraw(self, who: int, units: int, at: int, fresh: bool) -> Request:  # noqa: FBT001 - hypothesis gives it by name
        if fresh:
            self.withdrawals[at] = uuid4()
        move = Move("withdraw", self.players[who], units, withdrawal=self.withdrawals[at])
        return self.ask(move)

    @rule(
        target=requests,
        kind=st.sampled_from(["pay_out", "cancel_withdrawal"]),
        at=EITHER,
        off=st.integers(0, 3).map(lambda one: one == 0),
    )
    def end_withdrawal(self, kind: str, at: int, off: bool) -> Request:  # noqa: FBT001 - as above
        """Of what is held, or of a unit more."""
        withdrawal = self.withdrawals[at]
        player_id, units, _ = self.model.withdrawals.get(withdrawal, (self.players[0], 1, False))
        return self.ask(Move(kind, player_id, units + off, withdrawal=withdrawal))

    @rule(target=requests, request=requests)
    def reverse(self, request: Request) -> MultipleResults[Request] | Request:
        if request.key not in self.answers:
            return multiple()
        original = self.answers[request.key].transfer_id
        return self.ask(Move("reverse", original=original, reason="wrong"))

    @rule(request=requests)
    def retry(self, request: Request) -> None:
        """What was done gets its first answer and moves nothing; what was not is asked anew."""
        first = self.answers.get(request.key)
        if first is None:
            self.ask(request.move, request.key)
            return
        again = SEND[request.move.kind](request.move, request.key)
        assert again == replace(first, replayed=True)

    @rule(request=requests)
    def retry_with_other_content(self, request: Request) -> None:
        if request.key not in self.answers:
            return
        move = request.move
        other = replace(move, units=move.units + 1, returned=move.returned + 1, reason="other")
        with pytest.raises(KeyConflict), transaction.atomic():
            SEND[move.kind](other, request.key)

    @rule(target=requests, request=requests)
    def crash(self, request: Request) -> Request:
        """The request under a new key, in a transaction that ends after `post()` without a commit."""
        unknown = Request(uuid4(), request.move)
        try:
            with transaction.atomic():
                SEND[unknown.move.kind](unknown.move, unknown.key)
                transaction.set_rollback(True)
        except WalletError as refusal:
            self.see(refusal, self.model.refusals(unknown.move))
        return unknown

    @invariant()
    def balances_and_stakes_are_those_of_the_model(self) -> None:
        for person in self.players:
            assert selectors.balance(person).units == self.model.balance[person]
            assert selectors.balance(person, "EUR").units == self.model.euros[person]
        stakes = OpenStake.objects.filter(player_id__in=self.players)
        held = {(stake.round_id, stake.player_id): stake.amount for stake in stakes}
        assert held == {place: units for place, units in self.model.held.items() if units}

    @invariant()
    def every_line_holds(self) -> None:
        assert broken_lines() == []


@pytest.mark.usefixtures("committed_db")
def test_the_ledger_does_what_its_model_does() -> None:
    run_state_machine_as_test(Ledger, settings=BOUNDS)


@pytest.mark.usefixtures("committed_db")
def test_a_refund_is_not_reversed_after_the_settlement() -> None:
    """A sequence that found a stake in a settled round once."""
    ledger = Ledger()
    ledger.open()
    ledger.deposit(0, 60_000)
    ledger.bet(0, 50_000, 0)
    refund = ledger.refund(0, 20_000, 0)
    ledger.settle(0, 0, 0, 10_000)  # all that is left
    ledger.reverse(refund)
    ledger.balances_and_stakes_are_those_of_the_model()
    ledger.every_line_holds()
