"""Texts about an account for its player: state, restrictions, missing steps, history."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from accounts.identity.selectors.addresses import lacks_address
from accounts.identity.selectors.document_numbers import has_number
from accounts.identity.selectors.uploads import list_waiting_uploads
from accounts.models.letters import Letter
from accounts.models.restrictions import Restriction
from accounts.models.users import State, StateChange, User
from accounts.policies.selectors.acceptance import has_policies_due
from accounts.profile.selectors import latest_letters, latest_state_changes
from accounts.restrictions.selectors.active_restrictions import find_active
from accounts.restrictions.selectors.eligibility import may_play_real_money
from accounts.users.selectors.emails import has_confirmed_email
from accounts.values.reasons import OwnReason
from pages.page_links import PageLink

LATEST: Final = 50


@dataclass(frozen=True, slots=True)
class MissingStep:
    """Step the player can take and its page; no page while the house has to act."""

    words: str
    page: PageLink | None = None


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """Entry of the account's history, without notes of staff."""

    at: datetime
    what: str
    words: str = ""
    letter: Letter | None = None  # the letter sent to the player


@dataclass(frozen=True, slots=True)
class AccountStatus:
    """Current state of an account, as texts."""

    state: str
    means: str | Promise
    restrictions: Sequence[Restriction]
    missing: Sequence[MissingStep]


def describe_account(player: User) -> AccountStatus:
    """Return the account's status for its player. Up to seven queries."""
    confirmed = has_confirmed_email(player)
    refusal = may_play_real_money(player, confirmed=confirmed)
    return AccountStatus(
        state=str(State(player.state).label),
        means=refusal.message
        if refusal
        else _("Everything is in order: you can play for real money."),
        restrictions=list(find_active(player.pk)),
        missing=[] if player.state == State.CLOSED else _missing(player, confirmed=confirmed),
    )


def _missing(player: User, *, confirmed: bool) -> list[MissingStep]:
    identity, found = PageLink("accounts:identity"), []
    if not confirmed:
        found.append(MissingStep(_("Confirm your email address."), PageLink("account_email")))
    if not has_number(player):
        found.append(MissingStep(_("Enter the number of your document."), identity))
    if lacks_address(player):
        found.append(MissingStep(_("Enter your residential address."), identity))
    if has_policies_due(player):
        accept = _("Read and accept our changed terms and policies.")
        found.append(MissingStep(accept, PageLink("accounts:accept")))
    if player.is_verified and not player.is_document_expired:
        return found
    if list_waiting_uploads(player).exists():
        return [*found, MissingStep(_("We have received your document and will review it."))]
    return [*found, MissingStep(_("Send us a photograph of your document."), identity)]


def describe_history(player: User) -> list[HistoryEntry]:
    """Return the latest entries of the account's history, newest first. Two queries."""
    changes = map(_change, latest_state_changes(player, LATEST))
    letters = map(_letter, latest_letters(player, LATEST))
    return sorted([*changes, *letters], key=attrgetter("at"), reverse=True)[:LATEST]


def _change(change: StateChange) -> HistoryEntry:
    states = {"before": change.get_from_state_display(), "after": change.get_to_state_display()}
    own = change.reason in OwnReason.values
    reason = str(OwnReason(change.reason).label) if own else ""
    return HistoryEntry(change.at, _("State: %(before)s → %(after)s") % states, reason)


def _letter(letter: Letter) -> HistoryEntry:
    return HistoryEntry(letter.at, letter.get_kind_display(), letter.words, letter)
