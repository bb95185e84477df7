"""Settings shared by all environments; `dev`, `test` and `production` extend them."""

from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config import back_office, logs, schedule
from config.casts import (
    parse_absolute_path,
    parse_boolean,
    parse_choice,
    parse_integer,
    parse_providers,
    parse_redis_address,
    parse_secret,
    parse_time_zone,
    parse_web_address,
    split_words,
)
from config.environment import Environment
from config.pooling import NO_POOLER, SESSION_OPTIONS, parse_consoles, parse_pooling
from config.settings.api import *
from config.settings.house import *
from config.settings.observed import *
from config.settings.sign_in import *
from internals.postgresql.waiting import PatientConnection

env = Environment()
BASE_DIR = Path(__file__).resolve().parent.parent.parent

DEBUG = False
INSTALLED_APPS = [
    "unfold.apps.BasicAppConfig",
    "config.staff_admin.StaffAdmin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "config.apps.StaticFiles",
    "config",
    "journal",
    "approvals",
    "profiles",
    "restores",
    "builds",
    "accounts",
    "limits",
    "wallet",
    "tables",
    "loyalty",
    "casino",
    "compliance",
    "detection",
    "cases",
    "reports",
    "api",
    "alarms",
    "rest_framework",
    "drf_spectacular",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.headless",
    "allauth.idp.oidc",
    "csp",
    "django_countries",
    "django_htmx",
    "django_structlog",
]
MIDDLEWARE = [
    "config.health.HealthMiddleware",  # outside host names and redirects: probes ask by address
    "config.metrics.requests.RequestMetricsMiddleware",  # around everything that takes time
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.ContentPolicyMiddleware",
    "config.middleware.PermissionsPolicyMiddleware",
    "api.middleware.SessionTokenMiddleware",  # outside all middleware that reads cookies
    "config.middleware.NoStoreMiddleware",
    "config.middleware.FileSentMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.middleware.RequestLogMiddleware",
    "config.middleware.ErrorMiddleware",  # outside all middleware that answers exceptions: whatever reaches it is an error
    "accounts.audit.middleware.staff_refusals.StaffRefusalMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.BusyMiddleware",
    "accounts.users.middleware.OwnLanguageMiddleware",
    "config.zones.ZoneMiddleware",
    "config.refusals.RefusalMiddleware",
    "accounts.staff.middleware.StaffMiddleware",
    "accounts.factors.middleware.PlayerFactorMiddleware",
    "accounts.visits.middleware.PresenceMiddleware",
    "accounts.audit.middleware.acting_user.OwnAccountMiddleware",
    "accounts.guests.middleware.GuestMiddleware",
    "accounts.gate.middleware.GateMiddleware",
]
CSRF_FAILURE_VIEW = "config.errors.csrf_failure"
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["pages.filters"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.operator",
                "compliance.messages.views.context.provide_unread_messages",
                "wallet.ledger.views.context.header_balance",
            ],
        },
    },
]

WEB_THREADS = env("WEB_THREADS", parse_integer(1, 64), 4)  # requests that a process answers at once

# Socket over which the web hands stream connections to the stream process; empty if a proxy sends
# them there itself.
STREAMS_SOCKET = env("STREAMS_SOCKET", str, "")
STREAMS_PATH = "/streams/table"
STREAMS_BIND = env("STREAMS_BIND", str, "")  # where the stream process listens for a proxy
# Let the web record once a second that it is alive, for the clocks of live tables, and let web,
# workers and dealers compare the database with the marker in LEDGER_SEALS.
LEAVE_MARKS = env("LEAVE_MARKS", parse_boolean, default=True)
VERIFY_BUILD_AT_START = env("VERIFY_BUILD_AT_START", parse_boolean, default=True)


# Web and workers know only the application's role. The owner's alias exists where DATABASE_URL is
# set: in `prepare_database` and in the tests.
def application_database(settings: dict[str, Any]) -> dict[str, Any]:
    """Return a serving process's connection settings: pooled, health-checked, statement and lock timeouts."""
    # a dead database is reported within three seconds; every answering thread can have a connection
    pool = {"min_size": 1, "max_size": max(8, WEB_THREADS)}
    # a hanging server is given up as fast, also over TCP when its machine is gone
    gone = {"connect_timeout": 2, "tcp_user_timeout": 10_000, "keepalives_idle": 10}
    patient = {**pool, "timeout": 2, "connection_class": PatientConnection}
    options = {"options": SESSION_OPTIONS, **gone, "pool": patient}
    return {
        **settings,
        "OPTIONS": {**options, **settings["OPTIONS"]},
        "CONN_MAX_AGE": 0,  # the pool keeps the connections
        "CONN_HEALTH_CHECKS": True,
    }


DATABASES: dict[str, dict[str, Any]] = {}
# Whether DATABASE_APP_URL is PgBouncer, and whether that one knows prepared statements; the consoles
# are asked for its version at start, and told to reconnect after a migration.
DATABASE_POOLING = env("DATABASE_POOLING", parse_pooling, NO_POOLER)
PGBOUNCER_CONSOLES = env("PGBOUNCER_CONSOLES", parse_consoles, [])

# Shared by all processes: the login rate limits are counted in it. Values are JSON, so writing one
# cannot run code.
CACHE_URL = env("CACHE_URL", parse_redis_address, "")
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": CACHE_URL,
        "OPTIONS": {
            "serializer": "config.cache.JSONSerializer",
            "socket_connect_timeout": 2,  # seconds; an unresponsive Redis must not block pages
            "socket_timeout": 2,
        },
    }
    if CACHE_URL
    else {"BACKEND": "config.cache.DatabaseJSONCache"},
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Pages use no other names, and half as many files are compressed.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
STATIC_ROOT = env("STATIC_ROOT", parse_absolute_path, BASE_DIR / "var" / "static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.ImmutableStorage"},
}

LANGUAGE_CODE = "es"
LANGUAGES = [("es", _("Spanish")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
TIME_ZONE = "UTC"  # outside requests; pages use the reader's zone (config.zones)
USE_TZ = True
# Zone and start hour of the operator's day. Read once, by the migration that creates its first row;
# `set_gaming_day` changes it.
OPERATOR_TIME_ZONE = env("OPERATOR_TIME_ZONE", parse_time_zone, "UTC")
GAMING_DAY_START_HOUR = env("GAMING_DAY_START_HOUR", parse_integer(0, 23), 0)


X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
    },
}

DEFAULT_FROM_EMAIL = f"{OPERATOR_NAME} <{OPERATOR_EMAIL}>"
SERVER_EMAIL = OPERATOR_EMAIL
# Backend that delivers mail; None: the one that pages use. In production pages only store mail
# (`accounts.mail.services`).
MAIL_DELIVERY: str | None = None

UNFOLD = back_office.unfold_settings(OPERATOR_NAME)

DEMO_PROVIDER_ENABLED = False
# Adapters by provider name, and each one's options (docs/providers.md).
PAYMENT_PROVIDERS = env("PAYMENT_PROVIDERS", parse_providers, {})
_OPTION_CASTS = {"SECRET": parse_secret(32), "URL": parse_web_address}
PAYMENT_OPTIONS = {
    name: env.options(f"PAYMENT_{name.upper()}_", _OPTION_CASTS) for name in PAYMENT_PROVIDERS
}
CALLBACK_BYTES = 16_384
CALLBACK_WINDOW_SECONDS = env("CALLBACK_WINDOW_SECONDS", parse_integer(30, 3600), 300)


def broker_folders(folder: Path) -> dict[str, Any]:
    """Return Celery's transport options for a queue in a folder: one machine, no broker."""
    queue = str(folder / "queue")
    return {
        "data_folder_in": queue,
        "data_folder_out": queue,
        "control_folder": str(folder / "control"),
        "polling_interval": 0.2,  # seconds between polls
    }


CELERY_BROKER_URL = env("CELERY_BROKER_URL", str, "filesystem://")
CELERY_BROKER_TRANSPORT_OPTIONS = (
    broker_folders(env("CELERY_FOLDER", parse_absolute_path, BASE_DIR / "var" / "celery"))
    if CELERY_BROKER_URL == "filesystem://"
    else {}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # the filesystem transport has no broadcast
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_RESULT_SERIALIZER = "json"
CELERY_EVENT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_RESULT_ACCEPT_CONTENT = ["json"]
CELERY_BEAT_SCHEDULER = "config.beat:JSONScheduler"
# Where beat keeps the times of its last runs, without the ending .json.
CELERY_BEAT_SCHEDULE_FILENAME = str(
    env("BEAT_FILE", parse_absolute_path, BASE_DIR / "var" / "celery" / "beat")
)
CELERY_TASK_TIME_LIMIT = 120
CELERY_TASK_SOFT_TIME_LIMIT = 90
CELERY_TASK_ROUTES = schedule.ROUTES
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = schedule.BEAT
# Touched by workers, beat and dealers while they live, for the health checks of containers.
ALIVE_FILE = env("ALIVE_FILE", str, "")
# A worker without a heartbeat for this long counts as dead. Without WATCHED_QUEUES, workers run
# elsewhere or not at all.
SILENT_SECONDS = env("SILENT_SECONDS", parse_integer(2, 3600), 60)
WATCHED_QUEUES = (
    env("WATCHED_QUEUES", split_words, [*schedule.WATCHED])
    if env("WATCH_WORKERS", parse_boolean, default=True)
    else []
)
# A withdrawal is approved and paid only once what happened up to its request is judged. No environment switches it off.
JUDGE_BEFORE_PAYING = True
RATE_FEED_URL = env("RATE_FEED_URL", parse_web_address, "")  # empty: rates are not fetched
# Heads of the seal chain, one file a day: copy them to where the database owner cannot write.
LEDGER_SEALS = env("LEDGER_SEALS", parse_absolute_path, BASE_DIR / "var" / "seals")
# Months of the ledger and of decisions as Parquet files, shared by web and workers.
ARCHIVE = env("ARCHIVE", parse_absolute_path, BASE_DIR / "var" / "archive")
# Age in months from which a month is archived at night; 0: only by `archive_months`.
ARCHIVE_AFTER_MONTHS = env("ARCHIVE_AFTER_MONTHS", parse_integer(0, 1200), 0)
# Files that staff requested, outside the served folders; web and workers share the folder.
EXPORTS = env("EXPORTS", parse_absolute_path, BASE_DIR / "var" / "exports")
EXPORT_DAYS = env("EXPORT_DAYS", parse_integer(1, 90), 7)
# Manifest that `verify_build` compares the code with; stored outside the code, and copied to where
# serving processes cannot write.
BUILD_MANIFEST = env("BUILD_MANIFEST", parse_absolute_path, BASE_DIR / "var" / "manifest.txt")
# Players' documents, encrypted, outside the served folders; web and workers share the folder.
DOCUMENTS = env("DOCUMENTS", parse_absolute_path, BASE_DIR / "var" / "documents")
# A key for each person, wrapped by IDENTITY_KEY_FILE: shared by all machines, never in a backup of the database.
PERSON_KEYS = env("PERSON_KEYS", parse_absolute_path, BASE_DIR / "var" / "person-keys")
DOCUMENT_DAYS = env("DOCUMENT_DAYS", parse_integer(1, 3650), 30)
# Programs besides web, workers and dealers that may decrypt the seeds of open shoes without an alarm: none in production.
MORE_DEALING_PROGRAMS: tuple[str, ...] = ()
# CSV file of networks and countries for `manage.py load_network_countries`; visits get their country from the loaded table.
NETWORK_COUNTRIES_FILE = env("NETWORK_COUNTRIES_FILE", parse_absolute_path, None)
# Signed lists of the gate before play (docs/gate.md): the files in which they are delivered, and their keys.
EXCLUSION_REGISTER_FILE = env("EXCLUSION_REGISTER_FILE", parse_absolute_path, None)
EXCLUSION_REGISTER_KEY_FILE = env("EXCLUSION_REGISTER_KEY_FILE", parse_absolute_path, None)
SANCTIONS_LIST_FILE = env("SANCTIONS_LIST_FILE", parse_absolute_path, None)
SANCTIONS_LIST_KEY_FILE = env("SANCTIONS_LIST_KEY_FILE", parse_absolute_path, None)
# Providers that answer by HTTPS, by check: GATE_LOCATION_URL with GATE_LOCATION_SECRET, and so on. `joint_limits` is asked before a
# deposit, the others before play.
GATE_PROVIDERS = {
    check: found
    for check in ("register", "location", "sanctions", "joint_limits")
    if (found := env.options(f"GATE_{check.upper()}_", _OPTION_CASTS))
}
for _check, _options in GATE_PROVIDERS.items():
    if _options.keys() != {"URL", "SECRET"}:
        raise ImproperlyConfigured(f"GATE_{_check.upper()}_ takes URL and SECRET, and needs both.")
# At most these bytes of an uploaded file are read; nothing is written to disk on the way.
UPLOAD_BYTES = env("UPLOAD_MEGABYTES", parse_integer(1, 50), 8) * 1024 * 1024
# No form has more than one file field; this bounds the memory of a request.
DATA_UPLOAD_MAX_NUMBER_FILES = 1
FILE_UPLOAD_HANDLERS = ["accounts.identity.forms.upload_handler.BoundedUploadHandler"]

# The images that containers were made from; the checks want them pinned by digest.
CONTAINER_IMAGES = env("CONTAINER_IMAGES", split_words, [])
LOGGING_CONFIG = "config.logs.configure_logging"
LOG_FILE = env("LOG_FILE", str, "")
LOGGING = logs.build_configuration(
    LOG_FILE or None, env("LOG_LEVEL", parse_choice(*logs.LEVELS), logs.LEVELS[0])
)
DJANGO_STRUCTLOG_CELERY_ENABLED = True
