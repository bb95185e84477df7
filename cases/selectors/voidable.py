"""Which rounds of a case may be voided."""

from cases.models import Case, CaseFlag, CasePlayer
from casino.models import Round
from compliance.voids.selectors.hand_choice import HandChoice
from signals.catalogue import SIGNALS
from signals.definition import Family


def is_about_counting(case: Case) -> bool:
    """Return whether a case has flags, and all of counting. One query."""
    signals = set(CaseFlag.objects.filter(case=case).values_list("flag__signal", flat=True))
    return bool(signals) and all(
        one in SIGNALS and SIGNALS[one].family is Family.COUNTING for one in signals
    )


def are_own_rounds(case: Case, choice: HandChoice) -> bool:
    """Return whether all chosen rounds are of the players of a case. At most two queries."""
    players = set(CasePlayer.objects.filter(case=case).values_list("player_id", flat=True))
    if choice.player is not None:
        return choice.player in players
    if choice.shoe is not None:
        rounds = Round.objects.filter(deal__shoe__public_id=choice.shoe)
    else:
        rounds = Round.objects.filter(public_id__in=choice.hands)
    return not rounds.exclude(player__in=players).exists()
