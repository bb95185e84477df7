"""A player's replay of a finished round: step by step as they saw it, of nobody else's, and never of one that runs."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from psycopg import Connection

from accounts.roles.values import Role
from casino.absence.services import house_play
from casino.models import Round, Treatment, VoidReason
from casino.selectors.places import rounds_of
from journal.models import Event, EventKind
from tests.accounts.staff import staff
from tests.casino import decided, gone, scenes
from tests.casino.frozen import cancel_by_two
from tests.casino.test_hidden_cards import distinct
from tests.compliance.hands import shown, unguarded

pytestmark = pytest.mark.database
ENGLISH = {"Accept-Language": "en"}


def replay_of(round_: Round, step: int | str = 0) -> str:
    return f"/rounds/{round_.public_id}/replay/?step={step}"


def read(client: Client, address: str) -> str:
    answer = client.get(address, headers=ENGLISH)
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.text).split())


def test_a_replay_shows_what_lay_on_the_table_at_each_step_and_no_card_to_come() -> None:
    round_ = scenes.play(scenes.deal(distinct), "hit", "stand")
    client = scenes.signed_in(round_.player)

    seen = [shown(client.get(replay_of(round_, step)).text) for step in range(3)]

    assert "??" in seen[0]
    assert seen[0] < seen[1]
    assert "??" not in seen[2]
    final = {card for seat in (round_.result or {})["seats"] for card in seat["hands"][0]["cards"]}
    assert len(seen[0] & final) == 2
    assert final <= seen[1]


def test_each_step_says_what_was_decided_by_whom_for_how_much_and_that_it_is_a_replay() -> None:
    round_ = scenes.play(scenes.deal(distinct), "double")
    client = scenes.signed_in(round_.player)

    deal, end = (read(client, replay_of(round_, step)) for step in range(2))

    assert "Replay" in deal
    assert "Step 0 of 1: The deal" in deal
    assert "Balance before 1,000.00 USD" in deal
    assert "Balance after" not in deal
    assert "Returned" not in deal
    assert "Step 1 of 1: Double · you" in end
    assert "Added 10.00 USD" in end
    assert "Staked so far 20.00 USD" in end
    assert "Balance after" in end
    assert "This matches our record" in end


def test_what_the_house_decided_is_the_houses() -> None:
    round_ = scenes.deal(distinct)
    gone.charted(round_.version.rules, "S")
    house_play.play_due(gone.later())
    round_.refresh_from_db()

    assert gone.by_house(round_) == ["stand"]
    text = read(scenes.signed_in(round_.player), replay_of(round_, 1))
    assert "Step 1 of 1: Stand · the house, for you" in text


def test_a_round_that_is_void_says_so_in_its_replay_and_among_those_of_its_shoe() -> None:
    shoe = scenes.finished_shoe(1)
    round_, manager = rounds_of(shoe).get(), staff(Role.COMPLIANCE_MANAGER)
    client = scenes.signed_in(round_.player)
    pages = (replay_of(round_), f"/shoes/{shoe.public_id}/")
    told = "void: a second account"
    assert not [page for page in pages if told in read(client, page).lower()]

    made = decided.void(
        round_.pk,
        Treatment.STAKES_BACK,
        case=uuid4(),
        acting_user=manager,
        reason=VoidReason.DUPLICATE,
    )
    assert [page for page in pages if told in read(client, page).lower()] == list(pages)

    decided.undo(made.pk, case=uuid4(), acting_user=manager)
    assert not [page for page in pages if told in read(client, page).lower()]


def test_each_step_says_its_day(owner_connection: Connection[object]) -> None:
    round_ = scenes.play(scenes.deal(distinct), "hit", "stand")
    with unguarded(owner_connection, "casino_decision"):
        owner_connection.execute("UPDATE casino_decision SET made_at = '2026-12-24 23:59:58+00'")
    text = read(scenes.signed_in(round_.player), replay_of(round_, 1))
    assert "24 Dec 2026, 23:59:58" in text


def test_a_round_that_runs_has_no_replay() -> None:
    round_ = scenes.deal(scenes.ordinary)

    assert scenes.signed_in(round_.player).get(replay_of(round_)).status_code == 404


def test_nobody_sees_the_replay_of_another_players_round() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    luis = scenes.new_player("luis@example.test", funds="0")

    assert scenes.signed_in(luis).get(replay_of(round_)).status_code == 404


@pytest.mark.parametrize("step", ["-1", "99", "x", "1" * 30, "²"])
def test_a_step_that_there_is_not_is_not_found(step: str) -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))

    assert scenes.signed_in(round_.player).get(replay_of(round_, step)).status_code == 404


def test_a_cancelled_round_is_replayed_once_its_seed_is_revealed() -> None:
    round_ = scenes.play(scenes.deal(scenes.pair), "split")
    cancel_by_two(round_, "tests")
    client = scenes.signed_in(round_.player)

    assert "your stakes are back" in read(client, replay_of(round_, 1))
    assert "Replay step by step" in read(client, f"/rounds/{round_.public_id}/")


def test_a_round_that_is_not_what_was_stored_is_not_shown_as_if_it_were(
    owner_connection: Connection[object],
) -> None:
    round_ = scenes.play(scenes.deal(distinct), "hit", "stand")
    with unguarded(owner_connection, "casino_decision"):
        owner_connection.execute("UPDATE casino_decision SET state_hash = repeat('0', 64)")

    text = read(scenes.signed_in(round_.player), replay_of(round_, 1))

    assert "not what was stored at this step" in text


def test_a_round_that_cannot_be_played_again_says_so_and_tells_staff_once(
    owner_connection: Connection[object],
) -> None:
    round_ = scenes.play(scenes.deal(distinct), "hit", "stand")
    with unguarded(owner_connection, "casino_decision"):
        owner_connection.execute("UPDATE casino_decision SET action = 'split'")
    client = scenes.signed_in(round_.player)

    for _ in range(2):
        assert "cannot be shown step by step" in read(client, replay_of(round_))

    assert Event.objects.filter(kind=EventKind.ROUND_FROZEN).count() == 1
