"""Pages of staff acts on one player; each explains the act first."""

from functools import cached_property
from typing import Any, ClassVar, TypeVar

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from accounts.identity.refusals import AddressMissing, DocumentNotAccepted, NumberMissing
from accounts.identity.selectors.uploads import list_waiting_uploads
from accounts.identity.selectors.verification import person_digest
from accounts.identity.services import verification
from accounts.models.restrictions import Restriction
from accounts.models.users import User, VerificationMethod
from accounts.restrictions.services import restrictions
from accounts.restrictions.services.restrictions import RestrictionRequest
from accounts.roles.values import Right
from accounts.sign_in.views import failures
from compliance.erasure.services import deciding
from compliance.players.forms.acts import (
    ExcludeForm,
    PlayerNoteForm,
    PlayerReasonForm,
    RestrictForm,
    VerifyForm,
)
from compliance.players.services import acts
from compliance.players.views.act_page import ActPage, ActWords

R = TypeVar("R", bound=RestrictForm)
_ROUNDS = _(
    "A round in progress may be finished within a day. After that the house finishes it without new money."
)
_MAILED = _("We notify the player by email.")
_LIFTED = _("Two other persons lift it: one proposes, another approves.")


class _Restrict(ActPage[R]):
    kind: ClassVar[str]

    def carry_out(self, form: R) -> None:
        given = form.cleaned_data
        measure = RestrictionRequest(self.kind, given["reason"], form.until, given["words"])
        restrictions.impose_restriction(
            self.player.pk, measure, key=form.idempotency_key, acting_user=self.user
        )


class SuspendPage(_Restrict[RestrictForm]):
    """Suspend a player: no bets and deposits until it is lifted."""

    kind = Restriction.Kind.SUSPENDED
    words = ActWords(
        _("Suspend a player"),
        (
            _("No bets or deposits from now on. Withdrawals stay open."),
            _ROUNDS,
            _MAILED,
            _LIFTED,
        ),
        _("Suspend"),
        _("The player is suspended."),
    )


class ExcludePage(_Restrict[ExcludeForm]):
    """Exclude a player: no bets and deposits, for a time or until it is lifted."""

    kind = Restriction.Kind.OPERATOR_EXCLUDED
    words = ActWords(
        _("Exclude a player"),
        (
            _(
                "No bets or deposits from now on, for a time or until it is lifted. Withdrawals stay open."
            ),
            _ROUNDS,
            _MAILED,
            _LIFTED,
        ),
        _("Exclude"),
        _("The player is excluded."),
    )


class LockPage(_Restrict[RestrictForm]):
    """Lock sign-in until it is lifted."""

    kind = Restriction.Kind.LOCKED
    words = ActWords(
        _("Lock sign-in"),
        (
            _(
                "The player cannot sign in or request withdrawals from now on, and every session ends."
            ),
            _ROUNDS,
            _MAILED,
            _LIFTED,
        ),
        _("Lock"),
        _("The sign-in is locked."),
    )


class ProposeLiftingPage(ActPage[PlayerReasonForm]):
    """Propose to lift a restriction."""

    @cached_property
    def restriction(self) -> Restriction:
        return get_object_or_404(Restriction, player=self.player, pk=self.kwargs["restriction"])

    @property
    def words(self) -> ActWords:
        return ActWords(
            _("Propose to lift: %(what)s") % {"what": self.restriction.get_kind_display()},
            (
                _(
                    "Nothing changes until another person approves it: neither the one who imposed it nor the one who proposes to lift it."
                ),
                _(
                    "The player can then do everything that no other restriction forbids. We notify them by email."
                ),
            ),
            _("Propose"),
            _("It is proposed. Another person has to approve it."),
        )

    def carry_out(self, form: PlayerReasonForm) -> None:
        reason = form.cleaned_data["reason"]
        restrictions.propose_lifting(self.restriction.pk, acting_user=self.user, reason=reason)


class VerifyPage(ActPage[VerifyForm]):
    """Verify age and identity; redirects to the document number first if it is missing."""

    words = ActWords(
        _("Verify age and identity"),
        (
            _("From now on the player may play for real money and be paid out."),
            _("Compare name and birth date with the document, letter by letter."),
            _("Verify with a copy only after opening every pending document."),
            _MAILED,
        ),
        _("Verify with this document"),
        _("Age and identity are verified."),
    )

    def dispatch(self, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            verification.require_papers(self.player)
        except (NumberMissing, DocumentNotAccepted, AddressMissing) as refusal:
            page = "address" if isinstance(refusal, AddressMissing) else "number"
            return self.redirect_with_message(
                refusal.message, f"players:{page}", self.player.pk, level=messages.WARNING
            )
        return super().dispatch(*args, **kwargs)

    def get_initial(self) -> dict[str, Any]:
        return {
            "method": self.request.GET.get("method", ""),
            "seen": " ".join(str(one.pk) for one in list_waiting_uploads(self.player)),
            "compared": person_digest(self.player),
        }

    def carry_out(self, form: VerifyForm) -> None:
        data = form.cleaned_data
        document = verification.SeenDocument(
            data["reason"],
            VerificationMethod(data["method"]),
            data["valid_until"],
            data["seen"],
            data["compared"],
        )
        verification.verify_identity(self.player, document, acting_user=self.user)


class WriteNotePage(ActPage[PlayerNoteForm]):
    opens = (Right.NOTE_PLAYERS,)
    words = ActWords(_("Write a note"), (), _("Save the note"), _("The note is saved."))

    def carry_out(self, form: PlayerNoteForm) -> None:
        data = form.cleaned_data
        acts.write_note(self.player.pk, data["text"], key=data["key"], acting_user=self.user)


class ForgetFailedLoginsPage(ActPage[PlayerReasonForm]):
    """Reset the counters of failed sign-ins."""

    words = ActWords(
        _("Clear failed sign-ins"),
        (
            _(
                "The player may try to sign in again at once. Make sure first that it is the player who asks."
            ),
        ),
        _("Clear them"),
        _("The failed sign-ins are cleared."),
    )

    def carry_out(self, form: PlayerReasonForm) -> None:
        reason = form.cleaned_data["reason"]
        acts.forget_failed_logins(
            self.player.pk, acting_user=self.user, reason=reason, forget=self._forget
        )

    def _forget(self, locked: User) -> int:
        counted = failures.count_failures(self.request, locked).counted
        failures.reset_failures(self.request, locked)
        return counted


class ProposeErasurePage(ActPage[PlayerReasonForm]):
    """Propose to erase the person of a closed account."""

    words = ActWords(
        _("Erase a person"),
        (
            _("Only a player whose request was closed as erased, and whose account is closed."),
            _(
                "Nothing changes until another person approves it. Then the person's name is deleted and their key destroyed: addresses, document, payment details and messages cannot be read again."
            ),
            _("Rounds, payments and events stay, without the name."),
        ),
        _("Propose"),
        _("It is proposed. Another person has to approve it."),
    )

    def carry_out(self, form: PlayerReasonForm) -> None:
        reason = form.cleaned_data["reason"]
        deciding.propose_erasure(self.player.pk, acting_user=self.user, reason=reason)


class MarkTestAccountPage(ActPage[PlayerReasonForm]):
    opens = (Right.APPROVE_PLAYERS,)
    words = ActWords(
        _("Make it a test account"),
        (
            _("No report counts it from now on. This cannot be undone."),
            _("Only an account in which no real money has moved yet can become one."),
        ),
        _("Make it a test account"),
        _("It is a test account now."),
    )

    def carry_out(self, form: PlayerReasonForm) -> None:
        reason = form.cleaned_data["reason"]
        acts.mark_test_account(self.player.pk, acting_user=self.user, reason=reason)
