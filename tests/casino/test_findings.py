"""Findings that cannot be corrected: accepted by two people, word for word, and always listed."""

import json
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils.translation import override

from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from casino.reconciliation.selectors.lines import SETTLEMENTS, list_line_names
from casino.reconciliation.services import check_ledger
from journal.models import Event
from journal.refusals import ReasonMissing
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.wallet.cash import person
from tests.wallet.ledger import refused, rows, usd
from tests.wallet.test_bank_page import text
from wallet.cash.refusals import StepNotPossible
from wallet.cash.selectors import discrepancies
from wallet.cash.selectors.withdrawal_stop import are_withdrawals_open
from wallet.cash.services import discrepancies as service
from wallet.ledger.models import Acceptance, AcceptanceDecision, LedgerCheck
from wallet.ledger.services import movements
from wallet.ledger.services.check_results import BEGINS, NEVER_FINISHED, RESULT_KEPT
from wallet.ledger.words.check_lines import LINES
from wallet.ledger.words.check_rows import translate_row

pytestmark = [
    pytest.mark.database,
    pytest.mark.breaks_the_ledger("that is what is tested"),
]
PAGE = reverse("cash:findings")


@pytest.fixture
def found() -> tuple[str, str]:
    """Create a win without a round; return the line and the row of the check that reports it."""
    scenes.play(scenes.deal(scenes.ordinary), "stand")
    luis, invented = scenes.new_player("luis@example.test"), uuid4()
    movements.hold_stake(luis.pk, usd("1"), key=uuid4(), round_id=invented)
    movements.settle_stakes(
        luis.pk, key=uuid4(), round_id=invented, staked=usd("1"), returned=usd("100")
    )
    check_ledger()
    (one,) = discrepancies.latest_discrepancies()
    assert one.line == SETTLEMENTS
    return one.line, one.rows[0]


def proposed(found: tuple[str, str]) -> Acceptance:
    return service.propose_acceptance(
        *found, acting_user=staff(Role.CASHIER), reason="adjusted by C-000001"
    )


def accepted(found: tuple[str, str]) -> None:
    row = proposed(found)
    service.decide_acceptance(row.pk, approved=True, acting_user=staff(Role.COMPLIANCE_MANAGER))


@pytest.mark.committed
def test_an_accepted_finding_closes_nothing_and_is_named_for_ever(found: tuple[str, str]) -> None:
    line, row = found
    proposed(found)
    assert check_ledger() != []  # still open after one person
    service.decide_acceptance(
        Acceptance.objects.get().pk, approved=True, acting_user=staff(Role.COMPLIANCE_MANAGER)
    )
    assert not are_withdrawals_open(person("luis").pk)
    assert [one.rows for one in discrepancies.latest_discrepancies()] == [()]
    told, progress = StringIO(), StringIO()

    call_command("check_ledger", "--json", stdout=told, stderr=progress)

    assert are_withdrawals_open()
    answer = json.loads(told.getvalue())
    assert [one["accepted"] for one in answer["lines"] if one["accepted"]] == [[row]]
    assert f"accepted {line}: {row}" in progress.getvalue()
    kinds = ["ledger_finding_proposed", "ledger_finding_decided"]
    assert [Event.objects.filter(kind=kind).count() for kind in kinds] == [1, 1]


@pytest.mark.committed
def test_another_finding_of_the_same_line_fails_all_the_same(found: tuple[str, str]) -> None:
    accepted(found)
    luis = person("luis2").pk
    movements.credit_deposit(luis, usd("5"), key=uuid4(), provider="demo")
    invented = uuid4()
    movements.hold_stake(luis, usd("1"), key=uuid4(), round_id=invented)
    movements.settle_stakes(
        luis, key=uuid4(), round_id=invented, staked=usd("1"), returned=usd("9")
    )

    (broken,) = check_ledger()

    assert (broken.line, broken.rows, broken.accepted) == (SETTLEMENTS, 1, (found[1],))
    assert str(invented) in broken.first[0]
    assert not are_withdrawals_open(luis)


@pytest.mark.committed
def test_a_refused_finding_keeps_failing(found: tuple[str, str]) -> None:
    row = proposed(found)
    service.decide_acceptance(row.pk, approved=False, acting_user=staff(Role.COMPLIANCE_MANAGER))

    assert [one.line for one in check_ledger()] == [SETTLEMENTS]


@pytest.mark.committed
def test_accepting_a_finding_needs_the_right_to_approve_cash(found: tuple[str, str]) -> None:
    row = proposed(found)
    with pytest.raises(NotPermitted):
        service.decide_acceptance(row.pk, approved=True, acting_user=staff(Role.CASHIER, "other"))
    assert not AcceptanceDecision.objects.exists()


@pytest.mark.committed
def test_only_what_the_latest_check_found_is_proposed_and_once(found: tuple[str, str]) -> None:
    cashier = staff(Role.CASHIER)
    line, row = found
    for wrong in ((line, "round 1"), ("another line", row)):
        with refused(StepNotPossible):
            service.propose_acceptance(*wrong, acting_user=cashier, reason="x")
    with refused(ReasonMissing):
        service.propose_acceptance(line, row, acting_user=cashier, reason=" ")
    proposed(found)
    assert [one.rows for one in discrepancies.latest_discrepancies()] == [()]
    with refused(StepNotPossible):
        service.propose_acceptance(line, row, acting_user=cashier, reason="x")


@pytest.mark.committed
def test_an_unchecked_line_cannot_be_accepted(found: tuple[str, str]) -> None:
    said = "could not be checked: OperationalError: cut"
    LedgerCheck.objects.create(passed=False, findings=[f"{found[0]}: broken by 1\n  {said}"])

    assert [one.rows for one in discrepancies.latest_discrepancies()] == [()]
    with refused(StepNotPossible):
        service.propose_acceptance(found[0], said, acting_user=staff(Role.CASHIER), reason="x")


@pytest.mark.committed
def test_the_page_shows_the_check_and_two_people_accept(found: tuple[str, str]) -> None:
    cashier, manager = inside(staff(Role.CASHIER)), inside(staff(Role.COMPLIANCE_MANAGER))
    told = found[1].partition(" of player")[0]
    shown = text(cashier.get(PAGE))
    assert told in shown
    assert "failed" in shown
    assert "Propose to accept" not in text(manager.get(PAGE))
    name = cashier.get(PAGE).context["form"]["row"].field.choices[0][0]
    before = rows()
    for wrong in ({"row": "x", "reason": "x"}, {"row": name, "reason": " "}):
        assert cashier.post(PAGE, wrong).status_code == 422
    assert manager.post(PAGE, {"row": name, "reason": "x"}).status_code == 403
    assert rows() == before
    assert cashier.post(PAGE, {"row": name, "reason": "taken back"}).status_code == 303
    row = Acceptance.objects.get()
    decide = reverse("cash:decide_finding", args=[row.pk])
    assert "Another person has to decide." in text(cashier.get(PAGE))
    assert cashier.post(decide, {"verdict": "approve"}).status_code == 403
    assert manager.post(decide, {"verdict": "perhaps"}).status_code == 400
    assert manager.post(decide, {"verdict": "approve"}).status_code == 303
    assert check_ledger() == []
    shown = text(manager.get(PAGE))
    assert "passed" in shown
    assert all(said in shown for said in (str(row), told, "taken back"))


@pytest.mark.committed
def test_every_line_has_its_words_and_a_spanish_page_says_them(found: tuple[str, str]) -> None:
    names = {*list_line_names(since_proved=True), BEGINS, NEVER_FINISHED, RESULT_KEPT}
    assert names == set(LINES)
    page = inside(staff(Role.AUDITOR), "es").get(PAGE)
    assert (
        "Las liquidaciones y devoluciones son lo que devolvieron sus partidas: 1 fila no cumple"
        in text(page)
    )
    assert found[0] not in text(page)
    with override("es"):
        assert " ".join(translate_row(found[1]).split()) in " ".join(text(page).split())
