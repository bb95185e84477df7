"""Application configuration of `accounts`."""

from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.http import HttpRequest

    from accounts.models.users import User


class AccountsConfig(AppConfig):
    """App configuration; connects the signals of allauth's second factors."""

    name = "accounts"
    verbose_name = _("Accounts")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the signals for connected and used second factors."""
        from allauth.mfa.signals import authenticator_added, authenticator_used  # noqa: PLC0415  # models are not loaded earlier

        from accounts.recovery.services import end_resets_by_factor  # noqa: PLC0415  # as above
        from internals.allauth_flows import record_authentication  # noqa: PLC0415  # as above

        def not_lost(user: "User", **_about: object) -> None:
            if not user.is_staff:
                end_resets_by_factor(user.pk)

        def just_shown(request: "HttpRequest", user: "User", **_about: object) -> None:
            if user.is_staff:
                record_authentication(request, user, "mfa")

        # Connecting an app requires its code, so staff are not asked for a second one.
        authenticator_added.connect(just_shown, weak=False, dispatch_uid="a factor was shown")
        authenticator_used.connect(not_lost, weak=False, dispatch_uid="a factor is not lost")
