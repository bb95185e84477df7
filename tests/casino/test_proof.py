"""Public fairness proofs: transcripts, the log, the list of closed shoes, shared links."""

import json

import pytest
from django.test import Client

from blackjack.public_log import line_hash
from blackjack.verification import verify
from casino.fairness.selectors.closed_shoes import share_token
from casino.fairness.selectors.transcripts import transcript_text
from casino.fairness.services.public_log import chain_log
from casino.models import LogLine
from casino.selectors.places import shoes_ahead
from tests.casino import scenes

pytestmark = pytest.mark.database


def test_a_transcript_of_real_play_verifies() -> None:
    shoe = scenes.finished_shoe()
    chain_log()

    checks = list(verify(transcript_text(shoe)))

    assert checks
    assert all(check.passed for check in checks), [check for check in checks if not check.passed]


def test_a_transcript_names_what_was_changed() -> None:
    shoe = scenes.finished_shoe()
    document = json.loads(transcript_text(shoe))
    card = document["rounds"][0]["cards"][2]
    document["rounds"][0]["cards"][2] = "2C" if card != "2C" else "3C"

    failed = [check for check in verify(json.dumps(document)) if not check.passed]

    assert "round 1" in str(failed[0])


def test_the_log_is_chained_once_and_in_order() -> None:
    scenes.finished_shoe()

    assert chain_log() == LogLine.objects.count()
    assert chain_log() == 0

    lines = list(LogLine.objects.order_by("n"))
    assert [line.n for line in lines] == list(range(1, len(lines) + 1))
    assert [line.previous for line in lines[1:]] == [line.hash for line in lines[:-1]]


def test_the_public_log_is_read_by_anybody_and_is_a_chain() -> None:
    scenes.finished_shoe()
    chain_log()

    page = Client().get("/fairness/log/")
    lines = [json.loads(line) for line in Client().get("/fairness/log/from/1/").text.splitlines()]

    assert lines[-1]["hash"] in page.text
    assert [line["n"] for line in lines] == list(range(1, LogLine.objects.count() + 1))
    assert all(line["hash"] == line_hash(line) for line in lines)
    assert not [line for line in lines if line["kind"] == "closed" and line["rules_hash"]]


def test_the_public_list_shows_closed_shoes_and_no_player() -> None:
    shoe = scenes.finished_shoe()

    text = Client().get("/fairness/").text

    assert shoe.commitment in text
    assert str(shoe.server_seed) in text
    assert shoe.place.participants.get().player.full_name not in text
    assert scenes.CLIENT_SEED + "-" not in text
    assert not [ahead for ahead in shoes_ahead(shoe.place) if ahead.commitment in text]


def test_a_shared_link_opens_one_transcript_without_a_login() -> None:
    shoe = scenes.finished_shoe()
    chain_log()
    token = share_token(shoe)

    answer = Client().get(f"/fairness/transcripts/{token}/")

    assert answer.status_code == 200
    assert all(check.passed for check in verify(answer.content))
    assert Client().get(f"/fairness/verify/{token}/").status_code == 200
    assert Client().get(f"/fairness/transcripts/{token[:-1]}x/").status_code == 404
    assert Client().get(f"/shoes/{shoe.public_id}/").status_code == 302
    luis = scenes.signed_in(scenes.new_player("luis@example.test"))
    assert luis.get(f"/shoes/{shoe.public_id}/").status_code == 404


def test_an_open_shoe_has_no_transcript() -> None:
    round_ = scenes.deal(scenes.ordinary)

    assert (
        Client().get(f"/fairness/transcripts/{share_token(round_.deal.shoe)}/").status_code == 404
    )
