"""The destination of a withdrawal is encrypted in the database, bound to its player."""

from uuid import uuid4

import pytest

from accounts.values.encryption import UnsealFailed
from tests.wallet.cash import account, checked, just_now, person
from tests.wallet.ledger import ask, funded, usd
from wallet.cash.models import Withdrawal
from wallet.cash.services import withdrawals
from wallet.cash.services.destinations import DestinationNovelty, classify_destination
from wallet.cash.values.destination_sealing import (
    destination_digest,
    open_destination,
    seal_destination,
)

pytestmark = pytest.mark.database
BANK = account("Banco Uno")


def asked(name: str = "ana") -> Withdrawal:
    checked()
    funded(name, text="100.00")
    return withdrawals.request_withdrawal(
        person(name), usd("20.00"), destination=BANK, key=uuid4(), proof=just_now()
    )


def test_no_row_of_it_has_the_destination_in_clear() -> None:
    one = asked()
    row = ask("SELECT to_jsonb(w)::text FROM wallet_withdrawal AS w")
    stored = bytes(Withdrawal.objects.get().destination_sealed)
    assert "Banco" not in row
    assert BANK.number not in row
    assert BANK.canonical.encode() not in stored
    assert BANK.canonical.encode().hex() not in row
    assert Withdrawal.objects.get(pk=one.pk).destination == BANK


def test_a_destination_decrypts_for_its_player_only() -> None:
    ana, ben = person("ana").pk, person("ben").pk
    token = seal_destination(ana, BANK)
    assert open_destination(ana, token) == BANK
    with pytest.raises(UnsealFailed):
        open_destination(ben, token)
    assert destination_digest(ana, BANK) != destination_digest(ben, BANK)


def test_a_known_destination_is_known_without_being_read() -> None:
    asked()
    assert classify_destination(person(), BANK) == DestinationNovelty.KNOWN
    assert classify_destination(person(), account("Banco Dos")) == DestinationNovelty.ANOTHER
    assert classify_destination(person("ben"), BANK) == DestinationNovelty.FIRST
