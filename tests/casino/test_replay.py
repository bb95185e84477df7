"""Replay of a finished round: step by step as the player saw it, for that player only, never of a running round."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from psycopg import Connection

from accounts.roles.values import Role
from casino.absence.services import house_play
from casino.models import Round, Treatment, VoidReason
from casino.rounds.words.labels import card_name
from casino.selectors.places import find_shoe_rounds
from journal.models import Event, EventKind
from tests.accounts.staff import staff
from tests.casino import decided, gone, scenes
from tests.casino.frozen import cancel_by_two
from tests.casino.test_hidden_cards import distinct
from tests.casino.test_queries import several_boxes
from tests.compliance.hands import shown, unguarded

pytestmark = pytest.mark.database
ENGLISH = {"Accept-Language": "en"}


def replay_of(round_: Round, step: int | str = 0) -> str:
    return f"/rounds/{round_.public_id}/replay/?step={step}"


def steps_of(client: Client, round_: Round) -> list[str]:
    """Return the description of each step."""
    answer = client.get(replay_of(round_), headers=ENGLISH)
    return [one.happened for one in answer.context["steps"]]


def read(client: Client, address: str) -> str:
    answer = client.get(address, headers=ENGLISH)
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.text).split())


def test_a_replay_shows_what_lay_on_the_table_at_each_step_and_no_card_to_come() -> None:
    round_ = scenes.play(scenes.deal(distinct), "hit", "stand")
    client = scenes.signed_in(round_.player)

    last = len(steps_of(client, round_)) - 1
    seen = [shown(client.get(replay_of(round_, step)).text) for step in range(last + 1)]

    assert "??" in seen[0]
    assert seen[0] < seen[1]
    assert "??" in seen[2]
    assert "??" not in seen[last]
    final = {card for seat in (round_.result or {})["seats"] for card in seat["hands"][0]["cards"]}
    assert len(seen[0] & final) == 2
    assert final <= seen[1]


def test_each_step_shows_action_person_and_amount() -> None:
    round_ = scenes.play(scenes.deal(distinct), "double")
    client = scenes.signed_in(round_.player)

    steps = steps_of(client, round_)
    last = len(steps) - 1
    deal, double, end = (read(client, replay_of(round_, step)) for step in (0, 1, last))

    assert "Replay" in deal
    assert f"Step 0 of {last}: The deal" in deal
    assert "Balance before $1,000.00" in deal
    assert "Balance after" not in deal
    assert "Payout" not in deal
    assert f"Step 1 of {last}: Double · you" in double
    assert "Added $10.00" in double
    assert "Staked so far $20.00" in double
    assert "Payout" not in double
    assert f"Step {last} of {last}: Settlement" in end
    assert "· you" not in end
    assert "Balance after" in end
    assert all("This matches our record" in text for text in (deal, double, end))


def test_every_card_after_the_deal_is_a_step_of_its_own_then_the_settlement() -> None:
    round_ = scenes.play(scenes.deal(distinct), "hit", "stand")
    client, facts = scenes.signed_in(round_.player), round_.result or {}
    dealer = facts["dealer"]["cards"]
    steps = steps_of(client, round_)

    hole, *drawn = (card_name(card) for card in dealer[1:])
    told = [f"Hole card: {hole}", *(f"Dealer draws: {card}" for card in drawn)]
    assert steps == ["The deal", "Hit", "Stand", *told, "Settlement"]
    for number in range(len(steps)):
        felt = client.get(replay_of(round_, number)).context["step"].felt
        open_cards = [card for card in felt.dealer.cards if card != "??"]
        assert open_cards == dealer[: max(1, min(number - 1, len(dealer)))]
        assert (felt.seats[0].net is not None) == (number == len(steps) - 1)


def test_decisions_of_several_boxes_name_box_and_total() -> None:
    round_ = scenes.play_out(several_boxes())
    client = scenes.signed_in(round_.player)
    decided = [one for one in steps_of(client, round_) if "against" in one]

    assert len(decided) == round_.decisions.count() > 1
    assert all(re.fullmatch(r"Box \d: .+ against .+: \w.*", one) for one in decided)
    text = read(client, f"/rounds/{round_.public_id}/")
    assert all(one.rpartition(": ")[0] in text for one in decided)


def test_decisions_of_split_hands_name_their_hand() -> None:
    round_ = scenes.play_out(scenes.play(scenes.deal(scenes.pair), "split"))
    steps = steps_of(scenes.signed_in(round_.player), round_)

    assert re.fullmatch(r"Split", steps[1])
    hands = (round_.result or {})["seats"][0]["hands"]
    assert steps[2:4] == [
        f"Hand {number}: {card_name(hand['cards'][1])}" for number, hand in enumerate(hands[:2], 1)
    ]
    assert re.fullmatch(r"Hand 1: .+ against .+: .+", steps[4])


def test_a_round_of_one_hand_names_no_box_or_hand() -> None:
    round_ = scenes.play(scenes.deal(distinct), "hit", "stand")
    client = scenes.signed_in(round_.player)

    assert "Box" not in " ".join(steps_of(client, round_))
    assert not re.search(
        r"(Box|Hand) \d: \S+ against", read(client, f"/rounds/{round_.public_id}/")
    )


def test_decisions_of_the_house_are_marked() -> None:
    round_ = scenes.deal(distinct)
    gone.charted(round_.version.rules, "S")
    house_play.play_due_rounds(gone.later())
    round_.refresh_from_db()

    assert gone.by_house(round_) == ["stand"]
    text = read(scenes.signed_in(round_.player), replay_of(round_, 1))
    assert re.search(r"Step 1 of \d+: Stand · the house, for you", text)


def test_a_voided_round_is_marked_in_replay_and_shoe() -> None:
    shoe = scenes.finished_shoe(1)
    round_, manager = find_shoe_rounds(shoe).get(), staff(Role.COMPLIANCE_MANAGER)
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


def test_replays_of_others_are_not_found() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    luis = scenes.new_player("luis@example.test", funds="0")

    assert scenes.signed_in(luis).get(replay_of(round_)).status_code == 404


@pytest.mark.parametrize("step", ["-1", "99", "x", "1" * 30, "²"])
def test_an_unknown_step_is_not_found(step: str) -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))

    assert scenes.signed_in(round_.player).get(replay_of(round_, step)).status_code == 404


def test_a_cancelled_round_is_replayed_once_its_seed_is_revealed() -> None:
    round_ = scenes.play(scenes.deal(scenes.pair), "split")
    cancel_by_two(round_, "tests")
    client = scenes.signed_in(round_.player)

    last = len(steps_of(client, round_)) - 1
    assert "your stakes are back" in read(client, replay_of(round_, last))
    assert "Replay step by step" in read(client, f"/rounds/{round_.public_id}/")


def test_a_replay_that_differs_from_the_stored_round_is_not_shown(
    owner_connection: Connection[object],
) -> None:
    round_ = scenes.play(scenes.deal(distinct), "hit", "stand")
    with unguarded(owner_connection, "casino_decision"):
        owner_connection.execute("UPDATE casino_decision SET state_hash = repeat('0', 64)")

    text = read(scenes.signed_in(round_.player), replay_of(round_, 1))

    assert "not what was stored at this step" in text


def test_an_unreplayable_round_is_explained_and_reported_once(
    owner_connection: Connection[object],
) -> None:
    round_ = scenes.play(scenes.deal(distinct), "hit", "stand")
    with unguarded(owner_connection, "casino_decision"):
        owner_connection.execute("UPDATE casino_decision SET action = 'split'")
    client = scenes.signed_in(round_.player)

    for _ in range(2):
        assert "cannot be shown step by step" in read(client, replay_of(round_))

    assert Event.objects.filter(kind=EventKind.ROUND_FROZEN).count() == 1
