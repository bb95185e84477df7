"""Step-by-step replay of a hand as its player saw it, from the stored cards or the revealed seed."""

import re

import pytest

from casino.models import Round
from casino.play.services.betting import place_bet
from journal.models import Event, EventKind
from tests.casino import scenes
from tests.casino.frozen import cancel_by_two
from tests.casino.test_hidden_cards import distinct
from tests.compliance.hands import looks, page_of, shown

pytestmark = pytest.mark.database


def test_a_running_hand_is_not_replayed() -> None:
    round_ = scenes.deal(scenes.ordinary)

    assert looks().get(f"{page_of(round_)}replay/0/").status_code == 404


def test_a_replay_goes_step_by_step_and_says_that_it_is_one() -> None:
    round_ = scenes.play(scenes.deal(distinct), "hit", "stand")
    client = looks()

    texts = [client.get(f"{page_of(round_)}replay/{step}/").text for step in range(3)]
    last = int(re.findall(r"Step 0 of (\d+)", texts[0])[0])
    end = client.get(f"{page_of(round_)}replay/{last}/").text

    assert all("Replay" in text for text in texts)
    assert all("as its player saw it at this step" in text for text in texts)
    assert shown(texts[0]) < shown(texts[1]) | {"??"}
    assert f"Step 1 of {last}" in texts[1]
    assert "Hit" in texts[1]
    assert "??" in shown(texts[1])
    assert "??" in shown(texts[2])
    assert "Settlement" in end
    assert "??" not in shown(end)
    assert client.get(f"{page_of(round_)}replay/{last + 1}/").status_code == 404


def test_a_replay_needs_the_stored_cards_only() -> None:
    """The player is bust before the hole card is revealed, so it is not stored; the 2C in its place stays hidden."""
    busts = scenes.table_of("live")
    participant = scenes.sit(scenes.new_player(), busts, "5" * 64)
    while True:
        round_ = place_bet(participant.player, busts, scenes.bet_request(participant, "5"))
        while round_.status == Round.Status.IN_PROGRESS:
            legal = scenes.live_deal(round_).legal_actions
            round_ = scenes.play(round_, "decline" if "decline" in legal else "hit")
        if len(round_.deal.cards or []) < (round_.deal.cards_drawn or 0):
            break

    last = round_.decisions.count()
    text = looks().get(f"{page_of(round_)}replay/{last}/").text

    assert "as its player saw it at this step" in text
    assert "2C" not in shown(text) or "2C" in (round_.deal.cards or [])


def test_a_cancelled_hand_is_replayed_once_its_seed_is_revealed() -> None:
    round_ = scenes.play(scenes.deal(scenes.pair), "split")
    cancel_by_two(round_, "tests")

    client = looks()

    assert "cancelled" in client.get(page_of(round_)).text
    assert "as its player saw it" in client.get(f"{page_of(round_)}replay/1/").text
    assert Event.objects.filter(kind=EventKind.PROOF_FAILED).count() == 0
