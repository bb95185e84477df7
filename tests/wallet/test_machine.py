"""Stateful test: any sequence of requests, retries and crashes, compared with a model of the ledger."""

import os
import socket
from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from hypothesis import settings, strategies as st
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

from journal.refusals import Refusal
from tests.exhaustive import examples
from tests.wallet.asked import CURRENCIES, Request
from tests.wallet.ledger import player
from tests.wallet.model import Answer, Model, Move, Place
from wallet.ledger.models import Entry, HouseAccount, OpenStake, Receivable, WithdrawalHold
from wallet.ledger.refusals import LedgerFault
from wallet.ledger.selectors import funds as selectors
from wallet.ledger.selectors.reconciliation import find_broken_lines
from wallet.ledger.services.posting import Posting
from wallet.money.values import Money

AMOUNTS = st.integers(min_value=1, max_value=60_000)  # 0.0001 to 6.00
FUNDS = st.integers(min_value=4, max_value=200_000)
FEW = st.sampled_from([0, 0, 0, 1])
EITHER = st.integers(min_value=0, max_value=1)
BOUNDS = settings(max_examples=examples(30), stateful_step_count=30, deadline=None)


# A new kind of transfer needs an entry in `Request.asked` and a rule below.


def cut(*, committing: bool) -> None:
    """Cut the client's end of the connection, before or after COMMIT is sent."""
    server = connection.connection.pgconn
    if committing:
        server.send_query(b"COMMIT")
        while server.flush():
            pass
    with socket.socket(fileno=os.dup(server.socket)) as line:
        line.shutdown(socket.SHUT_RDWR)


class Ledger(RuleBasedStateMachine):
    """Two players, two rounds, two currencies, and every request about them."""

    requests: Bundle[Request] = Bundle("requests")

    @initialize(funds=FUNDS)
    def open(self, funds: int) -> None:
        """Begin with money and stakes in both currencies; most requests are then possible."""
        self.model = Model()
        self.players = [player(uuid4().hex), player(uuid4().hex)]
        self.rounds = [uuid4(), uuid4()]
        self.withdrawals = [uuid4(), uuid4()]
        self.done: dict[UUID, tuple[Request, Posting]] = {}
        for who, at in product((0, 1), (0, 1)):
            self.deposit(who, funds, at)
            self.bet(who, funds // 4, at)

    @property
    def transfers(self) -> Mapping[UUID, int]:
        return {key: posting.transfer_id for key, (_, posting) in self.done.items()}

    def ask(self, request: Request) -> Request:
        """Send the request to both; assert that they agree on the outcome and on every balance after it."""
        first = self.done.get(request.key)
        expected = self.model.ask(request.key, request.asked)
        try:
            with transaction.atomic():
                posting = request.send(self.transfers)
        except (Refusal, LedgerFault) as refusal:
            self.see(refusal, expected)
            return request
        assert {code: money.units for code, money in posting.balances.items()} == expected
        if first is not None:
            assert posting == replace(first[1], replayed=True)
        else:
            assert not posting.replayed
            self.done[request.key] = request, posting
        return request

    def see(self, refusal: Refusal | LedgerFault, expected: Answer) -> None:
        assert type(refusal) in expected, f"{refusal!r} where {expected} was due"

    def new(self, kind: str, player_id: int, money: Money, about: UUID, got: int = 0) -> Request:
        return self.ask(Request(uuid4(), kind, player_id, money, about, got))

    @rule(target=requests, who=EITHER, units=FUNDS, at=EITHER)
    def deposit(self, who: int, units: int, at: int) -> Request:
        return self.new("deposit", self.players[who], Money(units, CURRENCIES[at]), uuid4())

    @rule(target=requests, who=EITHER, units=AMOUNTS, at=EITHER)
    def bet(self, who: int, units: int, at: int) -> Request:
        return self.new("bet", self.players[who], Money(units, CURRENCIES[at]), self.rounds[at])

    def held(self, who: int, at: int) -> tuple[UUID, int, Money]:
        """Return a round, a player and the player's stakes in it; one that holds stakes if there is any."""
        places = [place for place, units in self.model.at.items() if units and place[0] == "round"]
        if not places:
            return self.rounds[at], self.players[who], Money(0, CURRENCIES[at])
        place = places[(2 * who + at) % len(places)]  # by first stake, which a replay repeats
        return place[1], place[2], Money(self.model.at[place], place[3])

    @rule(target=requests, who=EITHER, at=EITHER)
    def double(self, who: int, at: int) -> Request | MultipleResults[Request]:
        round_id, person, money = self.held(who, at)
        return self.new("bet", person, money, round_id) if money else multiple()

    @rule(target=requests, who=EITHER, units=AMOUNTS, at=EITHER, off=FEW)
    def refund(self, who: int, units: int, at: int, off: int) -> Request:
        """Refund a part of the stakes, in some cases more than all of them."""
        round_id, person, money = self.held(who, at)
        part = min(units, max(1, money.units)) + off * money.units
        return self.new("refund", person, Money(part, money.currency), round_id)

    @rule(target=requests, who=EITHER, at=EITHER, off=FEW, returned=st.integers(0, 120_000))
    def settle(self, who: int, at: int, off: int, returned: int) -> Request:
        """Settle all stakes, in some cases a unit more or less."""
        round_id, person, money = self.held(who, at)
        staked = max(1, money.units + off * (1 - 2 * (returned % 2)))
        return self.new("settle", person, Money(staked, money.currency), round_id, returned)

    @rule(target=requests, who=EITHER, units=AMOUNTS, received=AMOUNTS, at=EITHER)
    def exchange(self, who: int, units: int, received: int, at: int) -> Request:
        money = Money(units, CURRENCIES[at])
        return self.new("exchange", self.players[who], money, uuid4(), received)

    @rule(target=requests, who=EITHER, units=AMOUNTS, at=EITHER, fresh=st.booleans())
    def withdraw(self, who: int, units: int, at: int, fresh: bool) -> Request:  # noqa: FBT001 - hypothesis gives it by name
        if fresh:
            self.withdrawals[at] = uuid4()
        money = Money(units, CURRENCIES[at])
        return self.new("withdraw", self.players[who], money, self.withdrawals[at])

    @rule(
        target=requests,
        kind=st.sampled_from(["pay_out", "cancel_withdrawal"]),
        at=EITHER,
        off=FEW,
        swapped=FEW,
    )
    def end_withdrawal(self, kind: str, at: int, off: int, swapped: int) -> Request:
        """End the withdrawal with the held amount, in some cases a unit more, or of the other player."""
        number = self.withdrawals[at]
        of_it = [place for place in self.model.at if place[:2] == ("withdrawal", number)]
        _, _, person, currency, units = of_it[0] if of_it else ("", 0, self.players[0], "USD", 1)
        whose = self.players[(self.players.index(person) + swapped) % 2]
        return self.new(kind, whose, Money(units + off, currency), number)

    @rule(
        target=requests,
        kind=st.sampled_from(["void", "owe", "collect", "repay", "suspend"]),
        who=EITHER,
        at=EITHER,
        units=AMOUNTS,
        back=st.booleans(),
    )
    def void(self, kind: str, who: int, at: int, units: int, back: bool) -> Request:  # noqa: FBT001 - hypothesis gives it by name
        """Use an ended round if there is one. A void may go either way, and a collection may take the whole debt."""
        tables = self.ended() or [("round", self.rounds[at], self.players[who], CURRENCIES[at])]
        _, round_id, person, currency = tables[(2 * who + at) % len(tables)]
        owed = self.model.at["owed", round_id, person, currency]
        if kind in {"collect", "repay"} and back and owed:
            units = owed
        elif kind == "void" and back:
            units = -units
        return self.new(kind, person, Money(units, currency), round_id)

    def ended(self) -> list[Place]:
        """Return the settled rounds, in an order that a replay repeats."""
        done = [asked for asked, _ in self.model.answers.values()]
        places = [one.ends for one in done if isinstance(one, Move) and one.ends]
        return [place for place in places if place in self.model.gone]

    @rule(target=requests, request=requests)
    def reverse(self, request: Request) -> MultipleResults[Request] | Request:
        if request.key not in self.done:
            return multiple()
        return self.ask(Request(uuid4(), "reverse", about=request.key))

    @rule(target=requests, pick=st.integers(0, 6))
    def reverse_the_latest(self, pick: int) -> Request | MultipleResults[Request]:
        """Reverse the latest transfer of a kind that is not reversed yet."""
        found = {
            request.kind: key
            for key, (request, _) in self.done.items()
            if key not in self.model.gone and request.kind != "reverse"
        }
        original = found[sorted(found)[pick % len(found)]] if found else None
        return self.ask(Request(uuid4(), "reverse", about=original)) if original else multiple()

    @rule(request=requests)
    def retry(self, request: Request) -> None:
        """A completed request gets its first answer and moves nothing; a refused one is tried again."""
        self.ask(request)

    @rule(request=requests)
    def retry_with_other_content(self, request: Request) -> None:
        if request.key in self.done:
            money = request.money + Money(1, request.money.currency)
            self.ask(replace(request, money=money, got=request.got + 1, reason="other"))

    @rule(target=requests, request=requests, committing=st.booleans())
    def crash(self, request: Request, committing: bool) -> Request:  # noqa: FBT001 - as above
        """Send the request with a new key and cut the connection, within the transaction or before the answer to
        COMMIT.

        The repeated request waits for the end of the first, and is executed once.
        """
        unknown = replace(request, key=uuid4())
        try:
            with transaction.atomic():
                unknown.send(self.transfers)
                cut(committing=committing)
        except (Refusal, LedgerFault):  # refused before the cut: compare the refusal
            return self.ask(unknown)
        except DatabaseError:
            connection.close()
        expected = self.model.ask(unknown.key, unknown.asked)
        with transaction.atomic():
            posting = unknown.send(self.transfers)
        assert posting.replayed == committing
        assert {code: money.units for code, money in posting.balances.items()} == expected
        self.done[unknown.key] = unknown, replace(posting, replayed=False)
        return unknown

    @invariant()
    def balances_and_holds_are_those_of_the_model(self) -> None:
        there = {place: units for place, units in self.model.at.items() if units}
        seen: dict[Place, int] = {
            ("account", person, money.currency): money.units
            for person in self.players
            for money in selectors.balances(person)
            if money
        }
        for stake in OpenStake.objects.filter(player_id__in=self.players):
            place: Place = ("round", stake.round_id, stake.player_id, stake.currency_id)
            seen[place] = stake.amount
        for hold in WithdrawalHold.objects.filter(player_id__in=self.players, is_open=True):
            money = (hold.currency_id, hold.amount)
            seen["withdrawal", hold.withdrawal_id, hold.player_id, *money] = hold.amount
        for debt in Receivable.objects.filter(player_id__in=self.players):
            place = ("owed", debt.round_id, debt.player_id, debt.currency_id)
            seen[place] = debt.amount
        kept = Entry.objects.filter(account__house_code=HouseAccount.SUSPENSE)
        for leg in kept.filter(transfer__player_id__in=self.players).select_related("transfer"):
            place = ("suspense", leg.transfer.round_id, leg.transfer.player_id, leg.currency_id)
            seen[place] = seen.get(place, 0) + leg.amount
        assert {place: units for place, units in seen.items() if units} == there

    @invariant()
    def every_line_holds(self) -> None:
        assert find_broken_lines() == []


@pytest.mark.committed
def test_the_ledger_does_what_its_model_does() -> None:
    run_state_machine_as_test(Ledger, settings=BOUNDS)


@pytest.mark.committed
def test_a_refund_is_not_reversed_after_the_settlement() -> None:
    """Regression: this sequence once left a stake in a settled round."""
    ledger = Ledger()
    ledger.open(60_000)  # 15,000 of them staked
    refund = ledger.refund(0, 9_000, 0, 0)
    settled = ledger.settle(0, 0, 0, 10_000)  # all that is left
    again = ledger.reverse(refund)
    asked = [one for one in (refund, settled, again) if isinstance(one, Request)]
    assert [one.key in ledger.done for one in asked] == [True, True, False]
    ledger.balances_and_holds_are_those_of_the_model()
    ledger.every_line_holds()
