"""Who signs in, and how: passwords, allauth, second factors, sessions and their cookies."""

from typing import Any

from config.casts import parse_integer
from config.environment import Environment

_env = Environment()

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.sign_in.views.backend.ConfirmedAddressBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.ScryptPasswordHasher",
]
_VALIDATORS = "django.contrib.auth.password_validation."
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": _VALIDATORS + "UserAttributeSimilarityValidator"},
    {"NAME": _VALIDATORS + "MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": _VALIDATORS + "CommonPasswordValidator"},
    {"NAME": _VALIDATORS + "NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"

ACCOUNT_ADAPTER = "accounts.sign_in.views.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "accounts.sign_up.forms.sign_up.SignupForm",
    "reset_password": "accounts.sign_in.forms.password_reset.ResetPasswordForm",
    "reset_password_from_key": "accounts.sign_in.forms.password_reset.NewPasswordForm",
    "change_password": "accounts.sign_in.forms.changes.ChangePasswordForm",
    "add_email": "accounts.sign_in.forms.changes.AddEmailForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Lígalo] "
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_CONFIRM_EMAIL_ON_GET = False
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True  # only in the browser that signed up
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_SESSION_REMEMBER = False
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_RATE_LIMITS = {  # count / period / scope: one network (ip) or one email address (key)
    "login": "30/m/ip",
    "login_failed": "20/m/ip,3/30m/key",
    "signup": "20/m/ip",
    "reset_password": "20/m/ip,5/d/key",
}
# Failed sign-ins in a row from one network within half an hour, after which it is blocked for as
# long.
LOGIN_NETWORK_FAILURES = _env("LOGIN_NETWORK_FAILURES", parse_integer(3, 1000), 3)
MFA_ADAPTER = "accounts.factors.services.SecondStepAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "add_webauthn": "accounts.sign_in.forms.passkeys.AddPasskeyForm",
    "edit_webauthn": "accounts.sign_in.forms.passkeys.EditPasskeyForm",
    "authenticate_webauthn": "accounts.sign_in.forms.passkeys.AuthenticatePasskeyForm",
    "login_webauthn": "accounts.sign_in.forms.passkeys.LoginPasskeyForm",
    "reauthenticate_webauthn": "accounts.sign_in.forms.passkeys.ReauthenticatePasskeyForm",
}
# Nobody signs in before confirming an address; changing it needs the second factor.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Lígalo"
TRUSTED_PROXY_COUNT = _env("TRUSTED_PROXY_COUNT", parse_integer(0, 10), 0)
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXY_COUNT

SESSION_ENGINE = "internals.stored_sessions"
SESSION_SERIALIZER = "django.contrib.sessions.serializers.JSONSerializer"
SESSION_COOKIE_AGE = 12 * 60 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
STAFF_IDLE_SECONDS = _env("STAFF_IDLE_SECONDS", parse_integer(60, 12 * 60 * 60), 30 * 60)
# Even without idling, the second factor is asked for again after this time.
STAFF_SESSION_SECONDS = _env(
    "STAFF_SESSION_SECONDS", parse_integer(5 * 60, 24 * 60 * 60), 12 * 60 * 60
)
