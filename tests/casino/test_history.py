"""A player's round history: filters, pages without gaps or repeats, and the file."""

import csv
import io
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from django.db import connection
from django.http.response import StreamingHttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from psycopg import Connection

from accounts.roles.values import Role
from casino.history.selectors import batches, past_rounds
from casino.models import Round, Treatment, VoidReason
from casino.play.services.betting import place_bet
from tests.accounts.staff import staff
from tests.casino import decided, scenes
from tests.casino.frozen import cancel_by_two
from tests.casino.test_hidden_cards import distinct
from tests.compliance.hands import unguarded
from tests.exhaustive import slow_but_every

pytestmark = pytest.mark.database
ENGLISH = {"Accept-Language": "en"}
Owner = Connection[object]


@pytest.fixture
def played() -> list[Round]:
    """Return three rounds of one player at the demo's table: stakes of 10, 20 and 30."""
    player, table = scenes.new_player(), scenes.ligalo()
    participant = scenes.sit(player, table, scenes.seed_for(distinct))
    return [
        scenes.play_out(place_bet(player, table, scenes.bet_request(participant, stake)))
        for stake in ("10", "20", "30")
    ]


def asked(round_: Round, **filters: str) -> Any:
    return scenes.signed_in(round_.player).get("/rounds/", filters, headers=ENGLISH)


def stakes(answer: Any) -> list[str]:
    assert answer.status_code == 200
    return [line.staked.text for line in answer.context["rounds"]]


def sign_of(round_: Round) -> int:
    """Return 1 for a win, -1 for a loss, 0 for a push."""
    net = (round_.returned or 0) - round_.staked
    return (net > 0) - (net < 0)


def moved(owner: Owner, round_: Round, started_at: datetime) -> None:
    """Change when the round began; triggers are disabled."""
    with unguarded(owner, "casino_round"):
        owner.execute(
            "UPDATE casino_round SET started_at = %s WHERE id = %s", [started_at, round_.pk]
        )


def test_rounds_are_found_by_stake_number_reference_table_and_currency(played: list[Round]) -> None:
    first, second, _third = played
    typed = second.number.replace("-", " ").lower()

    assert stakes(asked(first)) == ["30.00", "20.00", "10.00"]
    assert stakes(asked(first, least="20", most="20")) == ["20.00"]
    assert stakes(asked(first, number=second.number)) == ["20.00"]
    assert stakes(asked(first, number=typed)) == ["20.00"]
    assert stakes(asked(first, number=str(second.public_id))) == ["20.00"]
    assert len(stakes(asked(first, table="ligalo"))) == 3
    assert len(stakes(asked(first, currency="USD"))) == 3
    assert stakes(asked(first, currency="EUR")) == []


def test_rounds_are_found_by_result(played: list[Round]) -> None:
    for result, sign in (("won", 1), ("lost", -1), ("push", 0)):
        wanted = [one for one in reversed(played) if sign_of(one) == sign]
        assert stakes(asked(played[0], result=result)) == [
            one.money(one.staked).text for one in wanted
        ]
    assert stakes(asked(played[0], result="void")) == []
    assert stakes(asked(played[0], result="interrupted")) == []


def test_cancelled_rounds_are_found_and_running_ones_are_not(played: list[Round]) -> None:
    participant = played[0].participant
    runs = place_bet(participant.player, participant.table, scenes.bet_request(participant, "7"))
    if runs.status != Round.Status.IN_PROGRESS:
        pytest.skip("over when it was dealt")
    assert "7.00" not in stakes(asked(runs))

    cancel_by_two(runs, "tests")

    assert stakes(asked(runs, result="cancelled")) == ["7.00"]


def test_void_rounds_are_found(played: list[Round]) -> None:
    second = played[1]
    decided.void(
        second.pk,
        Treatment.BETTER,
        case=uuid4(),
        acting_user=staff(Role.COMPLIANCE_MANAGER),
        reason=VoidReason.MALFUNCTION,
    )

    assert stakes(asked(second, result="void")) == ["20.00"]


def test_days_are_whole_days_of_utc(played: list[Round], owner_connection: Owner) -> None:
    yesterday = timezone.now().astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    moved(owner_connection, played[0], yesterday - timedelta(microseconds=1))
    moved(owner_connection, played[1], yesterday - timedelta(days=1))
    day = (yesterday - timedelta(days=1)).date().isoformat()

    assert stakes(asked(played[0], since=day, until=day)) == ["10.00", "20.00"]


def test_twelve_months_are_listed_and_an_older_round_opens_by_its_address(
    played: list[Round], owner_connection: Owner
) -> None:
    begins = past_rounds.history_start(timezone.now())
    moved(owner_connection, played[0], begins)
    moved(owner_connection, played[1], begins - timedelta(microseconds=1))

    assert stakes(asked(played[0])) == ["30.00", "10.00"]
    assert stakes(asked(played[0], since="2001-01-01")) == ["30.00", "10.00"]
    address = f"/rounds/{played[1].public_id}/"
    assert scenes.signed_in(played[0].player).get(address).status_code == 200


@pytest.mark.parametrize(
    ("now", "begins"),
    [
        (datetime(2026, 11, 22, 23, 59, tzinfo=UTC), datetime(2025, 11, 22, tzinfo=UTC)),
        (datetime(2028, 2, 29, 12, tzinfo=UTC), datetime(2027, 2, 28, tzinfo=UTC)),
        (datetime(2026, 1, 31, tzinfo=UTC), datetime(2025, 1, 31, tzinfo=UTC)),
    ],
)
def test_the_history_begins_so_many_months_ago(now: datetime, begins: datetime) -> None:
    assert past_rounds.history_start(now) == begins


@pytest.mark.parametrize(
    ("name", "text"),
    slow_but_every(
        4,
        [
            ("least", "x"),
            ("least", "-1"),
            ("most", "99999999999999999"),
            ("number", "twelve"),
            ("number", "0"),
            ("since", "2026-13-01"),
            ("table", "nowhere"),
            ("result", "lucky"),
        ],
    ),
)
def test_a_filter_that_cannot_be_read_is_said_at_its_field_and_kept(
    played: list[Round], name: str, text: str
) -> None:
    for address in ("/rounds/", "/rounds/rounds.csv"):
        answer = scenes.signed_in(played[0].player).get(address, {name: text}, headers=ENGLISH)

        assert answer.status_code == 422
        assert list(answer.context["form"].errors) == [name]
        assert name in {"table", "result"} or f'value="{text}"' in answer.text


def test_a_stake_that_ends_below_its_beginning_is_refused(played: list[Round]) -> None:
    answer = asked(played[0], least="30", most="20")

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["most"]


def test_pages_lead_forth_and_back_and_show_every_round_once_even_of_one_moment(
    played: list[Round], owner_connection: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("casino.history.views.rounds.PAGE", 1)
    for one in played[:2]:
        moved(owner_connection, one, played[0].started_at)
    client = scenes.signed_in(played[0].player)
    seen, answers = [], [asked(played[0], least="1")]
    while True:
        seen += stakes(answers[-1])
        if answers[-1].context["page"].older is None:
            break
        answers.append(follow(client, answers[-1], "next"))

    assert seen == ["30.00", "20.00", "10.00"]
    back = follow(client, follow(client, answers[-1], "prev"), "prev")
    assert stakes(back) == ["30.00"]
    assert back.context["page"].newer is None


def follow(client: Client, answer: Any, rel: str) -> Any:
    """Return the page that the link with this `rel` leads to; the filters must be kept."""
    end = answer.text.index(f'rel="{rel}"')
    start = answer.text.rindex('href="', 0, end) + 6
    address = answer.text[start : answer.text.index('"', start)].replace("&amp;", "&")
    assert parse_qs(urlsplit(address).query)["least"] == ["1"]
    return client.get("/rounds/" + address, headers=ENGLISH)


@pytest.mark.parametrize(
    "place", slow_but_every(4, ["x", "~", "2026-11-22~1", "2026-11-22T10:00:00+00:00~" + "9" * 40])
)
@pytest.mark.parametrize("way", ["before", "after"])
def test_an_invalid_cursor_shows_the_first_page(played: list[Round], way: str, place: str) -> None:
    assert len(stakes(asked(played[0], **{way: place}))) == 3


def test_an_empty_result_is_explained(played: list[Round]) -> None:
    assert "None of your rounds match this." in asked(played[0], least="999").text
    luis = scenes.new_player("luis@example.test", funds="0")
    text = scenes.signed_in(luis).get("/rounds/", headers=ENGLISH).text
    assert "You have not finished a round yet." in text


def file_of(client: Client, **filters: str) -> list[dict[str, str]]:
    answer: Any = client.get("/rounds/rounds.csv", filters, headers=ENGLISH)
    assert isinstance(answer, StreamingHttpResponse)
    text = b"".join(answer).decode()
    assert text.startswith("\N{BYTE ORDER MARK}")
    return list(csv.DictReader(io.StringIO(text[1:])))


def test_the_file_says_all_of_each_round_for_machines(played: list[Round]) -> None:
    first = played[0]
    rows = file_of(scenes.signed_in(first.player))

    assert [row["staked"] for row in rows] == ["10.00", "20.00", "30.00"]
    row, facts = rows[0], first.result or {}
    net = (first.returned or 0) - first.staked
    assert row["dealt (UTC)"] == first.started_at.isoformat()
    assert row["reference"] == str(first.public_id)
    assert (row["table"], row["number in its shoe"]) == (first.place.table.name, "1")
    assert (row["currency"], row["rate to USD"]) == ("USD", "1")
    assert row["net"] == first.money(net).text
    assert row["balance before"] == "1000.00"
    assert row["balance after"] == first.money(first.balance_after or 0).text
    assert row["points"] == "10.00"
    assert row["decisions"] == "stand"
    assert row["hands"] == "1: " + " ".join(facts["seats"][0]["hands"][0]["cards"])
    assert row["dealer"] == " ".join(facts["dealer"]["cards"])


def test_the_file_has_what_the_filters_ask_for_and_nobody_elses(played: list[Round]) -> None:
    luis = scenes.new_player("luis@example.test", funds="0")

    assert [row["staked"] for row in file_of(scenes.signed_in(played[0].player), least="20")] == [
        "20.00",
        "30.00",
    ]
    assert file_of(scenes.signed_in(luis)) == []
    assert file_of(scenes.signed_in(luis), number=str(played[0].public_id)) == []


def test_the_file_is_read_in_batches_that_miss_nothing(
    played: list[Round], owner_connection: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    for one in played:
        moved(owner_connection, one, played[0].started_at)
    monkeypatch.setattr(batches, "BATCH", 1)

    assert len(file_of(scenes.signed_in(played[0].player))) == 3


def test_a_spreadsheet_gets_numbers_as_it_reads_them_and_runs_nothing(played: list[Round]) -> None:
    table = played[0].place.table
    table.name = "=1+1"
    table.save(update_fields=["name"])
    client = scenes.signed_in(played[0].player)

    text = b"".join(
        client.get("/rounds/rounds.csv?sheet", headers={"Accept-Language": "es"})
    ).decode()

    assert ";10,00;" in text
    assert "'=1+1" in text


def test_the_list_asks_as_often_whatever_is_filtered(played: list[Round]) -> None:
    client, counts = scenes.signed_in(played[0].player), set()
    client.get("/rounds/")  # stores its origin in the session
    for filters in ({}, {"table": "ligalo"}, {"currency": "USD", "least": "1"}):
        with CaptureQueriesContext(connection) as captured:
            client.get("/rounds/", filters)
        counts.add(len(captured) - ("table" in filters))
    assert len(counts) == 1


def test_a_spreadsheet_gets_words_where_machines_get_keys(
    played: list[Round], owner_connection: Owner
) -> None:
    first = played[0]
    with unguarded(owner_connection, "casino_decision"):
        owner_connection.execute("UPDATE casino_decision SET by_house = true")
    client = scenes.signed_in(first.player)

    def cells(address: str) -> list[str]:
        text = b"".join(client.get(address, headers={"Accept-Language": "es"})).decode()
        return text.splitlines()[1].replace(";", ",").split(",")

    keys, words = cells("/rounds/rounds.csv"), cells("/rounds/rounds.csv?sheet")
    assert {"no", "stand (house)"} < set(keys)
    assert {"no", "Plantarse (la casa)"} < set(words)
    assert not {"won", "lost", "push", "stand"} & set(words)
