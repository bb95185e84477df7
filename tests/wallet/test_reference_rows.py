"""Adding a currency, or a kind of house account, takes one row and one enum member."""

import json
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

import pytest
from django.core.checks import Error, Tags, run_checks
from psycopg import Connection
from psycopg.errors import IntegrityError

from config.casts import parse_database_url
from config.database import DatabaseRefusal, prepare_database
from config.testing import current_run
from tests.wallet.ledger import ask, call, funded, refused_by_sql
from tests.wallet.one_more_currency import CODE
from tests.wallet.seals import seal_all
from tests.wallet.test_post_moves import entries
from tools.launch.layout import ROOT
from wallet.ledger.models import Account, HouseAccount, Rollup
from wallet.ledger.selectors.reconciliation import find_broken_lines
from wallet.money.values import MINOR_DIGITS

Owner = Connection[Any]
ROW = (
    "INSERT INTO wallet_currency (code, minor_digits, deposit_least, deposit_most, withdrawal_least,"
    " withdrawal_most) VALUES ('BRL', 2, 10000, 500000000, 50000, 500000000)"
)
KIND = "INSERT INTO wallet_house_kind (code, takes_play_money) VALUES ('jackpot', false)"
LAST_MOVEMENT = "WHEN 'redeem' THEN"


def accounts() -> set[tuple[str | None, str]]:
    found = Account.objects.filter(house_code__isnull=False)
    return set(found.values_list("house_code", "currency_id"))


def all_of(kinds: Iterable[str], currencies: Iterable[str]) -> set[tuple[str, str]]:
    codes = list(currencies)
    return {(kind, code) for kind in kinds for code in codes}


def errors() -> list[str | None]:
    return [
        one.id
        for one in run_checks(tags=[Tags.database], databases=["default"])
        if isinstance(one, Error)
    ]


def jackpot_paid(owner: Owner) -> None:
    """Add a movement from the new account, as its line in plan.sql would."""
    row = owner.execute(
        "SELECT pg_get_functiondef('wallet_plan_transfer(wallet_transfer)'::regprocedure)"
    ).fetchone()
    assert row
    assert LAST_MOVEMENT in row[0]
    line = f"WHEN 'jackpot' THEN place := 'jackpot';\n{LAST_MOVEMENT}"
    owner.execute(row[0].replace(LAST_MOVEMENT, line).encode())


@pytest.mark.database
def test_the_rows_are_what_the_code_knows() -> None:
    assert errors() == []
    assert accounts() == all_of(HouseAccount.values, MINOR_DIGITS)


@pytest.mark.committed
def test_a_currency_is_one_row_and_one_member(owner_connection: Owner) -> None:
    owner_connection.execute(ROW.encode())
    assert accounts() == all_of(HouseAccount.values, [*MINOR_DIGITS, CODE])
    assert errors() == ["wallet.E001"]

    ended = subprocess.run(
        [sys.executable, "-m", "tests.wallet.one_more_currency"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout.splitlines()[-1])
    assert found["errors"] == found["broken"] == []
    assert (found["received"], found["rounds"]) == (f"495.00 {CODE}", 1)
    assert found["balances"] == {"USD": "900.00 USD", CODE: found["expected"]}
    assert found["staked_usd"] == found["worth"]
    assert found["owed"] == [CODE]


@pytest.mark.committed
def test_a_kind_of_house_account_is_one_row(owner_connection: Owner) -> None:
    ana = funded()
    owner_connection.execute(KIND.encode())
    assert accounts() == all_of([*HouseAccount.values, "jackpot"], MINOR_DIGITS)
    assert errors() == ["wallet.E002"]
    with pytest.raises(DatabaseRefusal, match="jackpot"):
        prepare_database(parse_database_url(current_run().app_url), verbosity=0)

    jackpot_paid(owner_connection)
    paid = call("jackpot", ana, 70)
    assert entries(paid["transfer"]) == {("jackpot", "USD"): -70, ("ana", "USD"): 70}
    with refused_by_sql("LW002"):
        call("jackpot", ana, 70, "PLY")
    seal_all()
    assert Rollup.objects.get(account__house_code="jackpot", account__currency="USD").balance == -70
    assert find_broken_lines() == []


@pytest.mark.committed
@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO wallet_currency (code, minor_digits) VALUES ('BRL', 2)",
        ROW.replace("minor_digits", "is_base, minor_digits").replace("2, 10000", "true, 2, 10000"),
        ROW.replace("minor_digits", "is_play_money, minor_digits").replace(
            "2, 10000", "true, 2, 10000"
        ),
        "INSERT INTO wallet_house_kind VALUES ('bank', true)",
    ],
)
def test_a_row_that_is_not_whole_is_refused(owner_connection: Owner, statement: str) -> None:
    before = ask("SELECT count(*) FROM wallet_account")
    with pytest.raises(IntegrityError):
        owner_connection.execute(statement.encode())
    assert errors() == []
    assert ask("SELECT count(*) FROM wallet_account") == before


@pytest.mark.committed
@pytest.mark.breaks_the_ledger("movements go to another account")
def test_movements_that_go_to_another_account_are_found(owner_connection: Owner) -> None:
    owner_connection.execute(
        b"CREATE OR REPLACE FUNCTION wallet_house_account(p_kind text, p_currency text)"
        b" RETURNS bigint LANGUAGE sql IMMUTABLE RETURN 1"
    )
    (broken,) = find_broken_lines()
    assert (
        broken.line == "the house has one account of each kind and currency, and stores no balance"
    )
    assert broken.rows == len(HouseAccount) * len(MINOR_DIGITS) - 1
    assert broken.first[0].endswith("and movements go to 1")
