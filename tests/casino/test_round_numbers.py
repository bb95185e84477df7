"""The short number of a round: unique, random, accepted wherever a round is named."""

import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from psycopg import Connection

from casino.models import Round
from casino.play.services.betting import place_bet
from casino.values.round_numbers import UnknownRoundName, new_number, parse_round_name
from compliance.disputes.forms import ComplaintForm
from compliance.voids.forms import parse_hands
from tests.accounts.staff import inside
from tests.casino import scenes
from tests.compliance.cases import another, finished
from tests.compliance.hands import looks
from tests.fixtures.reading import read_in
from tests.tables.house import operator
from tools.launch.layout import ROOT

SHAPE = r"R-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}"
PROOF = {
    "casino/round.html",
    "casino/_technical_data.html",
    "casino/_fairness.html",
    "casino/_bet.html",
    "casino/live/_bet.html",
    "compliance/hands/hand.html",
}


@pytest.mark.parametrize(
    "written",
    [
        "R-7K4QX-2M9T0",
        "r7k4qx2m9t0",
        " r-7k4qx 2m9to ",
        "#R-7K4QX-2M9TO",
        "R\u20137K4QX\u20132M9T0",
    ],
)
def test_a_number_is_read_however_it_is_typed(written: str) -> None:
    assert parse_round_name(written).number == "R-7K4QX-2M9T0"


def test_a_reference_names_a_round_too() -> None:
    reference = uuid4()
    assert parse_round_name(str(reference)).reference == reference


@pytest.mark.parametrize("written", ["", "7", "#7", "R-7", "R-7K4QX-2M9TU", "D-000003", "0" * 31])
def test_anything_else_names_none(written: str) -> None:
    with pytest.raises(UnknownRoundName):
        parse_round_name(written)


def test_the_nonce_is_shown_only_for_proofs() -> None:
    templates = ROOT / "templates"
    named = {
        str(path.relative_to(templates))
        for path in templates.rglob("*")
        if path.is_file() and re.search(r"\bnonce\b", path.read_text())
    }
    assert {name for name in named if Path(name).name[:7] not in {"_verify", "verify."}} == PROOF


def test_numbers_do_not_repeat_and_have_one_shape() -> None:
    drawn = {new_number() for _ in range(1000)}
    assert len(drawn) == 1000
    assert all(re.fullmatch(SHAPE, one) for one in drawn)


@pytest.mark.committed
def test_the_database_draws_them_for_rows_written_without_the_model(
    owner_connection: Connection[Any],
) -> None:
    query = "SELECT casino_round_number() FROM generate_series(1, 1000)"
    drawn = {str(row[0]) for row in owner_connection.execute(query)}
    assert len(drawn) == 1000
    assert all(re.fullmatch(SHAPE, one) for one in drawn)


@pytest.mark.database
def test_two_rounds_never_have_the_same_number() -> None:
    first, second = finished(), another(scenes.ligalo())
    assert first.number != second.number
    copy = Round.objects.get(pk=first.pk)
    copy.pk, copy.public_id, copy.deal.nonce = None, uuid4(), 99
    with pytest.raises(IntegrityError, match="round_number_once"), transaction.atomic():
        copy.save(force_insert=True)


@pytest.mark.database
def test_a_player_reads_it_on_the_table_the_list_the_round_and_its_replay() -> None:
    round_ = finished()
    client = scenes.signed_in(round_.player)
    read_in(client, "en")
    page = f"/rounds/{round_.public_id}/"
    for address in ("/table/ligalo/", "/rounds/", page, f"{page}replay/", "/rounds/rounds.csv"):
        answer = client.get(address)
        assert answer.status_code == 200, address
        text = answer.getvalue().decode() if answer.streaming else answer.text
        assert round_.number in text, address


def running(email: str) -> Round:
    player, table = scenes.new_player(email), scenes.ligalo()
    return place_bet(player, table, scenes.bet_request(scenes.sit(player, table, "7" * 64)))


@pytest.mark.database
def test_staff_find_a_hand_and_a_running_round_by_it() -> None:
    over, runs = finished(), running("bea@example.test")
    client = looks()
    found = client.get("/staff/hands/", {"reference": over.number.lower()}).text
    assert over.number in found
    assert runs.number not in found
    assert "R-7K4QX-2M9TB" in client.get("/staff/hands/", {"reference": "7"}).text
    client = inside(operator(), "en")
    found = client.get("/staff/rounds/", {"number": runs.number}).text
    assert runs.number in found


@pytest.mark.database
def test_a_void_is_proposed_by_it_and_an_unknown_one_is_named() -> None:
    round_ = finished()
    assert parse_hands(f"{round_.number}, {round_.public_id}") == (round_.public_id,)
    with pytest.raises(Exception, match="R-00000-00000"):
        parse_hands(f"{round_.number} R-00000-00000")


@pytest.mark.database
def test_a_dispute_accepts_only_own_round_numbers() -> None:
    mine, others = finished(), another(scenes.ligalo())

    def form(number: str) -> ComplaintForm:
        sent = {"subject": "round", "round": number, "text": "It was mine.", "key": str(uuid4())}
        return ComplaintForm(mine.player, sent)

    assert form(mine.number).is_valid()
    assert form("").is_valid()
    assert form(others.number).errors.as_data()["round"][0].code == "unknown_round"
    assert form("twelve").errors.as_data()["round"][0].code == "unknown_round_name"
