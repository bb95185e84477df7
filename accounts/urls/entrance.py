"""URLs of language switch and sign-in, under Django's and allauth's names.

A view of ours that replaces one of allauth's has the same path and name.
"""

from django.urls import include, path, re_path

from accounts.profile.views import options
from accounts.sign_in.views import pages, passkeys, password_reset
from accounts.sign_up import views
from accounts.staff.views import people

_PREFIX = "account/"
_RESET_KEY = r"password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$"

_dressed = [
    path("login/", pages.LoginView.as_view(), name="account_login"),
    path("signup/", views.SignupView.as_view(), name="account_signup"),
    path(
        "confirm-email/",
        views.VerificationSentView.as_view(),
        name="account_email_verification_sent",
    ),
    path("email/", pages.EmailView.as_view(), name="account_email"),
    path("reauthenticate/", pages.ReauthenticateView.as_view(), name="account_reauthenticate"),
    path("password/change/", pages.PasswordChangeView.as_view(), name="account_change_password"),
    path("password/reset/", pages.PasswordResetView.as_view(), name="account_reset_password"),
    re_path(
        "^" + _RESET_KEY,
        password_reset.PasswordResetFromKeyView.as_view(),
        name="account_reset_password_from_key",
    ),
    path("2fa/authenticate/", pages.AuthenticateView.as_view(), name="mfa_authenticate"),
    path("2fa/reauthenticate/", pages.MfaReauthenticateView.as_view(), name="mfa_reauthenticate"),
    path("2fa/webauthn/add/", passkeys.AddPasskeyView.as_view(), name="mfa_add_webauthn"),
    path(
        "2fa/webauthn/keys/<int:pk>/edit/",
        passkeys.EditPasskeyView.as_view(),
        name="mfa_edit_webauthn",
    ),
    path("2fa/webauthn/login/", passkeys.PasskeyLoginView.as_view(), name="mfa_login_webauthn"),
    path(
        "2fa/webauthn/reauthenticate/",
        passkeys.PasskeyReauthenticateView.as_view(),
        name="mfa_reauthenticate_webauthn",
    ),
    path("2fa/totp/activate/", pages.ActivateTotpView.as_view(), name="mfa_activate_totp"),
]

urlpatterns = [
    path(f"{_PREFIX}invitation/<str:key>/", people.accept_invitation, name="account_invitation"),
    path("i18n/setlang/", options.set_language, name="set_language"),
    path(_PREFIX, include(_dressed)),
    path(_PREFIX, include("allauth.urls")),
]
