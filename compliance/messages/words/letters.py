"""Letters in words, the same by mail and on the site, in the active language."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from accounts.models.letters import Letter
from accounts.restrictions.selectors.eligibility import PLAYING
from casino.protection.words.own_limits import format_limit_name, format_limit_value
from compliance.messages.selectors.letter_subjects import LetterSubject
from compliance.messages.selectors.profile_changes import find_told_changes
from compliance.messages.words.profile_changes import describe_told_changes
from compliance.models import DisputeReply, RulesAnnouncement
from limits.models import Limit
from pages.page_links import PageLink
from profiles.models import ProfileVersion
from profiles.selectors.in_force import profile_in_force
from tables.models import VersionState
from tables.selectors.tables import load_mathematics_by_digest
from tables.words.coming import format_rtp
from tables.words.rule_differences import find_player_differences
from wallet.cash.models import Correction, Deposit, DepositState, Withdrawal, WithdrawalState
from wallet.cash.selectors.deposit_reversal import load_reversal_effects
from wallet.cash.services.corrections import correction_amount
from wallet.cash.services.steps import requested_money
from wallet.debts.selectors import find_paid_debts
from wallet.ledger.models import Transfer, TransferKind

_FOLDER: Final = "compliance/players/email"
_FROM: Final = "Lígalo: "  # prefix of every subject line


_WORDS: Final[dict[str, Callable[[str], str]]] = {}


def register_letter_words(kind: Letter.Kind, write: Callable[[str], str]) -> None:
    """Have an app above make the words of letters of a kind from `Letter.about`, in the active language."""
    _WORDS[kind] = write


@dataclass(frozen=True, slots=True)
class MessageLink:
    words: str
    page: PageLink


def letter_subject(letter: Letter, about: LetterSubject | None) -> str:
    """Return the subject line of the mail."""
    context = {"letter": letter, "about": about}
    return render_to_string(f"{_FOLDER}/subjects/{letter.kind}.txt", context).strip()


def letter_title(letter: Letter, about: LetterSubject | None) -> str:
    """Return the title in the message list: the subject line without the sender."""
    return capfirst(letter_subject(letter, about).removeprefix(_FROM))


def build_letter_context(letter: Letter, about: LetterSubject | None) -> dict[str, Any]:
    player = letter.player
    context: dict[str, Any] = {
        "letter": letter,
        "template": f"{_FOLDER}/letters/{letter.kind}.txt",
        "player": player,
        "about": about,
        "free": player.state in PLAYING,
        "house": settings.OPERATOR_NAME,
        "email": settings.OPERATOR_EMAIL,
        "phone": settings.OPERATOR_PHONE,
        "grace": profile_in_force(player.country).document_grace_days,
    }
    if write := _WORDS.get(letter.kind):
        context["told"] = write(letter.about)
    if isinstance(about, RulesAnnouncement):
        after = about.step.version
        context["differences"] = find_player_differences(about.before.rules, after.rules)
        known = load_mathematics_by_digest([about.before, after])
        context["rtp_before"] = format_rtp(known.get(about.before.rules_hash))
        context["rtp_after"] = format_rtp(known.get(after.rules_hash))
        context["withdrawn"] = _withdrawn(about)
    if isinstance(about, ProfileVersion):
        context["changes"] = describe_told_changes(find_told_changes(about))
    if isinstance(about, Limit):
        context["which"] = format_limit_name(about.kind, about.period)
        context["limit"] = format_limit_value(about.kind, about.amount)
    if isinstance(about, Deposit):
        context["money"] = requested_money(about)
        step = about.steps.get(to_state=DepositState.REFUSED)
        context["why"] = step.player_text if step.told_player else step.note
    if isinstance(about, Withdrawal):
        context["money"] = requested_money(about)
        context["why"] = about.steps.get(to_state=WithdrawalState.REFUSED).player_text
    if isinstance(about, Correction):
        context["money"] = correction_amount(about)
        reversal = about.decision.transfer
        if about.original and about.original.kind == TransferKind.DEPOSIT and reversal:
            context["taken"] = load_reversal_effects(reversal)
    if isinstance(about, Transfer):
        context["paid"] = find_paid_debts(about.player_id, about.xact)
    return context


def letter_body(letter: Letter, about: LetterSubject | None) -> str:
    """Return the text of a letter without salutation."""
    return render_to_string(
        f"{_FOLDER}/letter_body.txt", build_letter_context(letter, about)
    ).strip()


def letter_link(about: LetterSubject | None) -> MessageLink | None:
    """Return the link to the page with more details; None if there is none."""
    if isinstance(about, DisputeReply):
        return MessageLink(
            _("See the dispute and answer"),
            PageLink("contact:dispute", (about.dispute.public_id,)),
        )
    if isinstance(about, RulesAnnouncement):
        return MessageLink(
            _("Every rule of the table"), PageLink("casino:table_help", (about.table.slug,))
        )
    if isinstance(about, Deposit | Withdrawal):
        kind = "deposit" if isinstance(about, Deposit) else "withdrawal"
        return MessageLink(_("The receipt"), PageLink("wallet:receipt", (kind, about.reference)))
    if isinstance(about, Limit | ProfileVersion):
        return MessageLink(_("Your limits"), PageLink("casino:own_limits"))
    if isinstance(about, Transfer | Correction):
        return MessageLink(_("The statement"), PageLink("wallet:statement"))
    return None


def _withdrawn(about: RulesAnnouncement) -> bool:
    """Return whether the rules were unscheduled after they had been announced."""
    version = about.step.version
    if version.state in {VersionState.ACTIVE, VersionState.RETIRED}:
        return False
    return version.steps.filter(n__gt=about.step.n).exists()
