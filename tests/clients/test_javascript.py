"""A client in JavaScript, written with the served documentation alone, plays and verifies a shoe."""

import json
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from casino.models import Round
from tables.models import Table
from tests.casino import scenes
from tests.fixtures.site import Site
from tools.launch import node
from wallet.ledger.selectors.funds import balance

NODE: Final = node.find()
PROGRAM: Final = Path(__file__).parent / "javascript" / "play.mjs"
ROUNDS: Final = 3
SECONDS: Final = 300


@pytest.mark.committed
@pytest.mark.skipif(NODE is None, reason="Node.js is not installed (apt install nodejs)")
def test_the_javascript_client_signs_in_plays_and_verifies_a_shoe(site: Site) -> None:
    scenes.ligalo()
    Table.objects.update(rounds_before_shoe_change=2)
    player = scenes.new_player()
    told = run(URL=site.url, EMAIL=player.email, PASSWORD=scenes.PASSWORD)

    played = Round.objects.filter(player=player, status=Round.Status.COMPLETED).order_by("-pk")
    assert told == {
        "signed_in": True,
        "refusals": [
            {"status": 401, "code": "not_signed_in"},
            {"status": 422, "code": "email_password_mismatch"},
        ],
        "rounds": [
            {"id": str(one.public_id), "net": one.money((one.returned or 0) - one.staked).text}
            for one in played
        ],
        "balance": balance(player.pk, "USD").text,
        "salted": True,
        "differences": [],
        "differences_if_changed": [f"round {ROUNDS} has other cards"],
        "verified": True,
    }
    assert len(played) == ROUNDS


def run(**environment: str) -> Any:
    """Return what the program prints."""
    assert NODE is not None
    given = {**environment, "TABLE": "ligalo", "ROUNDS": str(ROUNDS), "NO_COLOR": "1"}
    done = subprocess.run(
        [NODE, PROGRAM], env=given, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
