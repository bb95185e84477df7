"""Production: everything from the environment, and no start with a setting that is not safe."""

import stat
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from config import env
from config.settings.base import *

_LONG_ENOUGH = 50


def _secret_key() -> str:
    key = env.text("SECRET_KEY")
    if len(key) < _LONG_ENOUGH or len(set(key)) < 10 or key.startswith("django-insecure"):  # noqa: PLR2004  # as Django's own check
        raise ImproperlyConfigured(
            f"SECRET_KEY must be a random text of at least {_LONG_ENOUGH} characters."
        )
    return key


def _allowed_hosts() -> list[str]:
    hosts = env.words("ALLOWED_HOSTS")
    if not hosts or any("*" in host for host in hosts):
        raise ImproperlyConfigured("ALLOWED_HOSTS must name the site's own hosts, without '*'.")
    return hosts


def _key_file(name: str) -> Path:
    file = env.path(name)
    if BASE_DIR in file.parents:
        raise ImproperlyConfigured(f"{name} must stand outside the code's folder.")
    if not file.is_file() or not file.stat().st_size:
        raise ImproperlyConfigured(f"{name}: there is no key in {file}.")
    if stat.S_IMODE(file.stat().st_mode) & 0o177:
        raise ImproperlyConfigured(f"{name}: {file} must have the mode 0600 or less.")
    return file


def _identity_key_file() -> Path:
    file = _key_file("IDENTITY_KEY_FILE")
    if file.samefile(SEED_KEY_FILE):  # whose old keys go when their shoes are closed
        raise ImproperlyConfigured("IDENTITY_KEY_FILE must be another file than SEED_KEY_FILE.")
    return file


def _off(name: str) -> bool:
    if env.switch(name, default=False):
        raise ImproperlyConfigured(f"{name} must be off in production.")
    return False


DEBUG = _off("DEBUG")
DEMO_PROVIDER_ENABLED = _off("DEMO_PROVIDER_ENABLED")
SECRET_KEY = _secret_key()
ALLOWED_HOSTS = _allowed_hosts()
SEED_KEY_FILE = _key_file("SEED_KEY_FILE")
IDENTITY_KEY_FILE = _identity_key_file()
SITE_ADDRESS = f"https://{ALLOWED_HOSTS[0].lstrip('.')}"  # for commands, which see no request
DATABASES["default"] = application_database(env.database("DATABASE_APP_URL"))
if env.text("DATABASE_URL", ""):
    DATABASES["owner"] = env.database("DATABASE_URL")

SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
if TRUSTED_PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SESSION_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-session"
CSRF_COOKIE_SECURE = True
CSRF_COOKIE_NAME = "__Host-csrf"
LANGUAGE_COOKIE_SECURE = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"

EMAIL_BACKEND = "accounts.outbox.Outbox"
MAIL_DELIVERY = "django.core.mail.backends.smtp.EmailBackend"
EMAIL_HOST = env.text("EMAIL_HOST", "localhost")
EMAIL_PORT = env.whole("EMAIL_PORT", 587, least=1, most=65535)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = env.switch("EMAIL_USE_TLS", default=True)
EMAIL_TIMEOUT = 10
