"""Pages about staff accounts: list with access log, account, invitation, proposals, review of rights."""

from http import HTTPStatus
from typing import Any, cast

from allauth.account.models import Login
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models.staff import StaffChange
from accounts.models.users import State, User
from accounts.roles.selectors import has_right
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
from accounts.staff.refusals import InvitationInvalid
from accounts.staff.selectors import staff_accounts
from accounts.staff.selectors.invitations import find_invited_user
from accounts.staff.services import account_changes, proposals, rights_review
from accounts.staff.views.back_office import render_staff, require_staff_user, staff_page
from accounts.staff.views.invitation_mail import send_invitation
from accounts.staff.views.pages import StaffFormPage, StaffPage
from internals.allauth_flows import perform_password_login
from pages.answers import require_found, see_other
from pages.lists import load_slice

_PROPOSED = gettext_lazy(
    "Nothing has changed yet: another administrator or manager approves it, under Changes of administrators and managers."
)


@staff_page(Right.VIEW_STAFF)
@require_safe
def list_staff(request: HttpRequest) -> HttpResponse:
    """List staff with their roles and last access."""
    review = staff_accounts.find_last_review()
    found = load_slice(filter_staff(request.GET), request)
    context = {
        "title": _("Staff"),
        "slice": found,
        "people": [(user, staff_accounts.list_roles(user)) for user in found.rows],
        "left": bool(request.GET.get("left")),
        "review": review,
        "review_due": staff_accounts.is_review_due(review, timezone.now()),
        "may_edit": has_right(require_staff_user(request), Right.EDIT_STAFF),
        "may_export": has_right(require_staff_user(request), Right.VIEW_REPORTS),
    }
    return render_staff(request, "accounts/staff/people.html", context)


class NewStaffPage(StaffFormPage[NewcomerForm]):
    """Create an account and invite its owner."""

    opens = (Right.EDIT_STAFF,)
    template_name = "accounts/staff/new.html"
    title = gettext_lazy("A new member of staff")

    def process_form(self, form: NewcomerForm) -> HttpResponse:
        reason = form.cleaned_data["reason"]
        made = account_changes.create_staff(form.newcomer, reason=reason, acting_user=self.user)
        if isinstance(made, StaffChange):
            return self.redirect_with_message(_PROPOSED, "people:changes", level=messages.WARNING)
        _invite(self.request, made)
        return see_other("people:person", made.pk)


class PersonPage(StaffPage):
    """One staff account with its history and an administrator's actions."""

    opens = (Right.VIEW_STAFF,)
    template_name = "accounts/staff/person.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        user = require_found(staff_accounts.find_staff_account(self.kwargs["pk"]))
        held = staff_accounts.list_roles(user)
        return super().get_context_data(
            title=user.full_name,
            person=user,
            roles=held,
            events=words.describe_events(user),
            form=self.refused_or_new_form(
                RolesForm, initial={"roles": [role.value for role in held]}
            ),
            joined=user.has_usable_password(),
            address_form=self.refused_or_new_form(AddressForm),
            own=user.pk == self.user.pk,
            may_edit=Right.EDIT_STAFF in self.rights and user.state != State.CLOSED,
            **kwargs,
        )

    def redirect_after_change(self, done: object) -> HttpResponse:
        """Report that the change is done, or waits for another person."""
        waits = isinstance(done, StaffChange)
        text, level = (_PROPOSED, messages.WARNING) if waits else (_("Done."), messages.SUCCESS)
        return self.redirect_with_message(text, "people:person", self.kwargs["pk"], level=level)


@PersonPage.form_view(RolesForm, Right.EDIT_STAFF, unread=None)
def change_roles(page: PersonPage, form: RolesForm) -> HttpResponse:
    """Change the roles of a staff user."""
    pk, reason = page.kwargs["pk"], form.cleaned_data["reason"]
    return page.redirect_after_change(
        account_changes.change_roles(pk, form.chosen, reason=reason, acting_user=page.user)
    )


@PersonPage.form_view(forms.Form, Right.EDIT_STAFF)
def renew_invitation(page: PersonPage, _form: forms.Form) -> HttpResponse:
    """Send a new invitation; the previous one becomes invalid."""
    user = account_changes.renew_invitation(page.kwargs["pk"], acting_user=page.user)
    _invite(page.request, user)
    return page.redirect_after_change(user)


@PersonPage.form_view(StaffReasonForm, Right.EDIT_STAFF, unread=None)
def reset_second_factor(page: PersonPage, form: StaffReasonForm) -> HttpResponse:
    """Remove a lost second factor, and invite the user again."""
    pk, reason = page.kwargs["pk"], form.cleaned_data["reason"]
    done = account_changes.reset_second_factor(pk, reason=reason, acting_user=page.user)
    if isinstance(done, User):
        _invite(page.request, done)
    return page.redirect_after_change(done)


@PersonPage.form_view(AddressForm, Right.EDIT_STAFF, unread=None)
def change_address(page: PersonPage, form: AddressForm) -> HttpResponse:
    """Change the email address of a staff user."""
    given, pk = form.cleaned_data, page.kwargs["pk"]
    return page.redirect_after_change(
        account_changes.change_address(
            pk, given["email"], reason=given["reason"], acting_user=page.user
        )
    )


@PersonPage.form_view(StaffReasonForm, Right.EDIT_STAFF, unread=None)
def end_sessions(page: PersonPage, form: StaffReasonForm) -> HttpResponse:
    """End all sessions of a staff user."""
    pk, reason = page.kwargs["pk"], form.cleaned_data["reason"]
    return page.redirect_after_change(
        account_changes.end_sessions(pk, reason=reason, acting_user=page.user)
    )


@PersonPage.form_view(StateForm, Right.EDIT_STAFF, unread=None)
def change_state(page: PersonPage, form: StateForm) -> HttpResponse:
    """Lock, reopen or close a staff account."""
    given, pk = form.cleaned_data, page.kwargs["pk"]
    return page.redirect_after_change(
        account_changes.set_state(pk, given["to"], reason=given["reason"], acting_user=page.user)
    )


class StaffChangesPage(StaffPage):
    """Undecided proposals about administrators and managers."""

    opens = (Right.APPROVE_STAFF,)
    template_name = "accounts/staff/changes.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            title=_("Changes of administrators and managers"),
            rows=[(row, words.describe_change(row)) for row in staff_accounts.undecided_changes()],
            may_approve=Right.APPROVE_STAFF in self.rights,
            **kwargs,
        )


def _invite_changed(request: HttpRequest, changed: User | None) -> None:
    """Invite the user of an approved change if it leaves them without a password."""
    if changed and not changed.has_usable_password() and changed.state == State.ACTIVE:
        _invite(request, changed)


decide_change = StaffChangesPage.decision_view(
    Right.APPROVE_STAFF,
    proposals.decide_change,
    approved=gettext_lazy("It is approved and done."),
    refused=gettext_lazy("Refused."),
    back="people:changes",
    then=_invite_changed,
)


class RightsReviewPage(StaffFormPage[ReviewForm]):
    """Review the rights of all staff."""

    opens = (Right.VIEW_STAFF,)
    sends = Right.EDIT_STAFF
    template_name = "accounts/staff/review.html"

    def process_form(self, form: ReviewForm) -> HttpResponse:
        seen, note = form.cleaned_data["seen"], form.cleaned_data["note"]
        rights_review.record_review(seen, note=note, acting_user=self.user)
        return self.redirect_with_message(_("The review is recorded."), "people:list")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found, last = staff_accounts.accounts_to_review(), staff_accounts.find_last_review()
        return super().get_context_data(
            title=_("Review of rights"),
            people=[(user, staff_accounts.list_roles(user)) for user in found],
            review=last,
            review_due=staff_accounts.is_review_due(last, timezone.now()),
            seen=staff_accounts.review_digest(found),
            may_edit=Right.EDIT_STAFF in self.rights,
            **kwargs,
        )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def accept_invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Set the first password by an invitation link."""
    try:
        form = JoinForm(request.POST or None, user=find_invited_user(key))
        if request.method == "POST" and form.is_valid():
            user = account_changes.accept_invitation(key, form.cleaned_data["password1"])
            messages.success(request, _("Your password is set. Connect your second factor now."))
            return cast("HttpResponse", perform_password_login(request, {}, Login(user=user)))
    except InvitationInvalid:
        context = {"over": True}
        return render(request, "accounts/join.html", context, status=HTTPStatus.GONE)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "accounts/join.html", {"form": form}, status=status)


def _invite(request: HttpRequest, user: User) -> None:
    send_invitation(user, request.build_absolute_uri)
    told = _("The invitation goes to %(email)s. It may take some minutes.")
    messages.success(request, told % {"email": user.email})
