"""Alarms about hands, and requests to compute decision costs."""

from django.db import transaction

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from casino.refusals import Alarm
from casino.rounds.selectors.hand_facts import HandFacts
from casino.services.alarms import tell_staff
from compliance.hands.selectors.decision_costs import question_of
from compliance.hands.selectors.proofs import HandProofs
from journal.models import EventKind
from journal.services.recording import record, record_once
from tables.services import mathematics


def alarm_if_different(hand: HandFacts, found: HandProofs | None) -> bool:
    """Raise an alarm, at most once, if a hand differs from what is stored. Return True if it does.

    A running hand is reported in the same way as when its player requests it; nothing is changed.
    """
    if hand.running:
        if isinstance(hand.alarm, Alarm):
            tell_staff(hand.alarm)
        return hand.alarm is not None
    if found is None or not found.differs:
        return False
    told = {"differs": [one.name for one in found.differs]}
    record_once(EventKind.PROOF_FAILED, subject=f"round {hand.round.public_id}", data=told)
    return True


@transaction.atomic
def ask_for_costs(hand: HandFacts, *, acting_user: User) -> None:
    """Request the decision costs from a worker, with an event. Does nothing without a question. Raises NotPermitted."""
    require(acting_user, Right.VIEW_HANDS)
    question = question_of(hand)
    if question is not None:
        mathematics.request_mathematics(hand.round.version.rules, question)
        subject = f"round {hand.round.public_id}"
        record(EventKind.COMPUTATION_ASKED, actor=acting_user.pk, subject=subject)
