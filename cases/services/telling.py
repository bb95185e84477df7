"""Tell players the outcome of a review that they know of: a letter with the decision, never about money laundering."""

from accounts.models.letters import Letter
from cases.models import Case, StatusStep
from cases.selectors.told_reviews import find_told_players, may_tell


def tell_outcome(case: Case, step: StatusStep) -> list[Letter]:
    """Write the letters about a decision, one for each player who knows of the review, in the caller's transaction.

    Their words are made when they are read or mailed (`cases.words.told_reviews`).
    """
    if not may_tell(case):
        return []
    return [
        Letter.objects.get_or_create(
            player=one.player, kind=Letter.Kind.OUTCOME, about=str(step.pk)
        )[0]
        for one in find_told_players(case)
    ]
