"""A player's past rounds through the API."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.models import Round, Treatment, VoidReason
from tests.api.calls import assert_problem, read
from tests.api.playing import App, find_cards, money, newest_round, seated
from tests.casino import decided
from tests.tables.house import manager

pytestmark = pytest.mark.database


def played(rounds: int) -> App:
    app = seated()
    for _ in range(rounds):
        app.plays_out(app.bets())
    return app


def test_the_list_has_the_newest_first_in_pages() -> None:
    app = played(3)
    app.bets()  # a round that may run is in the list once it is over
    over = Round.objects.exclude(status="in_progress").order_by("-started_at", "-pk")
    ids = [str(one.public_id) for one in over]
    first = read(app.get("/history", {"limit": 2}))
    rest = read(app.get("/history", {"limit": 2, "cursor": first["next"]}))
    assert [one["id"] for one in (*first["data"], *rest["data"])] == ids[:4]
    newest = over[0]
    assert first["data"][0]["staked"] == money(newest.money(newest.staked).text)
    assert first["data"][0]["net"] == money(
        newest.money((newest.returned or 0) - newest.staked).text
    )
    log = read(app.get("/fairness/log", {"limit": 1}))["next"]
    assert_problem(app.get("/history", {"cursor": log or "eA"}), 422, "invalid_cursor", "cursor")


def test_filters_are_those_of_the_page() -> None:
    app = played(2)
    rounds = list(Round.objects.order_by("pk"))
    for query, found in (
        ({"table": "ligalo"}, 2),
        ({"table": "friendly"}, 0),
        ({"currency": "USD"}, 2),
        ({"currency": "EUR"}, 0),
        ({"min_staked": "10"}, 2),
        ({"min_staked": "999"}, 0),
        ({"max_staked": "9.99"}, 0),
        ({"number": rounds[0].number}, 1),
        ({"number": str(rounds[1].public_id)}, 1),
        ({"result": "won"}, sum((one.returned or 0) > one.staked for one in rounds)),
        ({"until": rounds[0].started_at.isoformat()}, 0),
        ({"since": rounds[0].started_at.isoformat()}, 2),
    ):
        assert len(read(app.get("/history", query))["data"]) == found, query


def test_bad_filters_are_refused() -> None:
    app = played(0)
    for query, field in (
        ({"since": "2030-01-02T00:00:00Z", "until": "2030-01-01T00:00:00Z"}, "until"),
        ({"min_staked": "2", "max_staked": "1"}, "max_staked"),
        ({"min_staked": "NaN"}, "min_staked"),
        ({"number": "R-1"}, "number"),
        ({"result": "tie"}, "result"),
        ({"limit": "0"}, "limit"),
        ({"order": "oldest"}, "order"),
    ):
        assert_problem(app.get("/history", query), 422, "invalid", field)


def test_a_record_has_every_decision_and_the_replay_every_card() -> None:
    app = seated()
    position = app.decides(app.bets()["round"], "hit")
    position = app.plays_out(position)
    round_ = newest_round(app)
    record = read(app.get(f"/history/{round_.public_id}"))
    assert [one["action"] for one in record["decisions"]] == [
        made.action for made in round_.decisions.order_by("step")
    ]
    assert record["decisions"][0]["situation"]["box"] == 1
    assert record["felt"] == position["round"]["felt"]
    assert record["balance_after"] == position["balance"]
    frames = read(app.get(f"/history/{round_.public_id}/replay"))["frames"]
    assert (frames[0]["kind"], frames[-1]["kind"]) == ("deal", "settlement")
    assert sorted(find_cards(frames[-1])) == sorted(round_.deal.cards or [])
    steps = [one["step"] for one in frames if one["kind"] == "decision"]
    assert steps == [made.step for made in round_.decisions.order_by("step")]


def test_a_void_round_says_so() -> None:
    app = played(1)
    round_ = newest_round(app)
    decided.void(
        round_.pk,
        Treatment.STAKES_BACK,
        case=uuid4(),
        acting_user=manager(),
        reason=VoidReason.DUPLICATE,
    )
    assert read(app.get("/history"))["data"][0]["void_reason"] == "duplicate"
    record = read(app.get(f"/history/{round_.public_id}"))
    assert record["void_reason"] == "duplicate"
    assert record["voids"][0]["texts"]


def test_more_rounds_need_no_more_queries() -> None:
    app = played(1)
    counts = []
    for more in (0, 4):
        for _ in range(more):
            app.plays_out(app.bets())
        with CaptureQueriesContext(connection) as captured:
            read(app.get("/history"))
        counts.append(len(captured))
    assert counts[0] == counts[1]
