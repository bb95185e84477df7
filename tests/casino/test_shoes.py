import hashlib
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone
from psycopg import Connection

from blackjack import fairness
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from blackjack.verification import verify
from casino.fairness.selectors.transcripts import transcript_text
from casino.fairness.selectors.unsealing import SeedPurpose, unseal_seed
from casino.fairness.services.due_shoes import close_due_shoes
from casino.fairness.services.public_log import chain_log
from casino.fairness.services.shoes import change_shoe, choose_client_seed, sit_down
from casino.fairness.values.sealing import SeedMisplaced, seal_seed
from casino.models import LogLine, Participant, Round, Shoe
from casino.play.services.betting import BetRequest, place_bet
from casino.refusals import Conflict, PlaceStopped, SeedRefused
from casino.selectors.places import find_shoe_rounds, load_visible_shoes, present_shoe, shoes_ahead
from journal.models import Event
from journal.refusals import NotFound
from tables.models import Table
from tests.casino import scenes
from tests.fixtures.profiles import ProfileChange
from tests.tables.house import play_by
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import Money

pytestmark = pytest.mark.database


def test_sitting_down_announces_two_shoes_before_anything_is_mixed_in() -> None:
    participant = sit_down(scenes.new_player(), scenes.ligalo())

    shoes = shoes_ahead(participant.place)
    assert [shoe.status for shoe in shoes] == ["announced", "announced"]
    assert all(shoe.salt is None and shoe.server_seed is None for shoe in shoes)
    assert list(LogLine.objects.values_list("kind", flat=True)) == ["announced", "announced"]


def test_sitting_down_again_changes_nothing() -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    sit_down(player, table)
    before = scenes.everything(player)

    sit_down(player, table)

    assert scenes.everything(player) == before


def test_a_closed_shoe_reveals_its_seed() -> None:
    shoe = scenes.finished_shoe()

    assert shoe.server_seed is not None
    assert fairness.commitment(shoe.server_seed) == shoe.commitment


def test_the_next_shoe_was_announced_before_this_one_closed() -> None:
    shoe = scenes.finished_shoe()

    following = present_shoe(shoe.place)
    assert following is not None
    assert following.commitment == hashlib.sha256(b"7" * 64).hexdigest()
    assert shoe.closed_at is not None
    assert following.announced_at < shoe.closed_at
    assert len(shoes_ahead(shoe.place)) == 2


@pytest.mark.committed
def test_a_shoe_closes_at_the_cut_card() -> None:
    player, table = scenes.new_player(funds="5000"), scenes.ligalo()
    Table.objects.update(hands_per_minute=1000)
    table.refresh_from_db()
    participant = scenes.sit(player, table, "1" * 64, "2" * 64)
    first = present_shoe(participant.place)
    assert first is not None
    while Shoe.objects.get(pk=first.pk).status != Shoe.Status.CLOSED:
        scenes.play_out(place_bet(player, table, scenes.bet_request(participant, "1")))

    first.refresh_from_db()
    last = Round.objects.filter(deal__shoe=first).order_by("-deal__nonce").first()
    assert last is not None
    assert first.cards_out >= 234 > first.cards_out - (last.deal.cards_drawn or 0)
    assert first.close_reason == Shoe.CloseReason.CUT_CARD
    chain_log()
    assert all(check.passed for check in verify(transcript_text(first)))


def test_a_shoe_is_not_changed_before_its_rounds() -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    shoe = present_shoe(sit_down(player, table).place)
    assert shoe is not None
    before = scenes.everything(player)

    with pytest.raises(SeedRefused):
        change_shoe(player, table, shoe.public_id)
    assert scenes.everything(player) == before


def test_a_shoe_is_not_changed_while_a_round_runs() -> None:
    round_ = scenes.deal(scenes.ordinary)
    Table.objects.update(rounds_before_shoe_change=0)
    round_.place.table.refresh_from_db()
    before = scenes.everything(round_.player)

    with pytest.raises(Conflict):
        change_shoe(round_.player, round_.place.table, round_.deal.shoe.public_id)
    assert scenes.everything(round_.player) == before


def test_asking_twice_for_another_shoe_changes_one() -> None:
    shoe = scenes.finished_shoe()
    before = scenes.everything(shoe.place.participants.get().player)

    assert (
        change_shoe(shoe.place.participants.get().player, shoe.place.table, shoe.public_id) == shoe
    )
    assert scenes.everything(shoe.place.participants.get().player) == before


def test_shoes_of_others_are_not_found() -> None:
    shoe = scenes.finished_shoe()
    luis = scenes.new_player("luis@example.test")
    sit_down(luis, shoe.place.table)

    with pytest.raises(NotFound):
        change_shoe(luis, shoe.place.table, shoe.public_id)


@pytest.mark.parametrize("seed", ["", "a b", "ñ", "x" * 32, "a\n"])
def test_a_client_seed_of_the_wrong_form_is_refused(seed: str) -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    sit_down(player, table)
    before = scenes.everything(player)

    with pytest.raises(SeedRefused):
        choose_client_seed(player, table, seed)
    assert scenes.everything(player) == before


def test_a_client_seed_counts_from_the_next_round() -> None:
    round_ = scenes.play(scenes.deal(scenes.ordinary), "stand")
    player, table = round_.player, round_.place.table
    choose_client_seed(player, table, "my_new-seed")

    following = place_bet(player, table, scenes.bet_request(Participant.objects.get()))

    assert following.client_seed == "my_new-seed"
    assert following.seat_seed == f"my_new-seed-{scenes.SALT}"


def test_a_client_seed_is_not_changed_while_a_round_runs() -> None:
    round_ = scenes.deal(scenes.ordinary)

    with pytest.raises(Conflict):
        choose_client_seed(round_.player, round_.place.table, "another")


def test_a_sealed_seed_opens_for_its_own_shoe_only() -> None:
    shoe, other = shoes_ahead(sit_down(scenes.new_player(), scenes.ligalo()).place)
    token = seal_seed(shoe.public_id, "a" * 64)

    assert unseal_seed(shoe.public_id, token, SeedPurpose.DEAL) == "a" * 64
    assert b"a" * 64 not in token
    with pytest.raises(SeedMisplaced):
        unseal_seed(other.public_id, token, SeedPurpose.DEAL)


@pytest.mark.committed
def test_a_seed_mismatch_stops_the_shoe_and_alerts_staff(
    owner_connection: Connection[object],
) -> None:
    round_ = scenes.deal(scenes.ordinary)
    owner_connection.execute("ALTER TABLE casino_shoe DISABLE TRIGGER guard")
    swapped = seal_seed(round_.deal.shoe.public_id, "b" * 64)
    owner_connection.execute(
        "UPDATE casino_shoe SET sealed_seed = %s WHERE id = %s", [swapped, round_.deal.shoe_id]
    )
    owner_connection.execute("ALTER TABLE casino_shoe ENABLE TRIGGER guard")
    before = scenes.everything(round_.player)[0:2]

    for _ in range(2):
        with pytest.raises(PlaceStopped):
            scenes.play(round_, "stand")

    assert Shoe.objects.get(pk=round_.deal.shoe_id).status == Shoe.Status.STOPPED
    assert (
        Event.objects.filter(kind="seed_mismatch", subject=str(round_.deal.shoe.public_id)).count()
        == 1
    )
    assert scenes.everything(round_.player)[0:2] == before


@pytest.mark.committed
def test_a_round_that_replays_differently_is_frozen(owner_connection: Connection[object]) -> None:
    round_ = scenes.deal(scenes.ordinary)
    owner_connection.execute(
        "UPDATE casino_deal SET state_hash = %s WHERE id = %s", ["0" * 64, round_.deal_id]
    )

    with pytest.raises(PlaceStopped):
        scenes.play(round_, "stand")

    assert Round.objects.get(pk=round_.pk).status == Round.Status.IN_PROGRESS
    assert Event.objects.filter(kind="round_frozen", subject=str(round_.public_id)).count() == 1


def new_rules(table: Table) -> None:
    """Put a version in force in which the dealer stands on soft 17."""
    rules = Rules.from_dict({"soft_17": "stand"}, PRESETS["ligalo"])
    play_by(table, rules)


def test_new_rules_end_the_shoe_with_its_running_round() -> None:
    round_ = scenes.deal(scenes.ordinary)
    table = round_.place.table
    new_rules(table)
    assert close_due_shoes(timezone.now()) == 0

    finished = scenes.play(round_, "stand")

    assert finished.status == Round.Status.COMPLETED
    assert finished.deal.shoe.close_reason == Shoe.CloseReason.NEW_RULES
    assert finished.version.rules.soft_17 == "hit"


def test_no_bet_is_taken_by_rules_that_are_over() -> None:
    player, table = scenes.new_player(), scenes.ligalo()
    participant = scenes.sit(player, table, scenes.seed_for(scenes.ordinary))
    new_rules(table)
    before = scenes.everything(player)

    with pytest.raises(Conflict):
        place_bet(player, table, scenes.bet_request(participant))
    assert scenes.everything(player) == before

    sit_down(player, table)
    round_ = place_bet(player, table, scenes.bet_request(participant))
    assert round_.version.rules.soft_17 == "stand"


def test_a_shoe_is_closed_when_its_seed_has_been_used_for_the_longest_time(
    profile: ProfileChange,
) -> None:
    """Counted from opening, regardless of the last round."""
    profile(shoe_max_age_seconds=600)
    round_ = scenes.play(scenes.deal(scenes.ordinary), "stand")
    opened = Shoe.objects.get(pk=round_.deal.shoe_id).opened_at
    assert opened is not None
    soon = opened + timedelta(seconds=600)
    late = soon + timedelta(microseconds=1)

    assert (close_due_shoes(soon), close_due_shoes(late), close_due_shoes(late)) == (0, 1, 0)

    shoe = Shoe.objects.get(pk=round_.deal.shoe_id)
    assert shoe.close_reason == Shoe.CloseReason.AGE
    assert find_shoe_rounds(shoe).get().deal.shoe.server_seed == shoe.server_seed


def test_the_round_in_which_a_shoe_becomes_too_old_is_its_last(profile: ProfileChange) -> None:
    profile(shoe_max_age_seconds=60)
    round_ = scenes.deal(scenes.ordinary)
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        assert close_due_shoes(timezone.now()) == 0
        scenes.play(round_, "stand")

    shoe = Shoe.objects.get(pk=round_.deal.shoe_id)
    assert (shoe.status, shoe.close_reason) == (Shoe.Status.CLOSED, Shoe.CloseReason.AGE)


@pytest.mark.parametrize(("preset", "currency"), [("friendly", "PLY"), ("ligalo", "USD")])
def test_no_round_begins_with_a_seed_that_is_too_old(
    preset: str, currency: str, profile: ProfileChange
) -> None:
    player, table = scenes.new_player(), scenes.table_of(preset)
    grant_play_money(player.pk, Money.parse("100", "PLY"), key=uuid4(), reason="tests")
    participant = scenes.sit(player, table, scenes.seed_for(scenes.ordinary))

    def request() -> BetRequest:
        return replace(scenes.bet_request(participant), currency=currency)

    scenes.play_out(place_bet(player, table, request()))
    old = present_shoe(participant.place)
    profile(shoe_max_age_seconds=600)
    before = scenes.everything(player)

    with (
        time_machine.travel(timezone.now() + timedelta(seconds=601), tick=False),
        pytest.raises(Conflict),
    ):
        place_bet(player, table, request())
    assert scenes.everything(player) == before

    with time_machine.travel(timezone.now() + timedelta(seconds=601), tick=False):
        sit_down(player, table)
    assert old is not None
    closed = Shoe.objects.get(pk=old.pk)
    assert (closed.status, closed.close_reason) == (Shoe.Status.CLOSED, Shoe.CloseReason.AGE)


def test_a_seed_that_waited_too_long_is_replaced_before_its_first_round(
    profile: ProfileChange,
) -> None:
    profile(shoe_max_age_seconds=600)
    player, table = scenes.new_player(), scenes.ligalo()
    waiting = {shoe.pk for shoe in load_visible_shoes(sit_down(player, table).place)}

    with time_machine.travel(timezone.now() + timedelta(seconds=601), tick=False):
        place = sit_down(player, table).place
        fresh = {shoe.pk for shoe in load_visible_shoes(place)}

    assert not waiting & fresh
    found = Shoe.objects.filter(pk__in=waiting).values_list(
        "status", "close_reason", "rounds_dealt"
    )
    assert set(found) == {(Shoe.Status.CLOSED, Shoe.CloseReason.AGE, 0)}


def test_a_closed_table_closes_its_shoes_once_their_rounds_are_over() -> None:
    round_ = scenes.deal(scenes.ordinary)
    Table.objects.update(status=Table.Status.CLOSED)
    assert close_due_shoes(timezone.now()) == 0

    scenes.play(round_, "stand")

    assert close_due_shoes(timezone.now()) == 1
    assert Shoe.objects.get(pk=round_.deal.shoe_id).close_reason == Shoe.CloseReason.TABLE_CLOSED


@pytest.mark.committed
def test_an_unreadable_due_shoe_is_reported_and_delays_no_other(
    owner_connection: Connection[object],
) -> None:
    table = scenes.ligalo()
    people = [scenes.new_player("ana@example.test"), scenes.new_player("luis@example.test")]
    places = [sit_down(player, table) for player in people]
    broken, sound = (
        scenes.play_out(place_bet(participant.player, table, scenes.bet_request(participant)))
        for participant in places
    )
    owner_connection.execute("ALTER TABLE casino_shoe DISABLE TRIGGER guard")
    owner_connection.execute(
        "UPDATE casino_shoe SET sealed_seed = 'x' WHERE id = %s", [broken.deal.shoe_id]
    )
    owner_connection.execute("ALTER TABLE casino_shoe ENABLE TRIGGER guard")
    Table.objects.update(status=Table.Status.CLOSED)

    assert close_due_shoes(timezone.now()) == 1

    assert Shoe.objects.get(pk=broken.deal.shoe_id).status == Shoe.Status.DEALING
    assert Shoe.objects.get(pk=sound.deal.shoe_id).status == Shoe.Status.CLOSED
    assert Event.objects.filter(kind="seed_unreadable").count() == 1
