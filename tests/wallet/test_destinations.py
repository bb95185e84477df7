"""Payout destinations at the level of the services, without the checks of the pages."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from django.utils.translation import override
from psycopg import Connection

from accounts.factors.selectors import IdentityProof, has_factor
from accounts.models.users import State, User
from accounts.recovery.services import carry_out_reset
from accounts.roles.values import Role
from tests.accounts.recovering import approved, told_earlier
from tests.accounts.staff import staff
from tests.accounts.test_way_back import connected_before, long_ago, paid_before, with_an_app
from tests.wallet.cash import account, checked, person
from tests.wallet.ledger import funded, usd
from wallet.cash.models import Withdrawal
from wallet.cash.refusals import FactorNeeded
from wallet.cash.services import closing, withdrawals
from wallet.cash.values.payout import Payout
from wallet.ledger.models import Transfer

pytestmark = pytest.mark.database
OTHER = "Banco Dos 0022"
Sends = Callable[[User, str, datetime | None], object]


def by_withdrawal(player: User, destination: str, shown_at: datetime | None) -> object:
    return withdrawals.request_withdrawal(
        player,
        usd("5.00"),
        destination=account(destination),
        key=uuid4(),
        proof=IdentityProof(shown_at, timezone.now()),
    )


def by_closing(player: User, destination: str, shown_at: datetime | None) -> object:
    return closing.close_own_account(
        player,
        to=Payout(account(destination)),
        key=uuid4(),
        proof=IdentityProof(shown_at, timezone.now()),
    )


BOTH = pytest.mark.parametrize("sends", [by_withdrawal, by_closing])


def everything(player: User) -> list[Any]:
    player.refresh_from_db()
    return [player.state, Withdrawal.objects.count(), Transfer.objects.count()]


def paid_once() -> User:
    """Return a player with a known destination and no pending withdrawal."""
    player = paid_before()
    cashier = staff(Role.CASHIER)
    withdrawals.refuse_withdrawal(
        Withdrawal.objects.get().pk, seen=1, acting_user=cashier, reason="x", told_player="review"
    )
    return player


def refused(sends: Sends, player: User, shown_at: datetime | None) -> str:
    before = everything(player)
    with override("en"), pytest.raises(FactorNeeded) as error:
        sends(player, OTHER, shown_at)
    assert everything(player) == before
    with override("en"):
        return str(error.value.message)


@BOTH
def test_without_a_factor_nothing_goes_elsewhere(sends: Sends) -> None:
    player = paid_once()
    assert "Connect an app or a passkey" in refused(sends, player, timezone.now())


@BOTH
def test_a_factor_that_was_not_shown_just_now_is_not_enough(sends: Sends) -> None:
    player = paid_once()
    with_an_app(player)
    connected_before(30)
    for shown_at in (None, timezone.now() - timedelta(minutes=6)):
        assert "use it first" in refused(sends, player, shown_at)
    assert sends(player, OTHER, timezone.now())


@BOTH
def test_a_factor_of_today_is_not_enough(sends: Sends) -> None:
    player = paid_once()
    with_an_app(player)
    long_ago(player)
    assert "is new" in refused(sends, player, timezone.now())


@BOTH
def test_where_it_was_paid_before_it_is_paid_again_without_one(sends: Sends) -> None:
    player = paid_once()
    assert sends(player, "Banco Uno 0011", None)
    player.refresh_from_db()
    assert player.state == (State.CLOSED if sends is by_closing else State.ACTIVE)


@pytest.mark.committed
@BOTH
def test_the_first_destination_takes_none_unless_factors_were_taken_away(
    sends: Sends, owner_connection: Connection[Any]
) -> None:
    funded("ana", text="100.00")
    checked()
    player = person()
    with_an_app(player)
    reset = approved(player)
    told_earlier(owner_connection, reset, 73)
    assert carry_out_reset(reset.pk, timezone.now())
    assert not has_factor(player)
    assert "Connect an app or a passkey" in refused(sends, player, None)


@BOTH
def test_the_first_destination_is_given(sends: Sends) -> None:
    funded("ana", text="100.00")
    checked()
    assert sends(person(), OTHER, None)
