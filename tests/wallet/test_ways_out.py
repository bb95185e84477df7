"""Pages that bar money name the way out: the checklist with its progress, or the contact page."""

from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from accounts.identity.selectors.checklist import load_checklist
from accounts.models.users import State, User
from accounts.protection.services.exclusion import start_time_out
from tests.fixtures.reading import read_in
from tests.wallet.ledger import funded, player
from tests.wallet.test_bank_page import text

pytestmark = pytest.mark.database

MONEY = ("wallet:deposit", "wallet:withdraw", "wallet:exchange")


def ana(**changes: object) -> User:
    User.objects.filter(pk=player()).update(**changes)
    return User.objects.get(pk=player())


def not_verified() -> User:
    return ana(verified_at=None, verification_method="")


def read_notice(user: User, page: str, language: str = "en") -> str:
    """Return the text of the page's notice."""
    client = Client()
    client.force_login(user)
    read_in(client, language)
    return text(client.get(reverse(page))).partition('class="notice')[2].partition("</p>")[0]


@pytest.mark.parametrize("page", [*MONEY, "loyalty:points"])
def test_unverified_players_see_progress_and_checklist(page: str) -> None:
    user = not_verified()
    done = load_checklist(user, []).count
    link = f'<a href="{reverse("accounts:identity")}">'
    assert f"{link}Verify your identity: {done} of 4 steps done</a>" in read_notice(user, page)
    told = f"{link}Verifica tu identidad: {done} de 4 pasos hechos</a>"
    assert told in read_notice(user, page, "es")


def test_a_withdrawal_of_an_address_not_confirmed_counts_one_step_less() -> None:
    user = not_verified()
    done = load_checklist(user, []).count
    EmailAddress.objects.filter(user=user).update(verified=False)
    assert f" {done - 1} of 4 steps" in read_notice(user, "wallet:withdraw")


def test_unconfirmed_players_get_a_link_to_confirm() -> None:
    user = ana()
    EmailAddress.objects.filter(user=user).update(verified=False)
    for page in ("wallet:deposit", "wallet:exchange"):
        notice = read_notice(user, page)
        assert f'href="{reverse("account_email")}"' in notice
        assert reverse("accounts:identity") not in notice


@pytest.mark.parametrize(
    ("page", "state"),
    [
        ("wallet:deposit", State.SUSPENDED),
        ("wallet:exchange", State.OPERATOR_EXCLUDED),
        ("wallet:withdraw", State.PENDING),
    ],
)
def test_barred_players_get_a_link_to_contact(page: str, state: State) -> None:
    notice = read_notice(ana(state=state), page)
    assert f'<a href="{reverse("contact:contact")}">Contact us</a>' in notice


@pytest.mark.parametrize("page", ["wallet:deposit", "wallet:exchange"])
def test_players_on_a_break_get_a_link_to_responsible_play(page: str) -> None:
    user = ana()
    start_time_out(user, 2, key=uuid4())
    notice = read_notice(User.objects.get(pk=user.pk), page)
    assert f'href="{reverse("protection:hub")}"' in notice
    assert reverse("contact:contact") not in notice


def test_an_account_that_cannot_be_closed_links_to_the_obstacle() -> None:
    funded()
    client = Client()
    client.force_login(not_verified())
    read_in(client, "en")
    assert "Verify your identity: " in client.get(reverse("wallet:close")).text.replace("\n", " ")
