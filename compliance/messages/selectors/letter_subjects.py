"""Objects that letters are about."""

from collections.abc import Iterable, Mapping
from typing import Any

from accounts.models.inactivity import InactiveSpell
from accounts.models.letters import Letter
from compliance.models import DisputeReply, RulesAnnouncement
from limits.models import Limit
from profiles.models import ProfileVersion
from wallet.cash.models import Correction, Deposit, Withdrawal
from wallet.ledger.models import Transfer

LetterSubject = (
    DisputeReply
    | RulesAnnouncement
    | ProfileVersion
    | Deposit
    | Limit
    | Transfer
    | Withdrawal
    | Correction
    | InactiveSpell
)


def load_letter_subjects(letters: Iterable[Letter]) -> Mapping[int, LetterSubject]:
    """Return the object of each letter by letter id; letters without one are left out. One query per kind."""
    of_kind: dict[str, dict[int, int]] = {}
    for letter in letters:
        if letter.about:
            of_kind.setdefault(letter.kind, {})[letter.pk] = int(letter.about)
    replies = DisputeReply.objects.select_related("dispute")
    rules = RulesAnnouncement.objects.select_related("table", "step__version", "before")
    found: dict[int, LetterSubject] = {}
    sources = (
        (Letter.Kind.ANSWER, replies),
        (Letter.Kind.RULES, rules),
        (Letter.Kind.PROFILE, ProfileVersion.objects.select_related("decision")),
        (Letter.Kind.SENT_BACK, Deposit.objects.all()),
        (Letter.Kind.DEPOSIT_REFUSED, Deposit.objects.all()),
        (Letter.Kind.INACTIVE_SOON, InactiveSpell.objects.all()),
        (Letter.Kind.INACTIVE, InactiveSpell.objects.all()),
        (Letter.Kind.LIMIT, Limit.objects.all()),
        (Letter.Kind.DEBT_PAID, Transfer.objects.all()),
        (Letter.Kind.REFUSED, Withdrawal.objects.all()),
        (
            Letter.Kind.CORRECTED,
            Correction.objects.select_related("original", "decision__transfer"),
        ),
    )
    for kind, rows in sources:
        if wanted := of_kind.get(kind):
            known: Mapping[int, Any] = rows.in_bulk(list(wanted.values()))
            found |= {pk: known[number] for pk, number in wanted.items()}
    return found
