"""The staff page of a hand: cards, decisions, money, origin; of a running hand only what its player sees."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.roles.values import Role
from casino.absence.services import house_play
from casino.models import Hint, Round, VoidReason
from casino.play.services.betting import place_bet
from journal.models import Event, EventKind
from tables.models import Mathematics
from tables.services.mathematics import compute_due
from tests.accounts.staff import staff
from tests.casino import decided, scenes
from tests.casino.gone import charted, later
from tests.casino.test_hidden_cards import distinct, hidden
from tests.casino.test_origins import DESK, PHONE, bets, decides
from tests.casino.test_table_page import seated
from tests.compliance.hands import HANDS, looks, page_of, shown

pytestmark = pytest.mark.database


def on_the_table(round_: Round) -> set[str]:
    facts = scenes.live_deal(round_).public()
    hands = [hand["cards"] for seat in facts["seats"] for hand in seat["hands"]]
    return {card for cards in (*hands, facts["dealer"]["cards"]) for card in cards}


def test_staff_see_a_running_hand_as_its_player_does() -> None:
    round_ = scenes.play(scenes.deal(distinct), "hit")

    for role in (Role.OPERATOR, Role.COMPLIANCE_MANAGER, Role.AUDITOR):
        text = looks(role).get(page_of(round_)).text
        assert shown(text) - {"??"} == on_the_table(round_)
        assert "this is what its player sees" in text
        for card in [hidden(round_)[0], *hidden(round_)[2:]]:
            assert f'data-card="{card}"' not in text
        assert scenes.secret_of(round_.deal.shoe) not in text


def test_a_finished_hand_shows_its_cards_money_and_ledger() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))

    text = looks().get(page_of(round_)).text

    facts = round_.result or {}
    for card in (*facts["dealer"]["cards"], *facts["seats"][0]["hands"][0]["cards"]):
        assert f'data-card="{card}"' in text
    assert "$1,000.00" in text
    assert "Movements of the ledger" in text
    assert "Points earned" in text
    assert "Game result" in text
    assert str(round_.public_id) in text
    assert "What can be checked now holds." in text


def test_decisions_show_time_person_and_chart() -> None:
    table = scenes.ligalo()
    charted(table.version.rules, "S")
    round_ = scenes.play(scenes.deal(distinct), "hit", "stand")

    text = looks().get(page_of(round_)).text

    assert "differs" in text
    assert "best: Stand" in text
    assert "as the chart" in text
    assert "the player" in text
    assert re.search(r"\d\.\d s", text)


def test_insuring_against_the_chart_says_what_it_costs() -> None:
    table = scenes.ligalo()
    charted(table.version.rules, "S")
    round_ = scenes.play_out(scenes.play(scenes.deal(scenes.ace_up), "insure"))

    text = looks().get(page_of(round_)).text

    assert "costs, on average, $0.35" in " ".join(text.split())


@pytest.mark.committed
def test_a_worker_computes_the_cost_of_decisions_on_request() -> None:
    round_ = scenes.play(scenes.deal(distinct), "hit", "stand")
    client, page = looks(), f"{page_of(round_)}decisions/"
    assert "Compute the cost of the errors" in client.get(page_of(round_)).text

    answers = [client.post(page), client.post(page)]

    assert [answer.status_code for answer in answers] == [303, 303]
    assert Mathematics.objects.count() == 1
    assert told_of(round_) == 2
    assert 'hx-trigger="every 2s"' in client.get(page_of(round_)).text
    assert compute_due(timezone.now())
    row = Mathematics.objects.get()
    assert row.state == "done", row.error
    assert len((row.result or {})["costs"]) == 2
    text = client.get(page).text
    assert "On average, the errors cost" in text
    assert "hx-trigger" not in text


def test_an_unrecorded_request_is_rolled_back(monkeypatch: pytest.MonkeyPatch) -> None:
    round_ = scenes.play(scenes.deal(distinct), "hit", "stand")

    def full(*_kind: object, **_what: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("compliance.hands.services.record", full)
    with pytest.raises(OSError, match="no space left"):
        looks().post(f"{page_of(round_)}decisions/")

    assert Mathematics.objects.count() == 0


def test_no_cost_is_computed_for_a_running_hand() -> None:
    round_ = scenes.play(scenes.deal(distinct), "hit")
    client = looks()

    assert client.post(f"{page_of(round_)}decisions/").status_code == 303

    assert Mathematics.objects.count() == 0
    assert told_of(round_) == 0
    assert "Compute the cost of the errors" not in client.get(page_of(round_)).text


def told_of(round_: Round) -> int:
    """Return the number of recorded computation requests by staff for this round."""
    asked = Event.objects.filter(kind="computation_asked", subject=f"round {round_.public_id}")
    return asked.filter(actor_id__isnull=False).count()


def test_a_voided_hand_says_why_and_what_was_done() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    by = staff(Role.COMPLIANCE_MANAGER)
    why = VoidReason.COLLUSION
    void = decided.void(round_.pk, why.treatment, case=uuid4(), acting_user=by, reason=why)
    client = looks()

    text = client.get(page_of(round_)).text

    assert "voided" in text
    assert "collusion with other players" in text
    assert "suspended" in text
    assert page_of(round_) in client.get(f"{HANDS}?status=voided").text
    assert "What can be checked now holds." in text
    decided.undo(void.pk, case=uuid4(), acting_user=by)
    assert "undone" in client.get(page_of(round_)).text
    assert page_of(round_) not in client.get(f"{HANDS}?status=voided").text


def test_decisions_are_not_judged_without_a_chart() -> None:
    round_ = scenes.play(scenes.deal(scenes.ordinary), "stand")

    text = looks().get(page_of(round_)).text

    assert "The chart of these rules has not been computed." in text
    assert "as the chart" not in text


def test_house_decisions_and_hints_are_marked() -> None:
    table = scenes.ligalo()
    charted(table.version.rules, "S")
    round_ = scenes.deal(scenes.ordinary)
    Hint.objects.create(round=round_, step=0, advice="stand", at=timezone.now())
    house_play.play_due_rounds(later())

    text = looks().get(page_of(round_)).text

    assert "interrupted" in text
    assert "the house" in text
    assert "the chart was asked and said: Stand" in text


def test_the_origin_of_decisions_is_shown() -> None:
    client, _ = seated(distinct)
    round_ = bets(client, user_agent=DESK)
    decides(client, round_, user_agent=PHONE)

    text = looks().get(page_of(round_)).text

    assert "127.0.0.1" in text
    assert "Firefox, Linux" in text
    assert "from another device" in text
    assert "Safari, iPhone" in text


def test_a_hand_of_a_program_says_that_its_origin_is_not_known() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))

    assert looks().get(page_of(round_)).text.count(">unknown<") == 2


@pytest.mark.committed
def test_views_are_recorded_once_a_day() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    auditor = looks(Role.AUDITOR)
    for address in (page_of(round_), page_of(round_), f"{page_of(round_)}replay/0/"):
        assert auditor.get(address).status_code == 200

    event = Event.objects.get(kind=EventKind.PLAYER_VIEWED)
    assert (event.subject, event.data) == (f"user {round_.player_id}", {"page": "hand"})


def test_the_page_asks_as_often_late_in_a_long_hand_as_early() -> None:
    client, counts = looks(), []
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    client.get(page_of(round_))
    participant = round_.participant
    for hits in ((), ("hit",)):
        other = place_bet(participant.player, participant.table, scenes.bet_request(participant))
        for action in hits:
            if other.status == Round.Status.IN_PROGRESS:
                other = scenes.play(other, action)
        other = scenes.play_out(other)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(page_of(other)).status_code == 200
        counts.append(len(captured))

    assert counts[0] == counts[1]


def test_an_unknown_hand_is_not_found() -> None:
    assert looks().get(f"{HANDS}{uuid4()}/").status_code == 404


@pytest.mark.parametrize(
    ("role", "cancels", "account"), [(Role.OPERATOR, True, False), (Role.AUDITOR, False, True)]
)
def test_links_are_those_of_ones_role(role: Role, *, cancels: bool, account: bool) -> None:
    round_ = scenes.deal(scenes.ordinary)

    text = looks(role).get(page_of(round_)).text

    assert (f"/staff/rounds/{round_.public_id}/cancel/" in text) == cancels
    assert (f"/staff/cash/accounts/{round_.player_id}/" in text) == account
