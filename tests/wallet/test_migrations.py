import pytest
from django.core.management import call_command

from tests.wallet.ledger import ask


@pytest.mark.slow
@pytest.mark.breaks_the_ledger("its tables are gone at the end")
@pytest.mark.committed
def test_an_empty_ledger_can_be_unmade_and_made_again() -> None:
    left = (
        "SELECT (SELECT count(*) FROM pg_proc WHERE proname ~ '^wallet_' OR proname = 'post')"
        " + (SELECT count(*) FROM pg_class WHERE relname ~ '^wallet_')"
    )
    made = ask(left)
    call_command("migrate", "wallet", "zero", database="owner", verbosity=0)
    assert ask(left) == 0
    call_command("migrate", database="owner", verbosity=0)  # reports keep indexes of its tables
    assert ask(left) == made
