"""Withdrawals go back the way the deposits came, up to what was deposited, if the profile says so."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models.users import User
from accounts.roles.values import Role
from tests.accounts.staff import staff
from tests.api.calls import Caller, read
from tests.fixtures.profiles import ProfileChange
from tests.wallet.cash import account, checked, just_now, person, request_deposit
from tests.wallet.ledger import funded, usd
from wallet.cash.models import Closing, Deposit, Withdrawal
from wallet.cash.refusals import ReturnsFirst
from wallet.cash.selectors.closed_loop import amounts_to_return
from wallet.cash.services import closing, withdrawals
from wallet.cash.values.payout import Payout
from wallet.ledger.models import Transfer
from wallet.ledger.selectors import funds
from wallet.money.values import Money

pytestmark = pytest.mark.database


@pytest.fixture
def loop(profile: ProfileChange) -> None:
    profile(closed_loop_withdrawals=True)
    checked()


def deposited(text: str) -> Deposit:
    """Deposit by the demo provider, which credits at once."""
    return request_deposit(person(), usd(text), key=uuid4(), provider="demo")


def asked(text: str, provider: str) -> Withdrawal:
    return withdrawals.request_withdrawal(
        person(), usd(text), destination=account(), key=uuid4(), provider=provider, proof=just_now()
    )


def left() -> dict[str, Money]:
    player = person()
    return dict(amounts_to_return(player.pk, player.country))


def state(player: User) -> tuple[int, int, Money]:
    return Withdrawal.objects.count(), Transfer.objects.count(), funds.balance(player.pk, "USD")


def test_the_deposit_goes_back_first_and_the_rest_is_free(loop: None) -> None:
    deposited("60.00")
    funded(text="100.00")  # won
    before = state(person())
    with pytest.raises(ReturnsFirst) as refused:
        asked("20.00", "manual")
    assert (refused.value.code, refused.value.field) == ("closed_loop", "provider")
    assert "60" in str(refused.value.message)
    assert state(person()) == before
    asked("25.00", "demo")
    assert left() == {"demo": usd("35.00")}
    with pytest.raises(ReturnsFirst):
        asked("20.00", "manual")
    asked("35.00", "demo")
    assert left() == {}
    asked("50.00", "manual")


def test_more_than_was_deposited_may_go_the_same_way(loop: None) -> None:
    deposited("60.00")
    funded(text="100.00")
    asked("110.00", "demo")
    assert left() == {}


def test_a_refused_withdrawal_does_not_count(loop: None) -> None:
    deposited("60.00")
    paid = asked("60.00", "demo")
    withdrawals.refuse_withdrawal(
        paid.pk, seen=1, acting_user=staff(Role.CASHIER), reason="x", told_player="destination"
    )
    assert left() == {"demo": usd("60.00")}


def test_all_is_free_where_the_profile_says_nothing() -> None:
    checked()
    deposited("60.00")
    assert left() == {}
    asked("30.00", "manual")


def test_an_account_is_closed_to_a_method_of_its_deposits(loop: None) -> None:
    deposited("60.00")
    player, before = person(), state(person())
    for provider, closes in (("manual", False), ("demo", True)):
        to = Payout(account(), provider)
        if closes:
            closing.close_own_account(player, to=to, key=uuid4(), proof=just_now())
            continue
        with pytest.raises(ReturnsFirst):
            closing.close_own_account(player, to=to, key=uuid4(), proof=just_now())
        assert (state(player), Closing.objects.count()) == (before, 0)
    assert Closing.objects.count() == 1


def test_the_page_and_the_api_tell_what_goes_back(loop: None) -> None:
    deposited("60.00")
    client = Client(headers={"accept-language": "en"})
    client.force_login(person())
    page = client.get(reverse("wallet:withdraw"))
    assert [line["money"] for line in page.context["returns"]] == [usd("60.00")]
    found = read(Caller(person()).get("/withdrawals/terms"))["returns"]
    assert [(one["provider"], one["amount"]["amount"]) for one in found] == [("demo", "60.00")]
