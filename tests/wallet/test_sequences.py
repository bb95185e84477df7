"""Property test: any sequence of movements, compared with a small model."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import UUID, uuid4, uuid5

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings, strategies as st

from journal.refusals import Refusal
from tests.exhaustive import examples
from tests.wallet.ledger import player
from wallet.ledger.refusals import (
    AlreadyReversed,
    InsufficientFunds,
    LedgerFault,
    NotReversible,
    StakesDiffer,
)
from wallet.ledger.selectors import funds
from wallet.ledger.selectors.reconciliation import find_broken_lines
from wallet.ledger.services import movements
from wallet.ledger.services.posting import Posting
from wallet.money.values import Money

pytestmark = pytest.mark.database
ROUNDS = [uuid5(UUID(int=0), str(number)) for number in range(2)]
Step = tuple[str, int, int, int]
Error = type[Refusal | LedgerFault]


@dataclass(frozen=True)
class Move:
    """Effect of a transfer: on the player's balance, on the player's stakes in a round, and whether it settles it."""

    person: int
    paid: int
    round_id: UUID
    stake: int
    settles: bool = False


@dataclass
class Model:
    """Balances and stakes in units, settled rounds, and the transfers so far."""

    balance: Counter[int] = field(default_factory=Counter)
    held: Counter[tuple[UUID, int]] = field(default_factory=Counter)
    done: list[tuple[Move | None, Posting, Callable[[], Posting]]] = field(default_factory=list)
    undone: set[int] = field(default_factory=set)
    settled: set[tuple[UUID, int]] = field(default_factory=set)

    def refusal(self, move: Move) -> Error | None:
        place = move.round_id, move.person
        late = move.stake > 0 and not move.settles and place in self.settled
        if late or self.held[place] + move.stake < 0:
            return StakesDiffer
        return InsufficientFunds if self.balance[move.person] + move.paid < 0 else None

    def apply(self, move: Move) -> None:
        self.balance[move.person] += move.paid
        self.held[move.round_id, move.person] += move.stake
        if move.settles:
            self.settled ^= {(move.round_id, move.person)}


def usd(units: int) -> Money:
    return Money(units, "USD")


def attempt(expected: Error | None, act: Callable[[], Posting]) -> Posting | None:
    if expected is None:
        return act()
    with pytest.raises(expected), transaction.atomic():
        act()
    return None


def pay(model: Model, person: int, step: Step) -> None:
    """Deposit, bet, refund or settle."""
    kind, _, number, units = step
    round_id, key = ROUNDS[number], uuid4()
    held = model.held[round_id, person]
    paid, stake = {
        "deposit": (units, 0),
        "bet": (-units, units),
        "refund": (units, -units),
        "settle": (2 * units, -held),
    }[kind]
    move = Move(person, paid, round_id, stake, kind == "settle")
    act: dict[str, Callable[[], Posting]] = {
        "deposit": lambda: movements.credit_deposit(person, usd(units), key=key, provider="demo"),
        "bet": lambda: movements.hold_stake(person, usd(units), key=key, round_id=round_id),
        "refund": lambda: movements.refund_stake(person, usd(units), key=key, round_id=round_id),
        "settle": lambda: movements.settle_stakes(
            person, key=key, round_id=round_id, staked=usd(held), returned=usd(2 * units)
        ),
    }
    if (posting := attempt(model.refusal(move), act[kind])) is not None:
        model.apply(move)
        model.done.append((move, posting, act[kind]))


def undo(model: Model, place: int) -> None:
    """Reverse the transfer at `place`, which may be a reversal or already reversed."""
    move, posting, _ = model.done[place]
    if move is None:
        expected: Error | None = NotReversible
        opposite = Move(0, 0, ROUNDS[0], 0)
    else:
        opposite = Move(move.person, -move.paid, move.round_id, -move.stake, move.settles)
        expected = AlreadyReversed if place in model.undone else model.refusal(opposite)
    key = uuid4()

    def act() -> Posting:
        return movements.reverse_transfer(posting.transfer_id, key=key, reason="any")

    if (reversal := attempt(expected, act)) is not None:
        model.apply(opposite)
        model.undone.add(place)
        model.done.append((None, reversal, act))


def repeat(model: Model, place: int) -> None:
    """Repeat the request at `place`: it returns the first answer and moves nothing."""
    _, posting, act = model.done[place]
    again = act()
    assert (again.transfer_id, again.balance) == (posting.transfer_id, posting.balance)
    assert again.replayed


def run(model: Model, people: list[int], step: Step) -> None:
    kind, who, number, units = step
    person = people[who]
    if kind in ("undo", "repeat"):
        if model.done:
            (undo if kind == "undo" else repeat)(model, units % len(model.done))
    elif kind != "settle" or model.held[ROUNDS[number], person]:
        pay(model, person, step)


steps = st.tuples(
    st.sampled_from(["deposit", "bet", "bet", "refund", "settle", "undo", "repeat"]),
    st.integers(0, 1),
    st.integers(0, 1),
    st.integers(1, 40),
)


@settings(
    max_examples=examples(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(steps, max_size=25))
def test_the_ledger_does_what_the_model_does(sequence: list[Step]) -> None:
    with transaction.atomic():
        people = [player("ana"), player("ben")]
        model = Model()
        for step in sequence:
            run(model, people, step)
        assert [funds.balance(person).units for person in people] == [
            model.balance[person] for person in people
        ]
        held = {place: units for place, units in model.held.items() if units}
        assert {k: m.units for k, m in funds.load_open_stakes().items()} == held
        assert [line for line in find_broken_lines() if "settled rounds" not in line.line] == []
        transaction.set_rollback(True)
