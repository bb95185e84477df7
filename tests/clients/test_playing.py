"""The Python client at the running product: a first hand as its README says, problems, lists, shoes."""

import re
from typing import Final
from uuid import uuid4

import pytest

from accounts.sign_up.services.demo import register_demo_player
from blackjack.verification import verify
from casino.models import Round
from config.demonstrating import ANA
from config.management.commands.demo import PASSWORD
from ligalo_client import (
    InvalidRequest,
    Ligalo,
    NotFound,
    NotSignedIn,
    PrivateTable,
    Refused,
    Retries,
    iterate_rows,
)
from ligalo_client.models import ShoeChange, TranscriptToVerify
from tables.models import Table
from tests.casino import scenes
from tests.fixtures.site import Site
from tools.launch.client import FOLDER
from wallet.ledger.selectors.funds import balance
from wallet.ledger.services.movements import credit_deposit
from wallet.money.values import Money

pytestmark = pytest.mark.committed
README: Final = (FOLDER / "README.md").read_text()
AT_HOME: Final = "http://127.0.0.1:8000"


def play_hand(table: PrivateTable, stake: str = "1.00") -> None:
    """Play a round without new money."""
    table.bet(stake)
    while table.is_playing:
        table.decide("decline" if "decline" in table.actions else "stand")


def test_a_first_hand_is_played_as_the_readme_says(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    scenes.ligalo()
    player = register_demo_player(ANA, PASSWORD, "Ana Rosario")
    credit_deposit(player.pk, Money.parse("1000", "USD"), key=uuid4(), provider="demo")
    program = re.findall(r"```python\n(.*?)```", README, re.DOTALL)[0]
    assert AT_HOME in program
    assert len(program.splitlines()) <= 10
    exec(program.replace(AT_HOME, site.url), {})  # noqa: S102  # the README's own program

    played = Round.objects.get(player=player)
    assert (played.status, played.money(played.staked).text) == ("completed", "1.00")
    said = capsys.readouterr().out
    assert f"amount='{played.money((played.returned or 0) - played.staked).text}'" in said


def test_a_player_plays_reads_the_rounds_and_verifies_the_shoe(site: Site) -> None:
    scenes.ligalo()
    Table.objects.update(rounds_before_shoe_change=2)
    player = scenes.new_player()
    with Ligalo(site.url, language="es") as casino:
        casino.sign_in(player.email, scenes.PASSWORD)
        table = casino.at("ligalo")
        for _ in range(3):
            play_hand(table)
        rows = list(iterate_rows(casino.list_rounds, table="ligalo", limit=2))
        assert [one.id for one in rows] == [
            one.public_id for one in Round.objects.filter(player=player).order_by("-pk")
        ]
        assert table.position.balance.amount == balance(player.pk, "USD").text

        shoe = table.position.shoe.id
        casino.change_shoe("ligalo", body=ShoeChange(shoe=shoe))
        transcript = casino.get_transcript(shoe).transcript.to_dict()
        assert all(check.passed for check in verify(transcript, table.commitments[shoe]))
        body = TranscriptToVerify.from_dict({"transcript": transcript, "commitment": "0" * 64})
        assert not casino.verify_transcript(body=body).passed
        casino.sign_out()
        with pytest.raises(NotSignedIn) as refused:
            casino.get_me()
    assert refused.value.code == "not_signed_in"


def test_problems_of_the_product_are_typed_and_in_the_callers_language(site: Site) -> None:
    scenes.ligalo()
    player = scenes.new_player()
    with Ligalo(site.url, language="es", retries=Retries(attempts=1)) as casino:
        with pytest.raises(Refused) as wrong:
            casino.sign_in(player.email, "another password")
        assert casino.session_token is None
        casino.sign_in(player.email, scenes.PASSWORD)
        with pytest.raises(NotFound) as nothing:
            casino.get_table("no-such-table")
        with pytest.raises(Refused) as refused:
            casino.at("ligalo").bet("0.01")
        with pytest.raises(InvalidRequest) as no_key:
            casino.change_shoe("ligalo", body=ShoeChange(shoe=uuid4()), idempotency_key="k" * 300)
        token = casino.session_token

    assert wrong.value.code == "email_password_mismatch"
    assert (nothing.value.status, nothing.value.code) == (404, "not_found")
    assert (refused.value.status, refused.value.code) == (422, "bet_below_minimum")
    assert [one.field for one in refused.value.errors] == ["boxes.0.stake"]
    assert "mínim" in refused.value.detail
    assert no_key.value.status == 400
    assert not Round.objects.exists()
    with Ligalo(site.url, session_token=token) as again:
        assert again.get_me().email == player.email
