"""`make run`: like production, but on loopback without TLS, with the demo provider and email on the console."""

from config.casts import (
    parse_absolute_path,
    parse_database_url,
    parse_integer,
    parse_profile_name,
    parse_secret,
    split_words,
)
from config.pooling import add_pooler
from config.settings.base import *

# Commands that fill a demo with history and play on it.
INSTALLED_APPS += ["tools.history", "tools.traffic"]
SECRET_KEY = env("SECRET_KEY", str)
SEED_KEY_FILE = env("SEED_KEY_FILE", parse_absolute_path)
IDENTITY_KEY_FILE = env("IDENTITY_KEY_FILE", parse_absolute_path)
ALLOWED_HOSTS = env("ALLOWED_HOSTS", split_words, ["localhost", "127.0.0.1", "[::1]"])
SITE_ADDRESS = f"http://localhost:{env('PORT', parse_integer(1, 65535), 8000)}"
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
DEMO_PROVIDER_ENABLED = True
FIRST_PROFILE = env("FIRST_PROFILE", parse_profile_name, "demo")
WEBHOOKS_OVER_HTTP = True
SERVICE_KEY_PREFIX = "lgl_test_"
PAYMENT_OPTIONS["demo"] = {"SECRET": env("DEMO_PROVIDER_SECRET", parse_secret(32))}
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
MORE_DEALING_PROGRAMS = ("tools",)  # benchmarks and rehearsals
