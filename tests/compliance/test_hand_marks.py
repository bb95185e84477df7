"""Marks of hands in the list and the filters for them agree."""

import pytest
from django.utils import timezone

from casino.models import Hint
from journal.models import EventKind
from journal.services.recording import record
from tests.casino import scenes
from tests.casino.test_hidden_cards import distinct
from tests.casino.test_origins import DESK, PHONE, bets, decides
from tests.casino.test_table_page import seated
from tests.compliance.cases import another
from tests.compliance.hands import HANDS, found, looks, three_hands

MARK = '<span class="staff-badge staff-badge--mark">{}</span>'
pytestmark = pytest.mark.database


def test_marked_hands_are_found_by_their_mark() -> None:
    over, runs, natural = three_hands()
    Hint.objects.create(round=runs, step=0, advice="hit", at=timezone.now())
    record(EventKind.ROUND_FROZEN, subject=str(runs.public_id))

    assert found("flag=hints") == {runs}
    assert found("flag=frozen") == {runs}
    assert {over, natural} == found("") - {runs}
    text = looks().get(f"{HANDS}?flag=frozen").text
    for words in ("chart asked", "stopped for a check"):
        assert MARK.format(words) in text
        assert MARK.format(words) not in looks().get(f"{HANDS}?player=bea").text


def test_a_hand_of_two_devices_is_marked_and_found_by_that() -> None:
    client, _ = seated(distinct)
    round_ = bets(client, user_agent=DESK)
    another(scenes.ligalo())
    assert found("flag=devices") == set()
    assert MARK.format("from two devices") not in looks().get(HANDS).text

    decides(client, round_, user_agent=PHONE)
    assert found("flag=devices") == {round_}
    assert looks().get(HANDS).text.count(MARK.format("from two devices")) == 1
