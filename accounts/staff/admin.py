# mypy: allow-subclassing-any
# (the library whose classes these extend ships without types)
"""The site of the back office."""

from typing import Any

from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from unfold.sites import UnfoldAdminSite

from accounts.staff.views.back_office import is_inside


class StaffSite(UnfoldAdminSite):
    """Django's admin without a login, logout or password form of its own, and without a model: every page is one of ours."""

    def register(self, *_models: Any, **_options: Any) -> None:
        """Register nothing: editing rows directly would bypass services, rights and reasons."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Only staff with a second factor in this session."""
        return is_inside(request)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The site's own login, which knows limits and the second factor."""
        del extra_context
        return redirect_to_login(request.GET.get("next") or reverse("admin:index"))

    def logout(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Sign out and show the login."""
        del extra_context
        logout(request)
        return redirect("account_login")

    def search(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """404: nothing is registered, so there is nothing to search."""
        del request, extra_context
        raise Http404

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The site's own page for it."""
        del request, extra_context
        return redirect("account_change_password")
