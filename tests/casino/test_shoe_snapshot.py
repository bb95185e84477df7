"""Snapshots of long shoes: sealed; a request redraws few earlier rounds, and every card stays the same."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from psycopg import Connection

import blackjack
from blackjack.verification import verify
from casino.fairness.selectors import shoe_snapshot
from casino.fairness.selectors.dealing import load_record, load_shoe_before
from casino.fairness.selectors.transcripts import transcript_text
from casino.fairness.services.shoes import change_shoe
from casino.fairness.values.sealing import seal_seed
from casino.models import Participant, Round, Shoe
from casino.play.services.betting import place_bet
from casino.refusals import PlaceStopped
from tables.models import Table
from tests.casino import scenes
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import Money

pytestmark = pytest.mark.database

MANY = 3 * shoe_snapshot.SNAPSHOT_INTERVAL + 5


def seated(preset: str = "friendly", **changes: object) -> Participant:
    table = scenes.table_of(preset, **changes)
    Table.objects.update(hands_per_minute=10_000, rounds_before_shoe_change=1)
    table.refresh_from_db()
    player = scenes.new_player()
    if table.is_play_money:
        grant_play_money(player.pk, Money.parse("5000", "PLY"), key=uuid4(), reason="test")
    return scenes.sit(player, table, "7" * 64)


def deal(participant: Participant) -> Round:
    request = scenes.bet_request(participant)
    currency = "PLY" if participant.table.is_play_money else "USD"
    return place_bet(participant.player, participant.table, replace(request, currency=currency))


def play(participant: Participant, rounds: int) -> Round:
    for _ in range(rounds):
        last = scenes.play_out(deal(participant))
    return last


def test_a_refilled_long_shoe_matches_its_transcript() -> None:
    participant = seated()
    last = play(participant, MANY)
    shoe = Shoe.objects.get(pk=last.deal.shoe_id)
    assert shoe.kept_nonce == 3 * shoe_snapshot.SNAPSHOT_INTERVAL
    assert shoe.cards_out > 3 * 52

    closed = change_shoe(participant.player, participant.table, shoe.public_id)

    found = list(verify(transcript_text(closed)))
    assert [check for check in found if not check.passed] == []
    assert len(found) > MANY


def test_the_snapshot_equals_a_full_replay() -> None:
    participant = seated()
    last = play(participant, MANY)
    kept = load_shoe_before(last.deal.shoe, MANY)
    last.deal.shoe.kept_nonce, last.deal.shoe.kept_left = 0, None

    assert kept == load_shoe_before(last.deal.shoe, MANY)
    assert isinstance(kept, blackjack.Shoe)


@pytest.mark.slow
def test_a_request_draws_only_the_rounds_since_then_again() -> None:
    participant = seated()
    dealt = []
    for _ in range(MANY):
        round_ = deal(participant)
        round_.deal.shoe.refresh_from_db()
        dealt.append(len(load_record(round_).dealt))
        scenes.play_out(round_)

    assert dealt[: shoe_snapshot.SNAPSHOT_INTERVAL] == list(range(shoe_snapshot.SNAPSHOT_INTERVAL))
    assert max(dealt) == shoe_snapshot.SNAPSHOT_INTERVAL - 1


def test_the_snapshot_costs_no_further_queries() -> None:
    participant, counts = seated(), set()
    for number in range(2 * shoe_snapshot.SNAPSHOT_INTERVAL + 2):
        with CaptureQueriesContext(connection) as captured:
            round_ = deal(participant)
        if number and round_.status == Round.Status.IN_PROGRESS:
            counts.add(len(captured))
        scenes.play_out(round_)

    assert len(counts) == 1


def test_burned_cards_and_boxes_are_in_what_is_kept() -> None:
    participant = seated("casino_floor", penetration=0.9)
    last = play(participant, shoe_snapshot.SNAPSHOT_INTERVAL + 2)
    assert last.deal.shoe.kept_nonce == shoe_snapshot.SNAPSHOT_INTERVAL

    closed = change_shoe(participant.player, participant.table, last.deal.shoe.public_id)

    assert [check for check in verify(transcript_text(closed)) if not check.passed] == []


def test_infinite_decks_need_no_earlier_round() -> None:
    participant = seated(decks="infinite")
    last = play(participant, shoe_snapshot.SNAPSHOT_INTERVAL + 2)
    assert (last.deal.shoe.kept_nonce, last.deal.shoe.kept_left) == (
        shoe_snapshot.SNAPSHOT_INTERVAL,
        None,
    )
    assert len(load_record(last).dealt) == 1

    closed = change_shoe(participant.player, participant.table, last.deal.shoe.public_id)

    assert [check for check in verify(transcript_text(closed)) if not check.passed] == []


@pytest.mark.committed
@pytest.mark.parametrize("secret", ["left:5:80:" + "1" * 52, "left:12:80:1", "b" * 64])
def test_a_wrong_snapshot_stops_the_shoe(secret: str, owner_connection: Connection[object]) -> None:
    participant = seated()
    last = play(participant, shoe_snapshot.SNAPSHOT_INTERVAL + 1)
    sealed = seal_seed(last.deal.shoe.public_id, secret)
    owner_connection.execute("UPDATE casino_shoe SET kept_left = %s WHERE kept_nonce > 0", [sealed])

    with pytest.raises(PlaceStopped):
        deal(participant)

    assert Shoe.objects.get(pk=last.deal.shoe_id).status == Shoe.Status.STOPPED


def test_the_snapshot_is_encrypted() -> None:
    last = play(seated(), shoe_snapshot.SNAPSHOT_INTERVAL + 1)
    sealed = bytes(Shoe.objects.get(pk=last.deal.shoe_id).kept_left or b"")
    assert sealed.startswith(b"gAAAA")
    assert b"left" not in sealed
