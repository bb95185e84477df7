"""Production: everything comes from the environment; unsafe settings stop the start-up."""

from django.core.exceptions import ImproperlyConfigured

from config.casts import (
    parse_boolean,
    parse_database_url,
    parse_host_names,
    parse_integer,
    parse_key_file,
    parse_secret,
    require_off,
)
from config.pooling import add_pooler
from config.settings.base import *

DEBUG = env("DEBUG", require_off, default=False)
DEMO_PROVIDER_ENABLED = env("DEMO_PROVIDER_ENABLED", require_off, default=False)
SECRET_KEY = env("SECRET_KEY", parse_secret(50))
ALLOWED_HOSTS = env("ALLOWED_HOSTS", parse_host_names)
SEED_KEY_FILE = env("SEED_KEY_FILE", parse_key_file(BASE_DIR))
IDENTITY_KEY_FILE = env("IDENTITY_KEY_FILE", parse_key_file(BASE_DIR))
# Old seed keys are deleted once their shoes are closed.
if IDENTITY_KEY_FILE.samefile(SEED_KEY_FILE):
    raise ImproperlyConfigured("IDENTITY_KEY_FILE must be another file than SEED_KEY_FILE.")
SITE_ADDRESS = f"https://{ALLOWED_HOSTS[0].lstrip('.')}"  # for commands, which have no request
DATABASES["default"] = application_database(env("DATABASE_APP_URL", parse_database_url))
if "DATABASE_URL" in env:
    DATABASES["owner"] = env("DATABASE_URL", parse_database_url)
add_pooler(
    DATABASES,
    DATABASE_POOLING,
    application_database(env("DATABASE_DIRECT_URL", parse_database_url))
    if "DATABASE_DIRECT_URL" in env
    else None,
)

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

EMAIL_BACKEND = "accounts.mail.services.Outbox"
MAIL_DELIVERY = "django.core.mail.backends.smtp.EmailBackend"
EMAIL_HOST = env("EMAIL_HOST", str, "")
EMAIL_PORT = env("EMAIL_PORT", parse_integer(1, 65535), 587)
EMAIL_HOST_USER = env("EMAIL_HOST_USER", str, "")
EMAIL_HOST_PASSWORD = env("EMAIL_HOST_PASSWORD", str, "")
EMAIL_USE_TLS = env("EMAIL_USE_TLS", parse_boolean, default=True)
EMAIL_TIMEOUT = 10
