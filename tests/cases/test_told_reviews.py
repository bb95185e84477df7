"""What players learn of a review that they know of: nothing before its outcome, never of money laundering."""

from uuid import uuid4

import pytest

from accounts.models.letters import Letter
from accounts.models.users import User
from api.resources.cash import find_payment
from cases.models import Case, CaseOutcome, CaseTopic, RequestedDocument
from cases.services import holds, records, work
from compliance.messages.words.letters import letter_body
from compliance.own_data.selectors.rows import describe_withdrawal
from tests.cases.flagged import analyst, guardian, manager, officer, opened, player
from tests.cases.test_holds import held, player_page
from wallet.cash.models import Withdrawal

pytestmark = pytest.mark.database
NEUTRAL = "We review some withdrawals before we pay them."
ALLOWED = "We checked whether several accounts belong together or play as a team. The review found that it is so"


def decided(case: Case, outcome: CaseOutcome, person: User) -> None:
    work.assign_case(case.public_id, assignee=person.pk, acting_user=person)
    work.decide_case(case.public_id, outcome=outcome, acting_user=person, reason="seen")


def told(withdrawal: Withdrawal) -> tuple[bool, str | None, object]:
    """Whether the page is neutral; what the API and the file of own data say."""
    found = find_payment(Withdrawal, withdrawal.player, withdrawal.reference)
    assert found is not None
    page = player_page(withdrawal.player, withdrawal)
    assert (found.review or "") in page
    assert ("We checked" in page) == (found.review is not None)
    return NEUTRAL in page, found.review, describe_withdrawal(withdrawal).get("review")


def held_by_hand() -> Withdrawal:
    """Return a withdrawal held in a fraud case by hand: linked accounts."""
    withdrawal = held()
    case = opened(withdrawal.player, "MA1")
    holds.place_hold(case.public_id, acting_user=analyst(), reason="one card")
    withdrawal.refresh_from_db()
    return withdrawal


def test_the_outcome_tells_what_a_hold_was_about_and_a_reopened_case_tells_nothing() -> None:
    withdrawal, nora = held_by_hand(), analyst()
    case = Case.objects.get()
    assert told(withdrawal) == (True, None, None)
    assert not Letter.objects.exists()
    decided(case, CaseOutcome.JUSTIFIED, nora)
    is_neutral, by_api, in_file = told(withdrawal)
    assert not is_neutral
    assert str(by_api).startswith(ALLOWED)
    assert by_api == in_file
    letter = Letter.objects.get()
    assert (letter.kind, letter.player) == (Letter.Kind.OUTCOME, withdrawal.player)
    assert ALLOWED in letter_body(letter, None)
    made = holds.propose_release(case.holds.get().pk, acting_user=nora, reason="family")
    holds.decide_release(made.pk, approved=True, acting_user=manager(), reason="seen")
    work.close_case(case.public_id, acting_user=nora)
    work.reopen_case(case.public_id, acting_user=nora, reason="a new card")
    assert told(withdrawal)[1:] == (None, None)
    decided(case, CaseOutcome.CLEARED, nora)
    assert "found nothing wrong" in str(told(withdrawal)[1])
    bodies = [letter_body(one, None) for one in Letter.objects.order_by("pk")]
    assert [ALLOWED in bodies[0], "found nothing wrong" in bodies[1]] == [True, True]


@pytest.mark.parametrize("signals", [("AML1", "AML3"), ("AML1", "MA1")])
def test_of_money_laundering_nothing_is_told(signals: tuple[str, ...]) -> None:
    withdrawal, lena = held(*signals), officer()
    case = Case.objects.get(kind=CaseTopic.LAUNDERING)
    decided(case, CaseOutcome.CONFIRMED, lena)
    assert told(withdrawal) == (True, None, None)
    assert not Letter.objects.exists()


def test_a_later_fraud_case_does_not_tell_of_a_hold_for_money_laundering() -> None:
    withdrawal, lena, nora = held("AML1", "AML3"), officer(), analyst()
    made = holds.propose_release(withdrawal.case_holds.get().pk, acting_user=lena, reason="salary")
    holds.decide_release(made.pk, approved=True, acting_user=manager(), reason="seen")
    case = opened(withdrawal.player, "BOT1")
    holds.place_hold(case.public_id, acting_user=nora, reason="a script")
    decided(case, CaseOutcome.CONFIRMED, nora)
    withdrawal.refresh_from_db()
    assert told(withdrawal) == (True, None, None)


def test_who_was_asked_for_documents_learns_the_outcome_and_others_hear_nothing() -> None:
    ana, pia = player(), guardian()
    asked, silent = (
        opened(one, "HARM1", kind=CaseTopic.PROTECTION) for one in (ana, player("bea"))
    )
    records.request_documents(
        asked.public_id, RequestedDocument.FUNDS, key=uuid4(), acting_user=pia
    )
    for case in (asked, silent):
        decided(case, CaseOutcome.INCONCLUSIVE, pia)
    letter = Letter.objects.get(kind=Letter.Kind.OUTCOME)
    assert letter.player == ana
    assert "si el juego todavía te hace bien" in letter_body(letter, None)
