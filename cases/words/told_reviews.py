"""What players read about a decided review: what it was about, and its outcome."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from cases.models import CaseOutcome, CaseTopic
from cases.selectors.told_reviews import ToldReview, find_review_of_step, find_told_reviews
from signals.definition import Family

_QUESTIONS: Final[Mapping[Family, str | Promise]] = {
    Family.ACCOUNTS: gettext_lazy("whether several accounts belong together or play as a team"),
    Family.BOT: gettext_lazy("whether a program made your decisions"),
    Family.COUNTING: gettext_lazy("whether your bets follow the count of the cards"),
    Family.INTEGRITY: gettext_lazy("whether somebody knew cards before they were dealt"),
    Family.LOYALTY: gettext_lazy("whether points were earned as they are meant to be"),
    Family.PLACE: gettext_lazy("whether it was always you who signed in"),
    Family.PROTECTION: gettext_lazy("whether your play is still good for you"),
}
_OF_KIND: Final[Mapping[CaseTopic, str | Promise]] = {
    CaseTopic.FRAUD: gettext_lazy("whether everything is in order with your account"),
    CaseTopic.PROTECTION: _QUESTIONS[Family.PROTECTION],
    CaseTopic.STAFF: gettext_lazy("whether an incident in our own house concerns your rounds"),
}
_ANSWERS: Final[Mapping[CaseOutcome, str | Promise]] = {
    CaseOutcome.CONFIRMED: gettext_lazy("The review confirmed it."),
    CaseOutcome.JUSTIFIED: gettext_lazy(
        "The review found that it is so, and that the rules allow it: you did nothing wrong."
    ),
    CaseOutcome.CLEARED: gettext_lazy(
        "The review found nothing wrong. We are sorry that you had to wait."
    ),
    CaseOutcome.INCONCLUSIVE: gettext_lazy(
        "The review could not settle it. Nothing is held against you."
    ),
}


def describe_review(review: ToldReview) -> str:
    """Return what the review was about and its outcome, in the active language."""
    questions = [str(_QUESTIONS[one]) for one in review.families if one in _QUESTIONS]
    about = "; ".join(questions or [str(_OF_KIND[review.kind])])
    checked = _("We checked %(about)s.") % {"about": about}
    return f"{checked} {_ANSWERS[review.outcome]}"


def read_reviews(withdrawals: Sequence[int]) -> Mapping[int, str]:
    """Return by withdrawal what its player may read about its review; nothing of those that are not told."""
    return {number: describe_review(one) for number, one in find_told_reviews(withdrawals).items()}


def read_decision(about: str) -> str:
    """Return what a letter about a decision says; `about` is the id of its step."""
    return describe_review(find_review_of_step(int(about)))
