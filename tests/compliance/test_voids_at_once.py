"""Concurrent decisions on one void case, each on a connection of its own."""

from functools import partial

import pytest
from django.utils import timezone

from casino.models import Void
from compliance.models import CaseStep, VoidCase
from compliance.voids.services import approval, worker
from tests.casino.test_at_once import together
from tests.compliance.cases import analyst, another, approved, manager, proposed, seen, won
from wallet.ledger.selectors.funds import balance

pytestmark = pytest.mark.committed


def test_two_approvers_at_once_void_a_hand_once() -> None:
    round_ = won()
    case = proposed(round_)
    shown, people = seen(case), [manager(), manager("olivia")]

    ends = together(
        [partial(approval.approve_case, case.pk, seen=shown, acting_user=by) for by in people]
    )

    assert ends == {"ok": 1, "changed_meanwhile": 1}
    assert str(balance(round_.player_id)) == "1000.00 USD"
    assert CaseStep.objects.filter(case=case, to_state="approved").count() == 1


def test_a_double_click_approves_once() -> None:
    case = proposed(won())
    shown, marta = seen(case), manager()

    ends = together([partial(approval.approve_case, case.pk, seen=shown, acting_user=marta)] * 4)

    assert ends == {"ok": 4}
    assert Void.objects.count() == 1


@pytest.mark.parametrize("against", ["withdraw", "refuse"])
def test_an_approval_and_its_opposite_at_once_do_one_of_them(against: str) -> None:
    case = proposed(won())
    other = analyst() if against == "withdraw" else manager("olivia")
    shown, end = seen(case), getattr(approval, f"{against}_case")

    ends = together(
        [
            partial(approval.approve_case, case.pk, seen=shown, acting_user=manager()),
            partial(end, case.pk, acting_user=other, note="not so"),
        ]
    )

    case.refresh_from_db()
    assert ends == {"ok": 1, "changed_meanwhile": 1}
    assert Void.objects.count() == (case.state == "carried_out")
    assert case.state in {"carried_out", "withdrawn", "refused"}


def test_a_hand_that_two_propose_at_once_is_in_one_case() -> None:
    round_ = won()
    people = [analyst(), analyst("nuria")]

    ends = together([partial(proposed, round_, acting_user=by) for by in people])

    assert ends.pop("ok") == 1
    assert set(ends) <= {"in_open_case", "nothing_to_do"}
    assert VoidCase.objects.count() == 1


def test_two_workers_do_each_hand_once() -> None:
    first = won()
    others = [another(first.place.table, f"p{n}@example.test") for n in range(7)]
    case = approved(proposed(first, *others))

    ends = together([partial(worker.execute_due_lines, timezone.now())] * 3)
    worker.execute_due_lines(timezone.now())

    case.refresh_from_db()
    assert ends == {"ok": 3}
    assert (case.state, Void.objects.count()) == ("carried_out", 8)
