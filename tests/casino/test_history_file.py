"""The file of a player's rounds: all bets, results and valid points."""

import csv
import io
import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.roles.values import Role
from blackjack.deal import Deal
from casino.history.words.round_file import stream_csv_rows
from casino.models import Round, Treatment, VoidReason
from casino.play.services.betting import place_bet
from casino.values.boxes import BoxInput
from tests.accounts.staff import staff
from tests.casino import decided, scenes

pytestmark = pytest.mark.database


def row_of(round_: Round, language: str = "en", **asked: str) -> dict[str, str]:
    """Return the only row of the player's file."""
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
    *_others, told, _side_bets, _profile, _country = row_of(round_, "es", sheet="").values()
    assert told.startswith("1: 5,00 ")
    assert insurance["outcome"] not in told.split()
    listed = scenes.signed_in(round_.player).get("/rounds/", headers={"Accept-Language": "en"})
    assert "<span>Insurance $5.00" in listed.text.replace("\N{NO-BREAK SPACE}", " ")


def test_side_bets_are_in_the_file_with_what_came_of_them() -> None:
    player, table = scenes.new_player(), scenes.table_of("live")
    participant = scenes.sit(player, table, "7" * 64)
    boxes = {1: BoxInput("5", {"player_pair": "1", "top_3": "2"})}
    round_ = scenes.play_out(place_bet(player, table, scenes.bet_request(participant, boxes=boxes)))

    assert row_of(round_)["side bets"] == "1: top_3 2.00 lose 0.00 | 1: player_pair 1.00 lose 0.00"
    assert row_of(round_)["insurance"] == ""
    *_others, told, _profile, _country = row_of(round_, "es", sheet="").values()
    assert "Top 3 2,00 perdida 0,00" in told


def test_the_file_omits_points_of_voided_rounds() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    assert row_of(round_)["points"] == "10.00"
    decided.void(
        round_.pk,
        Treatment.STAKES_BACK,
        case=uuid4(),
        acting_user=staff(Role.COMPLIANCE_MANAGER),
        reason=VoidReason.DUPLICATE,
    )
    row = row_of(round_)
    assert (row["points"], row["void"]) == ("0.00", VoidReason.DUPLICATE)


def splits_eights(dealt: Deal) -> bool:
    ranks = {str(card)[0] for card in dealt.boxes[0].hands[0].cards}
    return ranks == {"8"} and "split" in dealt.legal_actions and str(dealt.dealer[0])[0] == "6"


def a_split_round() -> Round:
    round_ = scenes.play(scenes.deal(splits_eights), "split")
    while round_.status == Round.Status.IN_PROGRESS:
        round_ = scenes.play(round_, "stand")
    return round_


def test_the_file_says_what_each_hand_was_played_for_and_what_each_decision_was_about() -> None:
    round_ = a_split_round()
    (seat,) = (round_.result or {})["seats"]
    first, second = seat["hands"]
    paid = [round_.money(hand["payout"]).text for hand in (first, second)]
    row = row_of(round_)

    assert row["stakes of the hands"] == "1.1: 10.00 | 1.2: 10.00"
    assert row["payouts of the hands"] == f"1.1: {paid[0]} | 1.2: {paid[1]}"
    assert row["decisions"].split("; ")[0] == "split"
    asked, cards = row["decided on (box.hand)"].split("; "), row["cards decided on"].split("; ")
    assert len(asked) == len(cards) == len(row["decisions"].split("; "))
    assert (asked[0], asked[-1]) == ("1.1", "1.2")
    assert {card[0] for card in cards[0].split()} == {"8"}
    assert cards[-1] == " ".join(second["cards"])
    assert row["upcard"][0] == "6"


def test_a_rounds_page_says_the_same() -> None:
    round_ = a_split_round()
    client = scenes.signed_in(round_.player)
    text = client.get(f"/rounds/{round_.public_id}/", headers={"Accept-Language": "en"}).text
    bets = text.partition('id="bets-title"')[2].partition("</table>")[0]
    assert [f"Hand {n}" in bets for n in (1, 2, 3)] == [True, True, False]
    assert bets.count('data-label="Payout"') == 2
    decided = text.partition('id="decisions-title"')[2].partition("</table>")[0]
    told = " ".join(decided.split())
    for one in ("Hand 1: ", "Hand 2: "):
        assert re.search(rf"{one}.+? against .+?: \w+", told)
    assert re.search(r"16 against \S+: Split", told)


def test_the_file_costs_the_same_queries_however_many_rounds() -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    participant = scenes.sit(player, table, scenes.seed_for(scenes.ordinary))
    counts = []
    for _ in range(2):
        for _ in range(2):
            scenes.play_out(place_bet(player, table, scenes.bet_request(participant)))
        with CaptureQueriesContext(connection) as asked:
            rows = list(stream_csv_rows(Round.objects.filter(player=player)))
        counts.append((len(rows), len(asked)))
    assert [rows for rows, _queries in counts] == [3, 5]
    assert counts[0][1] == counts[1][1] == 6
