"""Bets of barred players: refused and logged, once per reason and UTC day."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone, translation

from accounts.models.users import State, User
from accounts.restrictions.services.states import change_state
from casino.models import Participant, Round
from casino.play.services.betting import place_bet
from compliance.players.values import HappeningSort
from compliance.players.words.timeline import load_timeline
from journal.models import Event
from journal.refusals import NotAllowed
from tests.casino import scenes

pytestmark = pytest.mark.database


def seated() -> Participant:
    return scenes.sit(scenes.new_player(), scenes.ligalo(), scenes.seed_for(scenes.ordinary))


def refused(participant: Participant) -> str:
    with pytest.raises(NotAllowed) as caught:
        place_bet(participant.player, participant.table, scenes.bet_request(participant))
    assert not Round.objects.exists()
    return str(caught.value.code)


def told() -> list[tuple[str, Any]]:
    events = Event.objects.filter(kind="play_refused").order_by("id")
    return [(event.subject, event.data) for event in events]


def test_a_bet_without_a_verified_identity_is_an_event_once_a_day() -> None:
    participant = seated()
    User.objects.filter(pk=participant.player_id).update(verified_at=None, verification_method="")
    for _ in range(3):
        assert refused(participant) == "not_verified"
    subject = f"user {participant.player_id}"
    assert told() == [(subject, {"code": "not_verified"})]
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        refused(participant)
    assert len(told()) == 2
    with translation.override("en"):
        line, _before = load_timeline(participant.player, [HappeningSort.RESTRICTIONS]).lines
        shown = (str(line.text.title), str(line.text.text))
    assert shown == ("A bet was refused", "age and identity not verified")


def test_each_refusal_reason_is_recorded() -> None:
    participant = seated()
    over = timezone.now().date() - timedelta(days=31)
    User.objects.filter(pk=participant.player_id).update(document_until=over)
    assert refused(participant) == "document_expired"
    change_state(participant.player, State.SUSPENDED, "odd play", acting_user=None)
    assert refused(participant) == "suspended"
    assert [data["code"] for _, data in told()] == ["document_expired", "suspended"]


def test_an_accepted_bet_records_no_event() -> None:
    participant = seated()
    place_bet(participant.player, participant.table, scenes.bet_request(participant))
    assert told() == []
