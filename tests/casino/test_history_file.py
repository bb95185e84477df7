"""The file of a player's rounds says all that was bet and what stands of its points."""

import csv
import io
from uuid import uuid4

import pytest

from accounts.roles import Role
from casino.boxes import BoxWords
from casino.models import Round, Treatment, VoidReason
from casino.services.betting import place_bet
from tests.accounts.staff import staff
from tests.casino import decided, scenes

pytestmark = pytest.mark.database


def row_of(round_: Round, language: str = "en", **asked: str) -> dict[str, str]:
    """The only row of its player's file."""
    client, headers = scenes.signed_in(round_.player), {"Accept-Language": language}
    answer = client.get("/rounds/rounds.csv", asked, headers=headers)
    text = b"".join(answer).decode().removeprefix("\N{BYTE ORDER MARK}")
    (row,) = csv.DictReader(
        io.StringIO(text), delimiter=";" if ";" in text.splitlines()[0] else ","
    )
    return row


def test_an_insurance_is_in_the_file_and_in_the_list_with_what_came_of_it() -> None:
    round_ = scenes.play_out(scenes.play(scenes.deal(scenes.ace_up), "insure"))
    insurance = (round_.result or {})["seats"][0]["insurance"]
    paid = round_.money(insurance["payout"])

    assert row_of(round_)["insurance"] == f"1: 5.00 {insurance['outcome']} {paid.text}"
    assert row_of(round_)["side bets"] == ""
    *_others, told, _side_bets = row_of(round_, "es", sheet="").values()
    assert told.startswith("1: 5,00 ")
    assert insurance["outcome"] not in told.split()
    listed = scenes.signed_in(round_.player).get("/rounds/", headers={"Accept-Language": "en"})
    assert "<span>Insurance 5.00" in listed.text.replace("\N{NO-BREAK SPACE}", " ")


def test_side_bets_are_in_the_file_with_what_came_of_them() -> None:
    player, table = scenes.new_player(), scenes.table_of("live")
    sitting = scenes.sit(player, table, "7" * 64)
    boxes = {1: BoxWords("5", {"player_pair": "1", "top_3": "2"})}
    round_ = scenes.play_out(place_bet(player, table, scenes.bet_request(sitting, boxes=boxes)))

    assert row_of(round_)["side bets"] == "1: top_3 2.00 lose 0.00 | 1: player_pair 1.00 lose 0.00"
    assert row_of(round_)["insurance"] == ""
    *_others, told = row_of(round_, "es", sheet="").values()
    assert "Top 3 2,00 perdida 0,00" in told


def test_the_points_of_a_round_that_was_voided_do_not_stand_in_the_file() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    assert row_of(round_)["points"] == "10.00"
    decided.void(
        round_.pk,
        Treatment.STAKES_BACK,
        case=uuid4(),
        by=staff(Role.COMPLIANCE_MANAGER),
        reason=VoidReason.DUPLICATE,
    )
    row = row_of(round_)
    assert (row["points"], row["void"]) == ("0.00", VoidReason.DUPLICATE)
