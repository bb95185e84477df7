"""Several transfers in one call: same results as single calls, all or none, in any order, without deadlocks."""

from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given, strategies as st

from journal.refusals import SentBefore
from tests.wallet.ledger import ask, at_once, funded, player, refused, usd
from wallet.ledger.models import TransferKind
from wallet.ledger.refusals import InsufficientFunds, RefusedTransfer, StakesDiffer
from wallet.ledger.selectors import funds
from wallet.ledger.selectors.reconciliation import find_broken_lines
from wallet.ledger.services import movements
from wallet.ledger.services.posting import Posting, TransferRequest, post_transfer, post_transfers
from wallet.money.refusals import AmountOutOfRange
from wallet.money.values import Money

pytestmark = pytest.mark.database
Request = tuple[UUID, TransferRequest]
NAMES = ("ana", "ben", "caro", "dan", "eva")
MOVES = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.sampled_from(["bet", "settle", "refund"]),
        st.sampled_from(["USD", "EUR"]),
    ),
    min_size=1,
    max_size=8,
)


def bet(
    person: int, text: str = "1.00", code: str = "USD", round_id: UUID | None = None
) -> Request:
    money = Money.parse(text, code)
    return uuid4(), TransferRequest(TransferKind.BET, person, money, round_id=round_id or uuid4())


def settlement(person: int, round_id: UUID, code: str = "USD") -> Request:
    staked = Money.parse("1.00", code)
    request = TransferRequest(TransferKind.SETTLE, person, staked, staked * 2, round_id=round_id)
    return uuid4(), request


def refund(person: int, round_id: UUID, code: str = "USD") -> Request:
    money = Money.parse("1.00", code)
    return uuid4(), TransferRequest(TransferKind.REFUND, person, money, round_id=round_id)


def people(count: int = 5) -> list[int]:
    found = [funded(name, "10.00") for name in NAMES[:count]]
    for person in found:
        movements.credit_deposit(person, Money.parse("10.00", "EUR"), key=uuid4(), provider="demo")
    return found


def by_request(person: int, kind: str, code: str) -> Request:
    """Return a transfer request of a kind; a settlement or refund is for a round that it opens."""
    opened = bet(person, code=code)
    if kind == "bet":
        return opened
    post_transfer(*opened)
    round_id = opened[1].round_id or uuid4()
    end = settlement if kind == "settle" else refund
    return end(person, round_id, code)


def made(requests: list[Request], *, together: bool) -> tuple[list[Posting], object]:
    """Return the answers without transfer ids, the balances and the stakes; the transfers are rolled back."""
    with transaction.atomic():
        if together:
            answers = post_transfers(requests)
        else:
            order = sorted(requests, key=_order)
            found = {key: post_transfer(key, request) for key, request in order}
            answers = [found[key] for key, _ in requests]
        balances = [funds.balances(request.player_id or 0) for _, request in requests]
        held = funds.load_open_stakes()
        assert find_broken_lines() == []
        transaction.set_rollback(True)
    return [Posting(0, one.replayed, one.balances) for one in answers], (balances, held)


def _order(request: Request) -> tuple[object, ...]:
    asked = request[1]
    assert asked.money
    return asked.player_id, asked.money.currency, asked.round_id


def test_batches_return_the_answers_of_single_calls() -> None:
    found = people(3)

    @given(MOVES)
    def check(moves: list[tuple[int, str, str]]) -> None:
        with transaction.atomic():
            requests = [by_request(found[who], kind, code) for who, kind, code in moves]
            assert made(requests, together=True) == made(requests, together=False)
            transaction.set_rollback(True)

    check()


def test_a_repeat_returns_the_first_answers_in_any_order() -> None:
    requests = [bet(person) for person in people()]
    first = post_transfers(requests)
    again = post_transfers(requests[::-1])
    assert [one.replayed for one in first + again] == [False] * 5 + [True] * 5
    assert [(one.transfer_id, one.balance) for one in again[::-1]] == [
        (one.transfer_id, one.balance) for one in first
    ]
    assert ask("SELECT count(*) FROM wallet_transfer WHERE kind = 'bet'") == 5


@pytest.mark.parametrize("backwards", [False, True])
def test_one_refused_moves_nothing_of_any_and_is_named(*, backwards: bool) -> None:
    found = people()
    requests = [bet(person, "11.00" if n == 2 else "1.00") for n, person in enumerate(found)]
    with refused(InsufficientFunds) as caught:
        post_transfers(requests[::-1] if backwards else requests)
    assert caught.value.transfer_key == requests[2][0]
    assert caught.value.code == "insufficient_funds"


def test_refusals_are_those_of_single_calls() -> None:
    ana, ben = people(2)
    used = bet(ana)
    post_transfer(*used)
    with refused(SentBefore) as sent:
        post_transfers([bet(ben), (used[0], bet(ana, "2.00")[1])])
    assert sent.value.transfer_key == used[0]
    unstaked = settlement(ben, uuid4())
    with refused(StakesDiffer) as differs:
        post_transfers([bet(ana), unstaked])
    assert differs.value.transfer_key == unstaked[0]
    large = (uuid4(), TransferRequest(TransferKind.BET, ana, Money(2**63, "USD"), round_id=uuid4()))
    with refused(AmountOutOfRange) as beyond:
        post_transfers([large])
    assert beyond.value.transfer_key == large[0]


def test_other_kinds_are_refused() -> None:
    ana = player()
    asked = (uuid4(), TransferRequest(TransferKind.BONUS, ana, usd("1.00")))
    with refused(RefusedTransfer) as caught:
        post_transfers([asked])
    assert caught.value.transfer_key == asked[0]


def test_new_money_of_a_round_is_held_before_its_settlement() -> None:
    (ana,) = people(1)
    asked = bet(ana)
    held, paid = post_transfers([asked, settlement(ana, asked[1].round_id or uuid4())])
    assert (held.balance, paid.balance) == (usd("9.00"), usd("11.00"))


def test_a_batch_is_one_statement_and_an_empty_one_none() -> None:
    requests = [bet(person) for person in people()]
    with CaptureQueriesContext(connection) as asked:
        assert post_transfers([]) == []
        post_transfers(requests)
    assert [query["sql"] for query in asked] == ["SELECT public.post_many($1)"]


@pytest.mark.committed
def test_the_same_players_in_any_order_do_not_wait_in_a_circle() -> None:
    found = people()

    def move(number: int) -> None:
        order = found if number % 2 else found[::-1]
        for _ in range(10):
            codes = ("USD", "EUR") if number % 3 else ("EUR", "USD")
            bets = [bet(person, code=code) for person in order for code in codes]
            ended = [
                (settlement if n % 2 else refund)(
                    one.player_id or 0, one.round_id or uuid4(), one.money.currency
                )
                for n, (_, one) in enumerate(bets)
                if one.money
            ]
            with transaction.atomic():
                post_transfers(bets)
            with transaction.atomic():
                post_transfers([*ended[::-1], *(bet(person, "0.0001") for person in order[::-1])])

    assert at_once(6, move) == [None] * 6
    assert find_broken_lines() == []
    assert ask("SELECT count(*) FROM wallet_transfer WHERE kind IN ('settle', 'refund')") == 600
