"""Alarms about hands, and requests to compute decision costs."""

from django.db import transaction

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from casino.refusals import Alarm
from casino.rounds.selectors.hand_facts import RoundFacts
from casino.services.alarms import report_alarm
from compliance.hands.selectors.decision_costs import build_question
from compliance.hands.selectors.proofs import HandProofs
from journal.models import EventKind
from journal.services.recording import record, record_once
from tables.services import mathematics


def report_difference(hand: RoundFacts, found: HandProofs | None) -> bool:
    """Raise an alarm, at most once, if a hand differs from what is stored. Return True if it does.

    A running hand is reported in the same way as when its player requests it; nothing is changed.
    """
    if hand.running:
        if isinstance(hand.alarm, Alarm):
            report_alarm(hand.alarm)
        return hand.alarm is not None
    if found is None or not found.failed:
        return False
    told = {"differs": [one.name for one in found.failed]}
    record_once(EventKind.PROOF_FAILED, subject=f"round {hand.round.public_id}", data=told)
    return True


@transaction.atomic
def request_costs(hand: RoundFacts, *, acting_user: User) -> None:
    """Request the decision costs from a worker, with an event. Does nothing without a question. Raises NotPermitted."""
    require(acting_user, Right.VIEW_HANDS)
    question = build_question(hand)
    if question is not None:
        mathematics.request_mathematics(hand.round.version.rules, question)
        subject = f"round {hand.round.public_id}"
        record(EventKind.COMPUTATION_ASKED, actor=acting_user.pk, subject=subject)
