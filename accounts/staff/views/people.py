"""Pages about accounts of staff: the list with the access log, one person, an invitation, the review of all rights."""

from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from allauth.account.models import Login
from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models.staff import StaffChange
from accounts.models.users import State, User
from accounts.roles.selectors import may, rights_of
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.staff import words
from accounts.staff.forms import (
    AddressForm,
    JoinForm,
    NewcomerForm,
    ReviewForm,
    RolesForm,
    StaffReasonForm,
    StateForm,
    filter_staff,
)
from accounts.staff.refusals import LinkOver
from accounts.staff.selectors import staff_accounts
from accounts.staff.selectors.invitations import invited_by
from accounts.staff.services import account_changes, proposals, rights_review
from accounts.staff.views.back_office import (
    read_verdict,
    render_staff,
    require_fresh,
    staff_of,
    staff_page,
)
from accounts.staff.views.invitation_mail import send_invitation
from internals.allauth_flows import perform_password_login
from journal.refusals import Refusal
from pages.answers import see_other
from pages.lists import slice_of
from pages.refused import Refused, explain, refused

_UNREADABLE = HTTPStatus.UNPROCESSABLE_ENTITY
_PROPOSED = gettext_lazy(
    "Nothing has changed yet: another administrator or manager approves it, under Changes of administrators and managers."
)


@staff_page(Right.VIEW_STAFF)
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Everybody of staff: what each may do, and when each was last here."""
    review = staff_accounts.last_review()
    found = slice_of(filter_staff(request.GET), request)
    context = {
        "title": _("Staff"),
        "slice": found,
        "people": [(user, staff_accounts.roles_of(user)) for user in found.rows],
        "left": bool(request.GET.get("left")),
        "review": review,
        "review_due": staff_accounts.review_due(review, timezone.now()),
        "may_edit": _may_edit(request),
        "may_export": may(staff_of(request), Right.VIEW_REPORTS),
    }
    return render_staff(request, "accounts/staff/people.html", context)


@staff_page(Right.EDIT_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Make an account and invite its owner."""
    form, status = NewcomerForm(request.POST or None), HTTPStatus.OK
    if request.method == "POST":
        status = _UNREADABLE
        if form.is_valid():
            reason = form.cleaned_data["reason"]
            try:
                made = account_changes.create(
                    form.newcomer, reason=reason, acting_user=staff_of(request)
                )
            except Refusal as refusal:
                status = explain(form, refusal)
            else:
                return _made(request, made)
    context = {"title": _("A new member of staff"), "form": form}
    return render_staff(request, "accounts/staff/new.html", context, status=status)


@staff_page(Right.VIEW_STAFF)
@require_safe
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """One account with its history, and what an administrator can do about it."""
    return _person(request, pk)


@staff_page(Right.EDIT_STAFF)
@require_POST
def roles(request: HttpRequest, pk: int) -> HttpResponse:
    """Change what somebody is here for."""
    form = RolesForm(request.POST)
    return _done(
        request,
        pk,
        form,
        lambda: account_changes.change_roles(
            pk, form.chosen, reason=form.cleaned_data["reason"], acting_user=staff_of(request)
        ),
    )


@staff_page(Right.EDIT_STAFF)
@require_POST
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a new invitation; the one before works no more."""

    def act() -> User:
        user = account_changes.renew_invitation(pk, acting_user=staff_of(request))
        _invite(request, user)
        return user

    return _done(request, pk, forms.Form({}), act)


@staff_page(Right.EDIT_STAFF)
@require_POST
def reset(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a lost second factor, and invite anew."""
    form = StaffReasonForm(request.POST)

    def act() -> User | StaffChange:
        reason = form.cleaned_data["reason"]
        done = account_changes.reset_second_factor(pk, reason=reason, acting_user=staff_of(request))
        if isinstance(done, User):
            _invite(request, done)
        return done

    return _done(request, pk, form, act)


@staff_page(Right.EDIT_STAFF)
@require_POST
def address(request: HttpRequest, pk: int) -> HttpResponse:
    """Give somebody another address."""
    form = AddressForm(request.POST)
    return _done(
        request,
        pk,
        form,
        lambda: account_changes.change_address(
            pk,
            form.cleaned_data["email"],
            reason=form.cleaned_data["reason"],
            acting_user=staff_of(request),
        ),
    )


@staff_page(Right.APPROVE_STAFF)
@require_safe
def changes(request: HttpRequest) -> HttpResponse:
    """What was proposed about administrators and managers, and waits for another person."""
    return _changes(request)


@staff_page(Right.APPROVE_STAFF)
@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Approve or refuse it; whoever joins by it is invited."""
    approved = read_verdict(request)
    try:
        user = proposals.decide(pk, approved=approved, acting_user=staff_of(request))
    except Refusal as error:
        return _changes(request, refused(request, error))
    if user is None:
        messages.success(request, _("It is refused."))
    else:
        messages.success(request, _("It is approved and done."))
        if not user.has_usable_password() and user.state == State.ACTIVE:
            _invite(request, user)
    return see_other("people:changes")


def _changes(request: HttpRequest, refusal: Refused | None = None) -> HttpResponse:
    user = staff_of(request)
    context = {
        "title": _("Changes of administrators and managers"),
        "rows": [(row, words.describe_change(row)) for row in staff_accounts.undecided_changes()],
        "may_approve": may(user, Right.APPROVE_STAFF),
    }
    return render_staff(request, "accounts/staff/changes.html", context, refused=refusal)


@staff_page(Right.EDIT_STAFF)
@require_POST
def sessions(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign somebody out everywhere."""
    form = StaffReasonForm(request.POST)
    return _done(
        request,
        pk,
        form,
        lambda: account_changes.end_sessions(
            pk, reason=form.cleaned_data["reason"], acting_user=staff_of(request)
        ),
    )


@staff_page(Right.EDIT_STAFF)
@require_POST
def state(request: HttpRequest, pk: int) -> HttpResponse:
    """Lock, open again, or close for good."""
    form = StateForm(request.POST)
    return _done(
        request,
        pk,
        form,
        lambda: account_changes.set_state(
            pk,
            form.cleaned_data["to"],
            reason=form.cleaned_data["reason"],
            acting_user=staff_of(request),
        ),
    )


@staff_page(Right.VIEW_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HttpRequest) -> HttpResponse:
    """Look at the rights of all at once, and say that it was done."""
    form, status = ReviewForm(request.POST or None), HTTPStatus.OK
    if request.method == "POST":
        require(staff_of(request), Right.EDIT_STAFF)
        require_fresh(request)
        status = _UNREADABLE
        if form.is_valid():
            try:
                seen, note = form.cleaned_data["seen"], form.cleaned_data["note"]
                rights_review.review(seen, note=note, acting_user=staff_of(request))
            except Refusal as refusal:
                status = explain(form, refusal)
            else:
                messages.success(request, _("The review is noted."))
                return see_other("people:list")
    found = staff_accounts.accounts_to_review()
    last = staff_accounts.last_review()
    context = {
        "title": _("Review of rights"),
        "people": [(user, staff_accounts.roles_of(user)) for user in found],
        "review": last,
        "review_due": staff_accounts.review_due(last, timezone.now()),
        "form": form,
        "seen": staff_accounts.review_digest(found),
        "may_edit": _may_edit(request),
    }
    return render_staff(request, "accounts/staff/review.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Set the first password by the link of an invitation."""
    try:
        form = JoinForm(request.POST or None, user=invited_by(key))
        if request.method == "POST" and form.is_valid():
            user = account_changes.join(key, form.cleaned_data["password1"])
            messages.success(request, _("Your password is set. Connect your second step now."))
            return cast("HttpResponse", perform_password_login(request, {}, Login(user=user)))
    except LinkOver:
        context = {"over": True}
        return render(request, "accounts/join.html", context, status=HTTPStatus.GONE)
    status = _UNREADABLE if form.errors else HTTPStatus.OK
    return render(request, "accounts/join.html", {"form": form}, status=status)


def _may_edit(request: HttpRequest) -> bool:
    return Right.EDIT_STAFF in rights_of(staff_of(request))


def _person(
    request: HttpRequest,
    pk: int,
    refusal: Refused | None = None,
    given: forms.Form | None = None,
) -> HttpResponse:
    """The person; of the form of roles that was refused, what was given is kept."""
    user = staff_accounts.person(pk)
    if user is None:
        raise Http404
    held = staff_accounts.roles_of(user)
    context = {
        "title": user.full_name,
        "person": user,
        "roles": held,
        "events": words.describe_events(user),
        "form": given
        if isinstance(given, RolesForm)
        else RolesForm(initial={"roles": [role.value for role in held]}),
        "joined": user.has_usable_password(),
        "address_form": given if isinstance(given, AddressForm) else AddressForm(),
        "own": user.pk == staff_of(request).pk,
        "may_edit": _may_edit(request) and user.state != "closed",
    }
    return render_staff(request, "accounts/staff/person.html", context, refused=refusal)


def _done(
    request: HttpRequest, pk: int, form: forms.Form, act: Callable[[], object]
) -> HttpResponse:
    """Do it, and show the person; where it is refused, with the reason, and nothing has changed."""
    if not form.is_valid():
        told = [str(error) for errors in form.errors.values() for error in errors]
        return _person(request, pk, refused(request, Refusal(" ".join(told))), form)
    try:
        done = act()
    except Refusal as error:
        return _person(request, pk, refused(request, error), form)
    if isinstance(done, StaffChange):
        messages.warning(request, str(_PROPOSED))
    else:
        messages.success(request, _("Done."))
    return see_other("people:person", pk)


def _made(request: HttpRequest, made: User | StaffChange) -> HttpResponse:
    if isinstance(made, StaffChange):
        messages.warning(request, str(_PROPOSED))
        return see_other("people:changes")
    _invite(request, made)
    return see_other("people:person", made.pk)


def _invite(request: HttpRequest, user: User) -> None:
    send_invitation(user, request.build_absolute_uri)
    told = _("The invitation goes to %(email)s. It may take some minutes.")
    messages.success(request, told % {"email": user.email})
