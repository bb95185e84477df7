"""Back-office pages of registered apps: list, new app, one app."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff
from accounts.staff.views.pages import StaffFormPage, StaffPage
from api.forms.apps import AppReasonForm, NewAppForm
from api.models import RealMoneyDecision, RealMoneyProposal, RegisteredApp
from api.selectors.apps import list_apps
from api.services import apps
from api.services.apps import IssuedApp
from api.words.apps import build_app_line
from pages.lists import load_slice


class AppsPage(StaffPage):
    """Every app with its state and connected players."""

    opens = (Right.VIEW_STAFF, Right.APPROVE_STAFF)
    template_name = "api/apps/list.html"
    title = _("Registered apps")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found = load_slice(list_apps(), self.request)
        return super().get_context_data(
            slice=found,
            lines=[build_app_line(app) for app in found.rows],
            may_edit=Right.EDIT_STAFF in self.rights,
            **kwargs,
        )


class NewAppPage(StaffFormPage[NewAppForm]):
    """Register an app, and show its secret once."""

    opens = (Right.EDIT_STAFF,)
    template_name = "api/apps/new.html"
    title = _("New app")

    def process_form(self, form: NewAppForm) -> HttpResponse:
        return _show_issued(self, apps.register_app(form.asked, acting_user=self.user))


class AppPage(StaffPage):
    """One app, with the forms that change it."""

    opens = (Right.VIEW_STAFF, Right.APPROVE_STAFF)
    template_name = "api/apps/app.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        app = get_object_or_404(list_apps(), pk=self.kwargs["pk"])
        proposals = app.proposals.select_related("proposed_by", "decision__decided_by")
        waiting = proposals.filter(decision=None).first()
        return super().get_context_data(
            title=app.name,
            line=build_app_line(app),
            waiting=waiting,
            decided=proposals.exclude(decision=None).order_by("-pk"),
            may_edit=app.is_active and Right.EDIT_STAFF in self.rights,
            may_decide=app.is_active and Right.APPROVE_STAFF in self.rights,
            **kwargs,
        )


@AppPage.form_view(AppReasonForm, Right.EDIT_STAFF, unread=None)
def revoke_app(page: AppPage, form: AppReasonForm) -> HttpResponse:
    """End the app."""
    app = _find_app(page)
    apps.revoke_app(app.pk, reason=form.cleaned_data["reason"], acting_user=page.user)
    return page.redirect_with_message(_("The app is revoked."), "apps:app", app.pk)


@AppPage.form_view(AppReasonForm, Right.EDIT_STAFF, unread=None)
def propose_real_money(page: AppPage, form: AppReasonForm) -> HttpResponse:
    """Propose real money for the app."""
    app = _find_app(page)
    apps.propose_real_money(app.pk, reason=form.cleaned_data["reason"], acting_user=page.user)
    told = _("It is proposed. Another person has to approve it.")
    return page.redirect_with_message(told, "apps:app", app.pk)


@AppPage.form_view(AppReasonForm, Right.EDIT_STAFF, unread=None)
def stop_real_money(page: AppPage, form: AppReasonForm) -> HttpResponse:
    """Stop the app's play with real money."""
    app = _find_app(page)
    apps.stop_real_money(app.pk, reason=form.cleaned_data["reason"], acting_user=page.user)
    told = _("The app no longer plays with real money.")
    return page.redirect_with_message(told, "apps:app", app.pk)


@AppPage.form_view(AppReasonForm, Right.EDIT_STAFF, unread=None)
def renew_secret(page: AppPage, form: AppReasonForm) -> HttpResponse:
    """Give the app a new secret, and show it once."""
    reason = form.cleaned_data["reason"]
    return _show_issued(
        page, apps.renew_secret(_find_app(page).pk, reason=reason, acting_user=page.user)
    )


def _find_page_of(pk: int) -> dict[str, int]:
    return {"pk": get_object_or_404(RealMoneyProposal, pk=pk).app_id}


def _build_app_url(decision: RealMoneyDecision) -> str:
    return reverse("apps:app", args=[decision.proposal.app_id])


decide_real_money = AppPage.decision_view(
    Right.APPROVE_STAFF,
    apps.decide_real_money,
    _find_page_of,
    approved=_("The app may play with real money."),
    refused=_("The proposal is refused."),
    back=_build_app_url,
)


def _find_app(page: StaffPage) -> RegisteredApp:
    return get_object_or_404(RegisteredApp, pk=page.kwargs["pk"])


def _show_issued(page: StaffPage, issued: IssuedApp) -> HttpResponse:
    """Answer with the client id and the secret: there is no address that shows the secret again."""
    context = {"title": issued.app.name, "issued": issued}
    return render_staff(page.request, "api/apps/issued.html", context)
