"""The session net: stored per place as rounds end, and summed over the places."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.contrib.auth.models import update_last_login
from django.db import connection
from django.db.models import F, Sum
from django.test.utils import CaptureQueriesContext
from psycopg import Connection

from accounts.models.users import User
from blackjack.presets import PRESETS
from casino.absence.services import house_play
from casino.models import Participant, Round
from casino.play.selectors.player_money import PlayerMoney, find_session_start, load_player_money
from casino.play.services.betting import place_bet
from tests.casino import scenes
from tests.casino.frozen import cancel_by_two
from tests.casino.gone import charted, later
from tests.casino.test_malfunction import tamper
from tests.wallet.rates import approved
from wallet.ledger.services.movements import credit_deposit
from wallet.money.values import Money

pytestmark = pytest.mark.database


def signs_in(player: User) -> None:
    """Start a new session."""
    update_last_login(User, player)


def bet(participant: Participant, currency: str = "USD") -> Round:
    """Place a bet with the player freshly loaded, as a request does; return the round."""
    participant = Participant.objects.select_related("player").get(pk=participant.pk)
    request = replace(scenes.bet_request(participant), currency=currency)
    return place_bet(participant.player, participant.table, request)


def stands(participant: Participant) -> PlayerMoney:
    """Return the player's money as stored."""
    return load_player_money(User.objects.get(pk=participant.player_id))


def summed(participant: Participant) -> dict[str, int]:
    """Return the session net by currency, computed from the rounds."""
    participant = Participant.objects.select_related("player").get(pk=participant.pk)
    rounds = Round.objects.filter(
        player=participant.player_id, started_at__gte=find_session_start(participant.player)
    )
    ended = rounds.filter(returned__isnull=False).order_by().values("currency")
    found = ended.annotate(net=Sum(F("returned") - F("staked")))
    return {row["currency"]: int(row["net"]) for row in found}


def two_places() -> tuple[Participant, Participant]:
    """Seat one player, with dollars and euros, at two tables."""
    player = scenes.new_player()
    approved("EUR", "1.25")
    credit_deposit(player.pk, Money.parse("1000", "EUR"), key=uuid4(), provider="demo")
    signs_in(player)
    here = scenes.sit(player, scenes.ligalo(), scenes.seed_for(scenes.ordinary))
    seed = scenes.seed_for(scenes.pair, PRESETS["atlantic_city"])
    return here, scenes.sit(player, scenes.table_of("atlantic_city"), seed)


def test_the_session_result_covers_all_tables_and_currencies() -> None:
    here, there = two_places()
    for _ in range(4):
        scenes.play_out(bet(here))
        scenes.play_out(bet(there, "EUR"))
        scenes.play_out(bet(there))
    assert stands(here).nets == stands(there).nets == summed(here)
    assert set(summed(here)) == {"USD", "EUR"}
    assert any(summed(here).values())


def test_a_round_that_is_over_when_it_is_dealt_counts() -> None:
    player = scenes.new_player()
    here = scenes.sit(player, scenes.ligalo(), scenes.seed_for(scenes.natural))

    assert bet(here).status == Round.Status.COMPLETED
    assert stands(here).nets == summed(here)
    assert summed(here)["USD"] > 0


def test_a_session_counts_the_rounds_that_were_begun_in_it() -> None:
    here, there = two_places()
    scenes.play_out(bet(there))
    across = bet(here)
    signs_in(here.player)
    assert stands(here).nets == {}

    scenes.play_out(across)
    assert stands(here).nets == summed(here) == {}

    scenes.play_out(bet(here))
    assert stands(there).nets == summed(there) != {}
    assert Round.objects.filter(returned__isnull=False).count() == 3


def test_a_new_session_resets_the_sum_of_a_place() -> None:
    here, there = two_places()
    scenes.play_out(bet(here))
    scenes.play_out(bet(there, "EUR"))
    before = stands(here).nets
    signs_in(here.player)
    scenes.play_out(bet(here))
    scenes.play_out(bet(there))

    assert stands(here).nets == stands(there).nets == summed(here)
    assert set(before) == {"EUR", "USD"}
    assert set(summed(here)) == {"USD"}


@pytest.mark.committed
def test_a_round_that_the_house_ends_counts_and_so_does_one_that_is_cancelled(
    owner_connection: Connection[object],
) -> None:
    here, there = two_places()
    charted(here.table.version.rules, "S")
    played, broken = bet(here), bet(there, "EUR")
    tamper(owner_connection, broken)
    cancel_by_two(broken, "the dealing service failed")
    assert house_play.play_due_rounds(later()) == 1

    assert stands(here).nets == summed(here) != {}
    for round_, status in ((played, "completed"), (broken, "cancelled")):
        round_.refresh_from_db()
        assert round_.status == status


def test_the_session_result_reads_no_round() -> None:
    here, _ = two_places()
    scenes.play_out(bet(here))
    with CaptureQueriesContext(connection) as captured:
        assert stands(here).nets == summed(here)
    of_standing = [query["sql"] for query in captured if "casino_participant" in query["sql"]]

    assert any("session_since" in sql for sql in of_standing)
    assert not any("casino_round" in sql for sql in of_standing)
