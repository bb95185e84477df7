"""Rounds cancelled for a malfunction: stakes return once, the shoe closes, staff and player are told."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.utils import timezone
from psycopg import Connection

from accounts.roles.values import Role
from blackjack.bets import Bet
from blackjack.deal import Deal
from blackjack.verification import verify
from casino.absence.services import house_play
from casino.fairness.selectors.transcripts import transcript_text
from casino.fairness.values.sealing import seal_seed
from casino.incidents.services import malfunction
from casino.models import Notice, Round, Shoe
from casino.play.services.betting import place_bet
from casino.refusals import PlaceStopped
from casino.values.boxes import BoxInput
from journal.models import Event
from tests.accounts.staff import staff
from tests.casino import scenes
from tests.casino.frozen import cancel_by_two
from tests.casino.gone import charted, later
from tests.casino.test_at_once import together
from tests.casino.test_decisions import hits_safely
from wallet.ledger.models import Transfer
from wallet.ledger.selectors.funds import balance, load_money_in_play
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import Money

pytestmark = pytest.mark.database

ENGLISH = {"Accept-Language": "en"}
ALL = Money.parse("1000", "USD")
WHY = "the dealing service was replaced"


def running(deal: Deal) -> bool:
    return not deal.complete


def cancelled(round_: Round) -> Round:
    return cancel_by_two(round_, WHY)


def tamper(owner: Connection[object], round_: Round) -> None:
    """Make the round's replay differ from what its player saw."""
    query = "UPDATE casino_deal SET state_hash = %s WHERE id = %s"
    owner.execute(query, ["0" * 64, round_.deal_id])


def swap_seed(owner: Connection[object], round_: Round) -> None:
    swapped = seal_seed(round_.deal.shoe.public_id, "b" * 64)
    owner.execute("ALTER TABLE casino_shoe DISABLE TRIGGER guard")
    query = "UPDATE casino_shoe SET sealed_seed = %s WHERE id = %s"
    owner.execute(query, [swapped, round_.deal.shoe_id])
    owner.execute("ALTER TABLE casino_shoe ENABLE TRIGGER guard")


def test_all_stakes_return_and_the_shoe_closes() -> None:
    round_ = scenes.play(scenes.deal(scenes.pair), "split")
    assert balance(round_.player_id) == Money.parse("980", "USD")

    cancelled(round_)

    assert balance(round_.player_id) == ALL
    assert load_money_in_play(round_.player_id) == []
    assert (round_.status, round_.returned, round_.staked) == ("cancelled", 200_000, 200_000)
    assert round_.balance_after == ALL.units
    shoe = Shoe.objects.get(pk=round_.deal.shoe_id)
    assert (shoe.status, shoe.close_reason) == ("closed", "malfunction")
    event = Event.objects.get(kind="round_cancelled")
    assert event.actor_id == staff(Role.COMPLIANCE_MANAGER).pk
    assert (event.data["reason"], event.data["asked_by"]) == (WHY, staff(Role.OPERATOR).pk)
    assert Notice.objects.get().kind == Notice.Kind.CANCELLED


def test_the_transcript_of_a_cancelled_round_verifies() -> None:
    round_ = scenes.play(scenes.deal(hits_safely), "hit")
    cancelled(round_)

    checks = list(verify(transcript_text(Shoe.objects.get(pk=round_.deal.shoe_id))))

    assert [check for check in checks if not check.passed] == []
    assert any("returned: seat 1" in check.detail for check in checks)


@pytest.mark.committed
def test_a_transcript_names_the_round_that_cannot_be_played_again(
    owner_connection: Connection[object],
) -> None:
    """The transcript lists the records as they are; leaving some out would make the rest look right."""
    round_ = scenes.play(scenes.deal(hits_safely), "hit")
    owner_connection.execute("ALTER TABLE casino_decision DISABLE TRIGGER USER")
    owner_connection.execute("UPDATE casino_decision SET action = 'split'")
    owner_connection.execute("ALTER TABLE casino_decision ENABLE TRIGGER USER")

    assert malfunction.cancel_faulty_round(round_.pk)

    assert balance(round_.player_id) == ALL
    *_, last = verify(transcript_text(Shoe.objects.get(pk=round_.deal.shoe_id)))
    assert not last.passed
    assert str(last).startswith("DIFFERENT: round 1, decisions: decision 1 is 'split', legal is")


@pytest.mark.committed
def test_a_worker_cancels_a_round_that_no_longer_replays(
    owner_connection: Connection[object],
) -> None:
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules)
    tamper(owner_connection, round_)

    assert house_play.play_due_rounds(later()) == 1
    assert house_play.play_due_rounds(later()) == 0

    round_.refresh_from_db()
    assert round_.status == Round.Status.CANCELLED
    assert balance(round_.player_id) == ALL
    event = Event.objects.get(kind="round_cancelled")
    assert (event.actor_id, event.data["reason"]) == (None, "round_frozen")
    assert Shoe.objects.get(pk=round_.deal.shoe_id).status == Shoe.Status.CLOSED


@pytest.mark.committed
def test_a_frozen_round_is_cancelled_without_waiting_for_its_player(
    owner_connection: Connection[object],
) -> None:
    round_ = scenes.deal(scenes.ordinary)
    assert house_play.cancel_broken_rounds(timezone.now()) == 0
    tamper(owner_connection, round_)
    with pytest.raises(PlaceStopped):
        scenes.play(round_, "stand")

    assert [house_play.cancel_broken_rounds(timezone.now()) for _ in range(2)] == [1, 0]
    assert balance(round_.player_id) == ALL


@pytest.mark.committed
def test_a_seed_that_was_swapped_cancels_the_round_and_its_shoe_stays_stopped(
    owner_connection: Connection[object],
) -> None:
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules)
    swap_seed(owner_connection, round_)

    assert house_play.play_due_rounds(later()) == 1

    round_.refresh_from_db()
    assert (round_.status, round_.deal.cards_drawn) == ("cancelled", 0)
    assert balance(round_.player_id) == ALL
    shoe = Shoe.objects.get(pk=round_.deal.shoe_id)
    assert (shoe.status, shoe.server_seed) == ("stopped", None)
    assert Event.objects.filter(kind="seed_mismatch").count() == 1
    client = scenes.signed_in(round_.player)
    pages = {
        "/table/ligalo/": "cancelled for a malfunction",
        "/rounds/": "cancelled, stakes returned",
        f"/rounds/{round_.public_id}/": "cancelled for a malfunction",
    }
    for page, words in pages.items():
        text = client.get(page, headers=ENGLISH).text
        assert words in text
        assert "stakes are held" not in text


def test_a_sound_round_is_not_cancelled_by_a_worker() -> None:
    round_ = scenes.deal(scenes.ordinary)
    before = scenes.everything(round_.player)

    assert malfunction.cancel_faulty_round(round_.pk) is False

    assert scenes.everything(round_.player) == before


@pytest.mark.committed
def test_concurrent_workers_cancel_a_round_once(owner_connection: Connection[object]) -> None:
    round_ = scenes.deal(scenes.ordinary)
    tamper(owner_connection, round_)
    done: list[bool] = []

    together([lambda: done.append(malfunction.cancel_faulty_round(round_.pk))] * 4)

    assert sorted(done) == [False, False, False, True]
    assert Transfer.objects.filter(kind="refund").count() == 1


def test_play_goes_on_with_the_next_shoe() -> None:
    round_ = scenes.deal(scenes.ordinary)
    cancelled(round_)
    participant = round_.participant

    again = place_bet(round_.player, participant.table, scenes.bet_request(participant))

    assert again.deal.shoe_id != round_.deal.shoe_id


def test_play_money_returns() -> None:
    player, table = scenes.new_player(), scenes.table_of("friendly")
    grant_play_money(player.pk, Money.parse("500", "PLY"), key=uuid4(), reason="test")
    participant = scenes.sit(player, table, scenes.seed_for(running, table.version.rules))
    request = replace(scenes.bet_request(participant), currency="PLY")

    cancelled(place_bet(player, table, request))

    assert balance(player.pk, "PLY") == Money.parse("500", "PLY")
    assert Round.objects.get().returned_usd == 0


def test_every_box_of_a_cancelled_round_comes_back() -> None:
    player, table = scenes.new_player(), scenes.table_of("atlantic_city")
    stakes = (Bet(1, 100_000), Bet(3, 200_000))
    participant = scenes.sit(player, table, scenes.seed_for(running, table.version.rules, stakes))
    boxes = {1: BoxInput("10", {}), 3: BoxInput("20", {})}
    round_ = place_bet(player, table, scenes.bet_request(participant, boxes=boxes))

    cancelled(round_)

    assert balance(player.pk) == ALL
    checks = list(verify(transcript_text(Shoe.objects.get(pk=round_.deal.shoe_id))))
    assert [check for check in checks if not check.passed] == []
