"""The sign-up form answers by the number of the document alone: never by whether the address has an account."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.identity.values.document_numbers import Number
from accounts.models.users import User
from tests.accounts.people import ana, ana_confirmed
from tests.accounts.test_numbers import CEDULA, post

pytestmark = pytest.mark.database
VICTIM, NOBODY = "victim@example.com", "nobody@example.com"
FREE = (Number("CO", "77777778"), Number("CO", "77777779"))


def told(number: Number, email: str) -> tuple[int, str, dict[str, Any]]:
    answer = post(ana(email=email, full_name="Somebody Else", number=number))
    errors = answer.context["form"].errors.get_json_data() if answer.status_code == 422 else {}
    return answer.status_code, answer.get("Location", ""), errors


@pytest.fixture
def _victim() -> None:
    with time_machine.travel(timezone.now() - timedelta(days=1)):
        ana_confirmed(email=VICTIM, number=CEDULA)


@pytest.mark.usefixtures("_victim")
def test_with_a_number_of_ones_own_nobody_learns_which_addresses_have_accounts() -> None:
    mine = Number("CO", "79123456")
    ana_confirmed(email="attacker@example.com", number=mine)
    people = User.objects.count()
    assert told(mine, VICTIM) == told(mine, NOBODY)
    assert told(mine, VICTIM)[0] == 422
    assert User.objects.count() == people


@pytest.mark.usefixtures("_victim")
def test_who_knows_somebodys_number_does_not_learn_the_address() -> None:
    assert told(CEDULA, VICTIM) == told(CEDULA, NOBODY)
    assert told(CEDULA, VICTIM)[0] == 422


@pytest.mark.usefixtures("_victim")
def test_with_free_numbers_both_are_welcome() -> None:
    assert told(FREE[0], VICTIM) == told(FREE[1], NOBODY)
    assert told(FREE[0], VICTIM)[0] == 302


@pytest.mark.empty
def test_a_form_that_is_sent_twice_gets_the_same_answer_twice() -> None:
    first, second = told(CEDULA, NOBODY), told(CEDULA, NOBODY.upper())
    assert first == second
    assert first[0] == 302
    assert User.objects.count() == 1
