"""Tests: a real PostgreSQL, the application's role for the code, the owner for the set-up."""

from config.casts import parse_database_url
from config.settings.base import *
from config.testing import current_run

INSTALLED_APPS += ["tools.history", "tools.traffic"]
DATABASES["owner"] = parse_database_url(current_run().owner_url)
DATABASES["default"] = parse_database_url(current_run().app_url)
# Shared with the `site` fixture: sessions created in a test are valid there.
SECRET_KEY = current_run().password("secret key")
SEED_KEY_FILE = current_run().seed_key_file
IDENTITY_KEY_FILE = current_run().identity_key_file
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
SITE_ADDRESS = "http://testserver"
DEMO_PROVIDER_ENABLED = True
FIRST_PROFILE = str(BASE_DIR / "tests" / "fixtures" / "profile.toml")
SERVICE_KEY_PREFIX = "lgl_test_"
PAYMENT_OPTIONS = {"demo": {"SECRET": "only for tests: the demo provider's"}}
TEMPLATES[0] |= {"BACKEND": "tests.fixtures.undefined_names.StrictTemplates", "NAME": "django"}
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES["staticfiles"] = {  # unhashed names; the `site` fixture serves collected files
    "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage",
}
PASSWORD_HASHERS = ["tests.fixtures.passwords.QuickArgon2", *PASSWORD_HASHERS]
STATIC_ROOT = current_run().folder / "static"
CELERY_BROKER_URL = "filesystem://"
CELERY_BROKER_TRANSPORT_OPTIONS = broker_folders(current_run().own_folder / "celery")
DOCUMENTS = current_run().own_folder / "documents"
PERSON_KEYS = current_run().folder / "person-keys"  # as the rows that a run prepares once
ARCHIVE = current_run().own_folder / "archive"
EXPORTS = current_run().own_folder / "exports"
LEDGER_SEALS = current_run().own_folder / "seals"
BUILD_MANIFEST = current_run().own_folder / "manifest.txt"
MORE_DEALING_PROGRAMS = ("pytest", "python", "tools")
LEAVE_MARKS = False  # each test has another database, but not another folder of seals
VERIFY_BUILD_AT_START = False  # hashing every package takes seconds
WATCHED_QUEUES = []  # most tests have no workers
JUDGE_BEFORE_PAYING = False  # nor judge anybody
