"""What staff do about one player, each on a page that says what it means first."""

from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.identity.refusals import NumberMissing
from accounts.identity.selectors.document_numbers import has_number
from accounts.identity.selectors.uploads import waiting_of
from accounts.identity.selectors.verification import person_digest
from accounts.identity.services import verification
from accounts.models.restrictions import Restriction
from accounts.models.users import User, VerificationMethod
from accounts.restrictions.services import restrictions
from accounts.restrictions.services.restrictions import Measure
from accounts.roles.values import Right
from accounts.sign_in.views import failures
from accounts.staff.views.back_office import staff_of, staff_page
from compliance.players.forms.acts import (
    ExcludeForm,
    PlayerNoteForm,
    PlayerReasonForm,
    RestrictForm,
    VerifyForm,
)
from compliance.players.services import acts
from compliance.players.views.act_page import ActPage, ask, player_of
from pages.answers import see_other

_ROUNDS = _(
    "A round that runs now may be finished within a day; after that the house plays it to its end, and never with new money."
)
_MAILED = _("The player is told by mail.")
_LIFTED = _("Two other persons lift it: one proposes, another approves.")
SUSPEND = ActPage(
    _("Suspend a player"),
    (
        _("No bet and no deposit from now on; withdrawals stay open."),
        _ROUNDS,
        _MAILED,
        _LIFTED,
    ),
    _("Suspend"),
    _("The player is suspended."),
    RestrictForm,
)
EXCLUDE = ActPage(
    _("Exclude a player"),
    (
        _(
            "No bet and no deposit from now on, for a time or until it is lifted; withdrawals stay open."
        ),
        _ROUNDS,
        _MAILED,
        _LIFTED,
    ),
    _("Exclude"),
    _("The player is excluded."),
    ExcludeForm,
)
LOCK = ActPage(
    _("Lock sign-in"),
    (
        _(
            "The player cannot sign in from now on, every session ends, and no withdrawal can be asked for."
        ),
        _ROUNDS,
        _MAILED,
        _LIFTED,
    ),
    _("Lock"),
    _("The sign-in is locked."),
    RestrictForm,
)
VERIFY = ActPage(
    _("Verify age and identity"),
    (
        _("From now on the player may play for real money and be paid out."),
        _("Compare name and birth date with the document, letter by letter."),
        _("By a copy only once you have opened each document that waits."),
        _MAILED,
    ),
    _("The document proves it: verify"),
    _("Age and identity are verified."),
    VerifyForm,
)
NOTE = ActPage(_("Write a note"), (), _("Keep the note"), _("The note is kept."), PlayerNoteForm)
FREE = ActPage(
    _("Forget failed sign-ins"),
    (
        _(
            "The player may try to sign in again at once. Make sure first that it is the player who asks."
        ),
    ),
    _("Forget them"),
    _("Nothing counts against the player's sign-in any more."),
    PlayerReasonForm,
)
TEST = ActPage(
    _("Make it a test account"),
    (
        _("No report counts it from now on, and that is for good."),
        _("Only an account in which no real money has moved yet can become one."),
    ),
    _("Make it a test account"),
    _("It is a test account now."),
    PlayerReasonForm,
)


@staff_page(Right.RESTRICT_PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def suspend(request: HttpRequest, pk: int) -> HttpResponse:
    """No bets and deposits until it is lifted."""
    return _restrict(request, player_of(pk), Restriction.Kind.SUSPENDED, SUSPEND)


@staff_page(Right.RESTRICT_PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def exclude(request: HttpRequest, pk: int) -> HttpResponse:
    """No bets and deposits, for a time or until it is lifted."""
    return _restrict(request, player_of(pk), Restriction.Kind.OPERATOR_EXCLUDED, EXCLUDE)


@staff_page(Right.RESTRICT_PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def lock(request: HttpRequest, pk: int) -> HttpResponse:
    """No signing in until it is lifted."""
    return _restrict(request, player_of(pk), Restriction.Kind.LOCKED, LOCK)


def _restrict(request: HttpRequest, player: User, kind: str, act: ActPage) -> HttpResponse:
    def do(form: RestrictForm) -> None:
        words = form.cleaned_data
        measure = Measure(kind, words["reason"], form.until, words["words"])
        restrictions.impose_restriction(
            player.pk, measure, key=form.idempotency_key, acting_user=staff_of(request)
        )

    return ask(request, player, act, do)


@staff_page(Right.RESTRICT_PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def lift(request: HttpRequest, pk: int, restriction: int) -> HttpResponse:
    """Propose the end of a restriction."""
    player = player_of(pk)
    found = Restriction.objects.filter(player=player, pk=restriction).first()
    if found is None:
        raise Http404
    act = ActPage(
        _("Propose to lift: %(what)s") % {"what": found.get_kind_display()},
        (
            _(
                "Nothing changes until another person approves it, who neither imposed it nor proposes its end."
            ),
            _(
                "The player then may do again what no other restriction forbids, and is told by mail."
            ),
        ),
        _("Propose"),
        _("It is proposed and waits for another person."),
        PlayerReasonForm,
    )

    def do(form: PlayerReasonForm) -> None:
        reason = form.cleaned_data["reason"]
        restrictions.propose_lifting(found.pk, acting_user=staff_of(request), reason=reason)

    return ask(request, player, act, do)


@staff_page(Right.RESTRICT_PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def verify(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that age and identity were seen; first the number of the document has to be known."""
    player = player_of(pk)
    if not has_number(player):
        messages.warning(request, str(NumberMissing.message))
        return see_other("players:number", pk)

    def do(form: VerifyForm) -> None:
        data = form.cleaned_data
        document = verification.SeenDocument(
            data["reason"],
            VerificationMethod(data["method"]),
            data["valid_until"],
            data["seen"],
            data["compared"],
        )
        verification.verify_identity(player, document, acting_user=staff_of(request))

    waits = " ".join(str(one.pk) for one in waiting_of(player))
    asked = {
        "method": request.GET.get("method", ""),
        "seen": waits,
        "compared": person_digest(player),
    }
    form = partial(VerifyForm, initial=asked)
    return ask(request, player, replace(VERIFY, form=form), do)


@staff_page(Right.NOTE_PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def note(request: HttpRequest, pk: int) -> HttpResponse:
    """Write a note."""
    player = player_of(pk)

    def do(form: PlayerNoteForm) -> None:
        data: dict[str, Any] = form.cleaned_data
        acts.write_note(player.pk, data["text"], key=data["key"], acting_user=staff_of(request))

    return ask(request, player, NOTE, do)


@staff_page(Right.RESTRICT_PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def free_sign_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Forget failed sign-ins."""
    player = player_of(pk)

    def forget(locked: User) -> int:
        counted = failures.count_failures(request, locked).counted
        failures.reset_failures(request, locked)
        return counted

    def do(form: PlayerReasonForm) -> None:
        reason = form.cleaned_data["reason"]
        acts.forget_failed_logins(
            player.pk, acting_user=staff_of(request), reason=reason, forget=forget
        )

    return ask(request, player, FREE, do)


@staff_page(Right.APPROVE_PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def mark_test_account(request: HttpRequest, pk: int) -> HttpResponse:
    """Make it a test account."""
    player = player_of(pk)

    def do(form: PlayerReasonForm) -> None:
        reason = form.cleaned_data["reason"]
        acts.mark_test_account(player.pk, acting_user=staff_of(request), reason=reason)

    return ask(request, player, TEST, do)
