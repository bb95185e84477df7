"""A bet and the closing of its player's account at the same time: exactly one of them succeeds."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from threading import Event as Flag
from uuid import uuid4

import pytest
from django.db import connections, transaction

from accounts.models.users import State, User
from casino.models import Round
from casino.play.services.betting import BetRequest, place_bet
from journal.refusals import NotAllowed, Refusal
from tables.models import Table
from tests.casino import scenes
from tests.casino.test_play_money import a_player
from tests.threads import SECONDS, Running, at_once
from tests.waiting import is_blocked, wait_until
from tests.wallet.cash import account, checked, just_now
from tests.wallet.ledger import usd
from tests.wallet.rates import approved
from wallet.cash.models import Closing
from wallet.cash.refusals import NotClosable
from wallet.cash.services import closing, deposits, withdrawals
from wallet.cash.values.payout import Payout
from wallet.exchange import services
from wallet.ledger.selectors import funds

pytestmark = pytest.mark.committed
Work = Callable[[], object]


def real_money() -> tuple[User, Table, BetRequest]:
    player, table = scenes.new_player(funds="10"), scenes.ligalo()
    seed = scenes.seed_for(scenes.ordinary)
    return player, table, scenes.bet_request(scenes.sit(player, table, seed), "4")


def lent_money() -> tuple[User, Table, BetRequest]:
    """Return a bet at a table that lends 100 to a player without money: no balance prevents it."""
    player, table = a_player("0"), scenes.table_of("friendly", bet_formula="friendly")
    seed = scenes.seed_for(scenes.ordinary, table.version.rules)
    request = scenes.bet_request(scenes.sit(player, table, seed), "20")
    return player, table, replace(request, currency="PLY")


def ended(work: Work) -> object:
    """Return the result of the work or the refusal it raised; runs on a connection of its own."""
    try:
        return work()
    except Refusal as refusal:
        return refusal
    finally:
        connections.close_all()


def one_before_the_other(first: Work, second: Work) -> tuple[object, object]:
    """Return both results, where `second` starts after `first` has done its work but before it commits.

    Fails if `second` does not wait for a lock.
    """
    done, go_on = Flag(), Flag()

    def held() -> object:
        with transaction.atomic():
            answer = first()
            done.set()
            assert go_on.wait(timeout=SECONDS)
        return answer

    one = Running(partial(ended, held))
    assert done.wait(timeout=SECONDS)
    other = Running(partial(ended, second))
    _until_it_waits(other)
    go_on.set()
    return one.result(), other.result()


def _until_it_waits(other: Running[object]) -> None:
    def waits() -> bool:
        assert not other.future.done(), "it did not wait for the first"
        return is_blocked()

    wait_until(waits, "it does not wait for the first")


@pytest.mark.parametrize("scene", [real_money, lent_money])
def test_a_bet_that_came_first_keeps_the_account_open(
    scene: Callable[[], tuple[User, Table, BetRequest]],
) -> None:
    player, table, request = scene()
    checked()
    made, refusal = one_before_the_other(
        partial(place_bet, player, table, request),
        partial(
            closing.close_own_account,
            player,
            to=Payout(account("Banco Uno")),
            key=uuid4(),
            proof=just_now(),
        ),
    )
    assert isinstance(made, Round)
    assert isinstance(refusal, NotClosable)
    player.refresh_from_db()
    assert player.state == State.ACTIVE
    assert not Closing.objects.exists()
    assert funds.load_money_in_withdrawals(player.pk) == []


@pytest.mark.parametrize("scene", [real_money, lent_money])
def test_a_closing_that_came_first_takes_no_bet(
    scene: Callable[[], tuple[User, Table, BetRequest]],
) -> None:
    player, table, request = scene()
    checked()
    made, refusal = one_before_the_other(
        partial(
            closing.close_own_account,
            player,
            to=Payout(account("Banco Uno")),
            key=uuid4(),
            proof=just_now(),
        ),
        partial(place_bet, player, table, request),
    )
    assert isinstance(made, Closing)
    assert isinstance(refusal, NotAllowed)
    assert refusal.code == "closed"
    assert not Round.objects.exists()
    assert funds.load_money_in_play(player.pk) == []
    assert not any(funds.balances(player.pk))


def exchanging(player: User) -> Work:
    approved("EUR", "1.10", hours=3)
    offer = services.offer_exchange(player.pk, usd("5.00"), "EUR")
    return partial(services.confirm_exchange, player.pk, offer.sealed)


def depositing(player: User) -> Work:
    return partial(deposits.begin_deposit, player, usd("5.00"), key=uuid4(), provider="demo")


def withdrawing(player: User) -> Work:
    ask = withdrawals.request_withdrawal
    return partial(
        ask, player, usd("5.00"), destination=account("Banco Dos"), key=uuid4(), proof=just_now()
    )


@pytest.mark.parametrize("other", [exchanging, depositing, withdrawing])
def test_an_earlier_closing_blocks_other_movements(other: Callable[[User], Work]) -> None:
    player = scenes.new_player(funds="10")
    checked()
    made, refusal = one_before_the_other(
        partial(
            closing.close_own_account,
            player,
            to=Payout(account("Banco Uno")),
            key=uuid4(),
            proof=just_now(),
        ),
        other(player),
    )
    assert isinstance(made, Closing)
    assert isinstance(refusal, NotAllowed)
    assert not any(funds.balances(player.pk))
    assert [str(money) for money in funds.load_money_in_withdrawals(player.pk)] == ["10.00 USD"]


def test_sent_at_once_by_many_one_closing_happens() -> None:
    player = scenes.new_player(funds="10.005")
    checked()
    work = [
        partial(
            ended,
            partial(
                closing.close_own_account,
                player,
                to=Payout(account("Banco Uno")),
                key=uuid4(),
                proof=just_now(),
            ),
        )
        for _ in range(6)
    ]
    answers = at_once(*work)
    assert sum(isinstance(answer, Closing) for answer in answers) == 1
    assert sum(isinstance(answer, NotClosable) for answer in answers) == 5
    assert [str(money) for money in funds.load_money_in_withdrawals(player.pk)] == ["10.01 USD"]
