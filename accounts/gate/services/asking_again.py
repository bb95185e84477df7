"""The exclusion register's provider is asked again about players with an open session, whether or not they do anything."""

from typing import Final

from django.db.models import Exists, Max, OuterRef, QuerySet, Subquery
from django.utils import timezone

from accounts.gate.selectors.terms import load_terms
from accounts.gate.services.asking import ASKED_AGAIN, REGISTER, ask_check, list_asked
from accounts.models.gate import GateAnswer
from accounts.models.identity import IdentityNumber
from accounts.models.users import User
from accounts.visits.selectors import has_open_visit

MOST: Final = 500
"""Players of one run; the rest waits for the next one, a minute later."""
_SILENCES: Final = 3
"""Questions without an answer after which a run ends: each may take eight seconds."""


def ask_register_again() -> int:
    """Ask about players whose answer is over, longest ago first. Return how many were asked."""
    asked = silent = 0
    for player in _list_due():
        terms = load_terms(player.country)
        if REGISTER not in list_asked(terms):
            continue
        until = ask_check(REGISTER, player, "", terms)
        asked += 1
        silent = silent + 1 if until <= timezone.now() + ASKED_AGAIN else 0
        if silent == _SILENCES or asked == MOST:
            break
    return asked


def _list_due() -> QuerySet[User]:
    answers = GateAnswer.objects.filter(player=OuterRef("pk"), check_name=REGISTER)
    numbers = IdentityNumber.objects.filter(player=OuterRef("pk"), withdrawn_at=None)
    last = answers.values("player").annotate(last=Max("asked_at")).values("last")
    rows = User.objects.filter(
        Exists(numbers),
        ~Exists(answers.filter(valid_until__gt=timezone.now())),
        has_open_visit(OuterRef("pk")),
        is_staff=False,
        is_guest=False,
    )
    return rows.order_by(Subquery(last).asc(nulls_first=True), "pk")
