"""The file of a player's rounds at live tables."""

import csv
import io
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import override

from blackjack.choices import Choices
from casino.history.forms import HistoryForm
from casino.history.selectors.past_rounds import history_start, past_rounds
from casino.history.words.round_file import stream_csv_rows
from casino.models import Clock, Round
from reports.services import luck
from reports.services.judging import _judge
from tests.live.scenes import (
    Guest,
    a_live_table,
    a_table_that_deals,
    clock_of,
    dealt_to,
    played_out,
    rings,
    running,
    time_passes,
)
from tests.live.test_turns import pair_first

pytestmark = pytest.mark.database


def file_of(guest: Guest) -> list[dict[str, str]]:
    with override("en"):
        text = "".join(stream_csv_rows(Round.objects.filter(player=guest.player)))
    rows = csv.DictReader(io.StringIO(text.removeprefix("\N{BYTE ORDER MARK}")))
    return [dict(row) for row in rows]


def queries_of(work: Any) -> int:
    with CaptureQueriesContext(connection) as asked:
        work()
    return len(asked)


def decided_deal(ana: Guest, luis: Guest) -> None:
    """Play a deal in which both players stand at each of their turns."""
    dealt_to(ana, luis)
    place = ana.place
    while clock_of(place).phase == Clock.Phase.ANSWERS:
        time_passes(place)
    while clock_of(place).phase == Clock.Phase.TURNS:
        asked = running(place).turn_share.round.player_id
        (ana if asked == ana.player.pk else luis).decides("stand")
    time_passes(place)


def test_the_history_is_filtered_by_a_live_table_like_by_a_private_one() -> None:
    place = a_live_table()
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    decided_deal(ana, luis)
    begins = history_start(timezone.now())

    form = HistoryForm(ana.player, begins.date(), {"table": place.table.slug})

    assert form.is_valid(), form.errors
    (found,) = past_rounds(ana.player, form.wanted, begins)
    assert (found.place, found.player) == (place, ana.player)


def test_the_file_costs_the_same_queries_however_many_live_rounds() -> None:
    place = a_live_table()
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    counts = []
    for _ in range(2):
        for _ in range(3):
            decided_deal(ana, luis)
        counts.append(queries_of(lambda: file_of(ana)))
    rows = file_of(ana)
    assert len(rows) == 6
    assert any(row["decided on (box.hand)"] for row in rows)
    assert counts == [9, 9]


def test_judging_costs_the_same_queries_however_many_live_rounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(luck, "compute_luck", lambda *_: None)
    place = a_live_table()
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    counts = []
    for _ in range(2):
        decided_deal(ana, luis)
        decided_deal(ana, luis)
        finished = list(Round.objects.values_list("pk", flat=True))
        counts.append(queries_of(lambda finished=finished: _judge(finished)))
    assert counts[0] == counts[1]


def test_the_file_shows_the_hands_that_each_player_had_money_on() -> None:
    place, (ana, luis) = a_table_that_deals(pair_first, {"ana": 1, "luis": 2}, "casino_floor")
    eva = Guest(place, "eva")
    ana.bets({1: "10"})
    luis.bets({2: "10"})
    eva.bets({1: "20"}, {1: Choices("right", "stay")})
    rings(place)
    ana.opens()
    luis.opens()
    ana.decides("split")
    played_out(place)

    (anas,), (evas,), (luiss,) = file_of(ana), file_of(eva), file_of(luis)

    assert anas["decisions"].startswith("split; ")
    assert anas["decided on (box.hand)"].startswith("1.1; ")
    assert anas["stakes of the hands"] == "1.1: 10.00 | 1.2: 10.00"
    assert evas["stakes of the hands"] == "1.2: 20.00"
    assert evas["decisions"] == ""
    for box in luiss["decided on (box.hand)"].split("; "):
        assert box in {"2.1", ""}
