"""What looking at hands leaves behind: an alarm where one is not what it was."""

from casino.refusals import Alarm
from casino.rounds.selectors.hand_facts import HandFacts
from casino.services.alarms import tell_staff
from compliance.hands.proofs import Proved
from journal.models import Kind
from journal.services.recording import record_once


def tell_of_differences(hand: HandFacts, found: Proved | None) -> bool:
    """Tell staff, once, of a hand that is not what is stored of it. True where something is wrong.

    A running one is told as when its player asks for it. Nothing else happens to it here.
    """
    if hand.running:
        if isinstance(hand.alarm, Alarm):
            tell_staff(hand.alarm)
        return hand.alarm is not None
    if found is None or not found.differs:
        return False
    told = {"differs": [one.name for one in found.differs]}
    record_once(Kind.PROOF_FAILED, subject=f"round {hand.round.public_id}", data=told)
    return True
