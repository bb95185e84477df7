"""Origins of bets, and of decisions sent from elsewhere: visible to staff, never on the player's pages."""

import pytest
from django.db import connection
from django.db.utils import ProgrammingError
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from casino.models import Decision, Origin, Participant, Round
from casino.play.services.betting import place_bet
from tests.casino import scenes
from tests.casino.test_table_page import HTMX, TABLE, bet_form, decision, seated

pytestmark = pytest.mark.database

PHONE, DESK = "Mozilla/5.0 (iPhone) Safari/605", "Mozilla/5.0 (X11; Linux) Firefox/128.0"


def bets(client: Client, **sent: str) -> Round:
    """Bet with these headers and return the round dealt."""
    participant = Participant.objects.get()
    answer = client.post(TABLE + "bet/", bet_form(participant), headers={**HTMX, **sent})
    assert answer.status_code == 200
    return Round.objects.latest("id")


def decides(client: Client, round_: Round, **sent: str) -> Decision:
    form = decision(round_, "hit")
    answer = client.post(TABLE + "action/", form, headers={**HTMX, **sent})
    assert answer.status_code == 200
    return Decision.objects.latest("id")


def test_a_bet_keeps_its_address_and_its_browser() -> None:
    client, _ = seated()

    round_ = bets(client, user_agent=DESK)

    assert round_.origin is not None
    assert (round_.origin.address, round_.origin.agent) == ("127.0.0.1", DESK)


def test_a_decision_from_the_same_origin_stores_nothing() -> None:
    client, _ = seated()
    round_ = bets(client, user_agent=DESK)

    assert decides(client, round_, user_agent=DESK).origin is None
    assert Origin.objects.count() == 1


def test_a_decision_from_another_origin_stores_it() -> None:
    client, _ = seated()
    round_ = bets(client, user_agent=DESK)

    made = decides(client, round_, user_agent=PHONE)

    assert made.origin is not None
    assert made.origin.agent == PHONE
    assert made.origin != round_.origin


def test_the_same_origin_is_one_row_in_any_session() -> None:
    for player in (scenes.new_player(), scenes.new_player("bea@example.test")):
        scenes.ligalo()
        scenes.signed_in(player).get(TABLE, headers={"User-Agent": DESK})

    assert Origin.objects.get().agent == DESK


def test_behind_a_proxy_that_is_trusted_the_address_is_the_one_it_names(settings: Settings) -> None:
    client, _ = seated()
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1

    round_ = bets(client, x_forwarded_for="10.1.1.1, 198.51.100.7")

    assert round_.origin is not None
    assert round_.origin.address == "198.51.100.7"


def test_forwarded_addresses_need_a_trusted_proxy() -> None:
    client, _ = seated()

    round_ = bets(client, x_forwarded_for="198.51.100.7")

    assert round_.origin is not None
    assert round_.origin.address == "127.0.0.1"


def test_a_long_user_agent_is_shortened() -> None:
    client, _ = seated()

    round_ = bets(client, user_agent="\x00\x07<script>" + "x" * 5000)

    assert round_.origin is not None
    assert round_.origin.agent == ("<script>" + "x" * 5000)[:200]


def test_from_the_second_request_on_it_asks_the_database_nothing() -> None:
    client, _ = seated()
    client.get(TABLE)

    with CaptureQueriesContext(connection) as captured:
        bets(client)

    assert not [query for query in captured if "casino_origin" in query["sql"]]


def test_a_bet_that_is_refused_leaves_no_round_behind() -> None:
    client, participant = seated()
    before = scenes.everything(participant.player)

    answer = client.post(TABLE + "bet/", bet_form(participant) | {"stake-1": "0.001"}, headers=HTMX)

    assert answer.status_code == 422
    assert scenes.everything(participant.player) == before


def test_a_bet_without_a_request_has_no_origin() -> None:
    participant = scenes.sit(scenes.new_player(), scenes.ligalo(), scenes.seed_for(scenes.ordinary))

    assert (
        place_bet(participant.player, participant.table, scenes.bet_request(participant)).origin
        is None
    )


@pytest.mark.committed
def test_origins_cannot_be_changed() -> None:
    client, _ = seated()
    round_ = bets(client, user_agent=DESK)
    other = Origin.objects.create(digest="d" * 64, address="192.0.2.1", seen_at=round_.started_at)

    with pytest.raises(ProgrammingError):
        Round.objects.update(origin=other)
    with pytest.raises(ProgrammingError):
        Origin.objects.update(address="192.0.2.1")
    round_.refresh_from_db()
    assert round_.origin_id != other.pk


def test_no_player_page_shows_the_origin() -> None:
    client, _ = seated()
    round_ = bets(client, user_agent=DESK)
    scenes.play_out(round_)

    for address in (TABLE, "/rounds/", f"/rounds/{round_.public_id}/"):
        text = client.get(address, headers={"User-Agent": DESK}).text
        assert "Firefox" not in text, address
        assert "127.0.0.1" not in text, address
