"""Back-office pages of service keys: list, new key, one key."""

from datetime import timedelta
from functools import cached_property
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from accounts.roles.values import Right
from accounts.staff.selectors.staff_accounts import list_roles
from accounts.staff.views.back_office import render_staff
from accounts.staff.views.pages import StaffFormPage, StaffPage
from api.forms.service_keys import KeyOwnerForm, NewKeyForm, RevokeKeyForm, RotateKeyForm
from api.models import ServiceKey
from api.selectors.service_keys import list_keys
from api.services import service_keys
from api.services.service_keys import IssuedKey
from api.words.service_keys import KeyLine, build_key_line
from pages.lists import load_slice


class KeysPage(StaffPage):
    """Every key with its state and last use."""

    opens = (Right.VIEW_STAFF,)
    template_name = "api/keys/list.html"
    title = _("Service keys")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found, now = load_slice(list_keys(), self.request), timezone.now()
        return super().get_context_data(
            slice=found,
            lines=[build_key_line(key, now) for key in found.rows],
            may_edit=Right.EDIT_STAFF in self.rights,
            **kwargs,
        )


class NewKeyPage(StaffFormPage[NewKeyForm]):
    """Choose the responsible person, then make a key, and show its text once."""

    opens = (Right.EDIT_STAFF,)
    template_name = "api/keys/new.html"
    title = _("New service key")

    @cached_property
    def person(self) -> User | None:
        """The person chosen as responsible; None before that."""
        form = KeyOwnerForm(self.request.POST if self.sent else self.request.GET)
        found: User | None = form.cleaned_data["owner"] if form.is_valid() else None
        return found

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "person": self.person}

    def get_initial(self) -> dict[str, Any]:
        return {"owner": self.person.pk} if self.person else {}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        roles = list_roles(self.person) if self.person else []
        return super().get_context_data(
            person=self.person,
            roles=", ".join(str(role.label) for role in roles),
            owner_form=KeyOwnerForm(),
            **kwargs,
        )

    def process_form(self, form: NewKeyForm) -> HttpResponse:
        issued = service_keys.make_key(form.asked, acting_user=self.user)
        return _show_secret(self, issued)


class KeyPage(StaffPage):
    """One key, with the forms that rotate and revoke it."""

    opens = (Right.VIEW_STAFF,)
    template_name = "api/keys/key.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        line = self._load_line()
        active = line.state == ServiceKey.State.ACTIVE and Right.EDIT_STAFF in self.rights
        return super().get_context_data(
            title=line.key.name,
            line=line,
            may_revoke=active,
            rotate_form=self.refused_or_new_form(RotateKeyForm)
            if active and line.successor is None
            else None,
            **kwargs,
        )

    def _load_line(self) -> KeyLine:
        key = get_object_or_404(list_keys(), pk=self.kwargs["pk"])
        return build_key_line(key, timezone.now())


@KeyPage.form_view(RotateKeyForm, Right.EDIT_STAFF, unread=None)
def rotate_key(page: KeyPage, form: RotateKeyForm) -> HttpResponse:
    """Make the key's successor, and show its text once."""
    get_object_or_404(ServiceKey, pk=page.kwargs["pk"])
    issued = service_keys.rotate_key(
        page.kwargs["pk"],
        valid_for=form.valid_for,
        overlap=timedelta(hours=form.cleaned_data["overlap"]),
        acting_user=page.user,
    )
    return _show_secret(page, issued)


@KeyPage.form_view(RevokeKeyForm, Right.EDIT_STAFF, unread=None)
def revoke_key(page: KeyPage, form: RevokeKeyForm) -> HttpResponse:
    """End the key."""
    key = get_object_or_404(ServiceKey, pk=page.kwargs["pk"])
    service_keys.revoke_key(key.pk, reason=form.cleaned_data["reason"], acting_user=page.user)
    return page.redirect_with_message(_("The key is revoked."), "keys:key", key.pk)


def _show_secret(page: StaffPage, issued: IssuedKey) -> HttpResponse:
    """Answer with the key itself: there is no address that shows it again."""
    return render_staff(
        page.request,
        "api/keys/issued.html",
        {"title": issued.key.name, "issued": issued},
    )
