"""Decisions chosen before one's turn."""

import pytest
from django.urls import reverse

from accounts.roles.values import Role
from casino.live.refusals import NotYourTurn
from casino.live.services.early import EarlyRequest, choose_early
from casino.models import Clock, Decision, EarlyDecision
from casino.refusals import ActionRefused
from journal.refusals import NotFound, Refusal
from limits.values import LimitKind
from tests.accounts.staff import inside, staff
from tests.limits.own_limits import limited
from tests.live.scenes import Guest, a_table_that_deals, clock_of, dealt_to, running, time_passes
from tests.live.test_history_file import file_of
from tests.live.test_page import page_of, signed_in
from tests.live.test_turns import both_decide
from wallet.ledger.selectors.funds import balance

pytestmark = pytest.mark.database


def two() -> tuple[Guest, Guest]:
    _, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    return ana, luis


def chooses(guest: Guest, action: str, box: int = 2) -> None:
    choose_early(guest.player, EarlyRequest(guest.round.public_id, box, action))


def test_an_early_decision_is_played_at_its_turn() -> None:
    ana, luis = two()
    version, left = clock_of(ana.place).version, balance(luis.player.pk, "USD")

    chooses(luis, "stand")
    assert clock_of(ana.place).version == version  # the choice is not public
    assert balance(luis.player.pk, "USD") == left
    ana.decides("stand")

    last = Decision.objects.get(step=1)
    assert (last.round.player_id, last.action, last.early) == (luis.player.pk, "stand", True)
    assert clock_of(ana.place).phase == Clock.Phase.INTERMISSION


def test_an_early_decision_is_played_after_a_house_decision() -> None:
    ana, luis = two()
    chooses(luis, "stand")

    assert time_passes(ana.place)

    assert list(Decision.objects.order_by("step").values_list("by_house", "early")) == [
        (True, False),
        (False, True),
    ]


def test_an_early_decision_can_be_replaced_and_withdrawn() -> None:
    ana, luis = two()
    chooses(luis, "stand")
    chooses(luis, "hit")
    assert EarlyDecision.objects.get().action == "hit"

    chooses(luis, "")
    ana.decides("stand")

    assert Decision.objects.count() == 1


@pytest.mark.parametrize(
    ("action", "box", "kind"),
    [
        ("surrender", 2, ActionRefused),
        ("nonsense", 2, ActionRefused),
        ("stand", 1, NotYourTurn),
        ("stand", 5, NotYourTurn),
    ],
)
def test_an_impossible_early_decision_is_refused(
    action: str, box: int, kind: type[Refusal]
) -> None:
    _, luis = two()

    with pytest.raises(kind):
        chooses(luis, action, box)

    assert not EarlyDecision.objects.exists()


def test_early_decisions_are_for_own_boxes_only() -> None:
    ana, luis = two()
    with pytest.raises(NotFound):
        choose_early(ana.player, EarlyRequest(luis.round.public_id, 2, "stand"))
    assert not EarlyDecision.objects.exists()


SENTENCE = "Tu decisión anticipada ya no es posible"


def test_a_choice_that_is_not_possible_any_more_is_dropped_with_a_sentence() -> None:
    """Luis is asked instead, and the sentence goes when he has decided."""
    ana, luis = two()
    chooses(luis, "hit")
    EarlyDecision.objects.update(hand_state="0" * 64)  # as if his moves had changed since
    assert SENTENCE not in page_of(signed_in(luis), luis.place)

    ana.decides("stand")

    assert Decision.objects.count() == 1
    assert clock_of(luis.place).phase == Clock.Phase.TURNS
    page = page_of(signed_in(luis), luis.place)
    assert page.count(SENTENCE) == 2  # shown, and for screen readers
    assert 'id="action-stand"' in page
    assert SENTENCE not in page_of(signed_in(ana), ana.place)
    luis.decides("stand")
    assert SENTENCE not in page_of(signed_in(luis), luis.place)
    assert not EarlyDecision.objects.exists()


def test_a_double_chosen_early_that_a_limit_refuses_by_then_is_dropped_and_takes_no_money() -> None:
    ana, luis = two()
    chooses(luis, "double")
    limited(luis.player, LimitKind.WAGER, 15)
    left = balance(luis.player.pk, "USD")

    ana.decides("stand")

    assert EarlyDecision.objects.get().dropped
    assert balance(luis.player.pk, "USD") == left
    assert running(luis.place).turn_share.round == luis.round


def test_the_history_marks_early_decisions() -> None:
    ana, luis = two()
    chooses(luis, "stand")
    ana.decides("stand")

    client = signed_in(luis)
    for name in ("casino:round", "casino:replay"):
        page = client.get(reverse(name, args=[luis.round.public_id]))
        assert "antes de tu turno" in page.text, name
    decided = [row["decisions"] for row in (*file_of(luis), *file_of(ana))]
    assert decided == ["stand (early)", "stand"]
    address = reverse("hands:hand", args=[luis.round.public_id])
    hand = inside(staff(Role.AUDITOR), "en").get(address).text
    assert "the player, before the turn" in " ".join(hand.split())
