# mypy: allow-subclassing-any
# (the library whose classes these extend ships without types)
"""Admin site of the back office."""

from typing import Any

from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from unfold.sites import UnfoldAdminSite

from accounts.staff.views.back_office import is_staff_with_factor


class StaffSite(UnfoldAdminSite):
    """Django's admin site without own login, logout, password form or models: every page is one of ours."""

    def register(self, *_models: Any, **_options: Any) -> None:
        """Register nothing: editing rows directly would bypass services, rights and reasons."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether this is staff with a second factor in this session."""
        return is_staff_with_factor(request)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the site's login, which has rate limits and second factors."""
        del extra_context
        return redirect_to_login(request.GET.get("next") or reverse("admin:index"))

    def logout(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Sign out and redirect to the login."""
        del extra_context
        logout(request)
        return redirect("account_login")

    def search(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Raise Http404: nothing is registered, so there is nothing to search."""
        del request, extra_context
        raise Http404

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the site's own password page."""
        del request, extra_context
        return redirect("account_change_password")
