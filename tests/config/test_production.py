"""Production start: only safe settings are accepted."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from config.testing import current_run
from tests.exhaustive import slow_but_every
from tools.launch.checks import production_environment
from tools.launch.layout import ROOT

# Nothing else of the developer's environment, such as DEBUG, reaches the production process.
PASSED_ON = (
    "PATH",
    "HOME",
)
ASK_FOR_HEADERS = """
import django
django.setup()
from django.test import Client
plain = Client(headers={"host": "ligalo.example"})
print(plain.get("/").headers)
response = plain.get("/", secure=True)
print(dict(response.headers))
print([str(cookie) for cookie in response.cookies.values()])
"""


def environment(
    folder: Path, changed: Mapping[str, str | None] = MappingProxyType({})
) -> dict[str, str]:
    """Return a complete environment with these settings changed, or left out where None."""
    given = production_environment(folder)
    own = {
        name: value
        for name, value in given.items()
        if name in PASSED_ON or os.environ.get(name) != value
    }
    told = {**own, **changed}
    return {name: value for name, value in told.items() if value is not None}


def start(
    folder: Path,
    code: str = "import django; django.setup()",
    changed: Mapping[str, str | None] = MappingProxyType({}),
) -> str:
    """Run `code` with the production settings and return its output, followed by "status <exit code>"."""
    told = environment(folder, changed)
    command = [sys.executable, "-W", "error", "-c", code]
    ended = subprocess.run(command, check=False, cwd=ROOT, env=told, capture_output=True, text=True)
    return f"{ended.stdout}{ended.stderr}status {ended.returncode}"


def test_no_history_is_invented_there(tmp_path: Path) -> None:
    code = """
import django
django.setup()
from django.core.management import call_command
call_command("seed_history", rounds=1)
"""
    assert "Unknown command: 'seed_history'" in start(tmp_path, code)


def test_mails_are_rows_that_a_worker_sends(tmp_path: Path) -> None:
    code = "from django.conf import settings as s; print(s.EMAIL_BACKEND, s.MAIL_DELIVERY)"
    assert start(tmp_path, code).startswith(
        "accounts.mail.services.Outbox django.core.mail.backends.smtp."
    )


REFUSED = (
    ("SECRET_KEY", None, "Set the SECRET_KEY environment variable"),
    ("SECRET_KEY", "short", "SECRET_KEY must be a random text of at least 50 characters"),
    ("SECRET_KEY", "x" * 60, "SECRET_KEY must be a random text"),
    (
        "SECRET_KEY",
        "django-insecure-" + "abcdefghijklmnop" * 4,
        "SECRET_KEY must be a random",
    ),
    ("DEBUG", "1", "DEBUG must be off in production"),
    ("DEBUG", "maybe", "DEBUG must be true or false"),
    ("DEMO_PROVIDER_ENABLED", "yes", "DEMO_PROVIDER_ENABLED must be off in production"),
    (
        "OPERATOR_TIME_ZONE",
        "America/Carcas",
        "OPERATOR_TIME_ZONE must be a time zone that this machine knows",
    ),
    (
        "GAMING_DAY_START_HOUR",
        "24",
        "GAMING_DAY_START_HOUR must be a whole number from 0 to 23",
    ),
    ("ALLOWED_HOSTS", None, "Set the ALLOWED_HOSTS environment variable"),
    ("ALLOWED_HOSTS", "*", "ALLOWED_HOSTS must name the site's own hosts"),
    ("ALLOWED_HOSTS", "ligalo.example,*.example", "ALLOWED_HOSTS must name"),
    ("SEED_KEY_FILE", None, "Set the SEED_KEY_FILE environment variable"),
    (
        "SEED_KEY_FILE",
        "/nowhere/seed.key",
        "SEED_KEY_FILE must be a file with a key: there is none in /nowhere/seed.key",
    ),
    (
        "SEED_KEY_FILE",
        str(ROOT / "var" / "seed.key"),
        "SEED_KEY_FILE must be outside the code's folder",
    ),
    ("IDENTITY_KEY_FILE", None, "Set the IDENTITY_KEY_FILE environment variable"),
    (
        "IDENTITY_KEY_FILE",
        "/nowhere/identity.key",
        "IDENTITY_KEY_FILE must be a file with a key: there is none in /nowhere/identity.key",
    ),
    ("FIRST_PROFILE", "atlantis", "FIRST_PROFILE must be one of house, demo, es"),
    ("FIRST_PROFILE", "/no/such/file.toml", "FIRST_PROFILE must be one of house, demo, es"),
    ("CACHE_URL", "localhost", "CACHE_URL must be the address of a Redis server"),
    ("WEB_THREADS", "many", "WEB_THREADS must be a whole number from 1 to 64"),
    ("DATABASE_APP_URL", "mysql://a@b/c", "DATABASE_APP_URL is not a PostgreSQL URL"),
    ("DATABASE_APP_URL", None, "Set the DATABASE_APP_URL environment variable"),
)
"""A setting, its unsafe value, and how the refusal begins."""
FORKED = """
import json, os, sys
import csp.constants, django, config.back_office, config.logs, config.schedule, internals.postgresql.waiting
for told in json.load(sys.stdin):
    child = os.fork()
    if child == 0:
        os.environ.clear()
        os.environ.update(told)
        django.setup()
        sys.exit()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(f"status {status}\\f", end="", flush=True)
"""
"""Starts with each of the environments given as input, in a process of its own; `\\f` ends its output.

What the settings import, which does not depend on them, is imported before.
"""


def starts(*environments: Mapping[str, str]) -> list[str]:
    """Return what `start` would for each environment; Python itself starts only once."""
    ended = subprocess.run(
        [sys.executable, "-W", "error", "-c", FORKED],
        check=True,
        cwd=ROOT,
        env=environments[0],
        input=json.dumps(environments),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    found = ended.stdout.split("\f")[:-1]
    assert len(found) == len(environments), ended.stdout
    return found


def test_production_refuses(tmp_path: Path) -> None:
    cases = [environment(tmp_path, {name: value}) for name, value, _ in REFUSED]

    complete, *told = starts(environment(tmp_path), *cases)

    assert complete == "status 0"
    for (name, value, reason), one in zip(REFUSED, told, strict=True):
        assert f"ImproperlyConfigured: {reason}" in one, (name, value)
        assert one.endswith("status 1"), (name, value)


def test_keys_are_private_files_of_their_own(tmp_path: Path) -> None:
    cases = []
    for name in ("readable", "shared", "empty"):
        (tmp_path / name).mkdir()
        cases.append(environment(tmp_path / name))
    readable, shared, empty = cases
    Path(readable["SEED_KEY_FILE"]).chmod(0o640)
    shared["IDENTITY_KEY_FILE"] = shared["SEED_KEY_FILE"]
    Path(empty["SEED_KEY_FILE"]).write_text("")

    told = starts(readable, shared, empty)

    assert "SEED_KEY_FILE must be a file with the mode 0600 or less" in told[0]
    assert "must be another file" in told[1]
    assert "SEED_KEY_FILE must be a file with a key: there is none in" in told[2]


def test_credentials_of_systemd_may_be_read_by_their_access_control_list(tmp_path: Path) -> None:
    """As Debian 13 hands them to a service with a user of its own: 0440 in a private folder."""
    given, elsewhere = environment(tmp_path), environment(tmp_path)
    for name in ("SEED_KEY_FILE", "IDENTITY_KEY_FILE"):
        Path(given[name]).chmod(0o440)
    given["CREDENTIALS_DIRECTORY"] = str(Path(given["SEED_KEY_FILE"]).parent)
    elsewhere["CREDENTIALS_DIRECTORY"] = str(tmp_path / "other")

    told = starts(given, elsewhere)

    assert told[0] == "status 0"
    assert "SEED_KEY_FILE must be a file with the mode 0600 or less" in told[1]


CELERY = "import sys; from celery.__main__ import main; sys.argv = ['celery', '--app', 'config.celery', '--quiet', {}]; main()"


@pytest.mark.parametrize(
    "code",
    slow_but_every(
        3,
        [
            "import config.wsgi",
            CELERY.format("'worker', '--concurrency=1'"),
            CELERY.format("'beat', '--schedule=/nowhere/beat', '--pidfile='"),
        ],
    ),
    ids=["web", "worker", "beat"],
)
def test_web_and_worker_refuse_the_owner_role(tmp_path: Path, code: str) -> None:
    code = code.replace("/nowhere", str(tmp_path))
    told = start(tmp_path, code, {"DATABASE_URL": "postgres://owner:secret@127.0.0.1:1/ligalo"})

    assert "DATABASE_URL, the role that owns the tables, must not be set for" in told
    assert "secret" not in told
    assert told.endswith("status 1")


def test_the_owners_role_prepares_the_database(tmp_path: Path) -> None:
    """manage.py runs with the same settings and needs the owner's role."""
    told = start(tmp_path, changed={"DATABASE_URL": "postgres://owner:secret@127.0.0.1:1/ligalo"})

    assert told == "status 0"


def test_answers_carry_every_header(committed_db: None, tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.mkdir()
    told = start(
        tmp_path,
        f"from django.conf import settings\nsettings.STORAGES['staticfiles'] = "
        f"{{'BACKEND': 'django.contrib.staticfiles.storage.StaticFilesStorage'}}\n{ASK_FOR_HEADERS}",
        {
            "DATABASE_APP_URL": current_run().app_url,
            "STATIC_ROOT": str(static),
            "LOG_FILE": os.devnull,
        },
    )

    assert told.endswith("status 0"), told
    assert "'Location': 'https://ligalo.example/'" in told
    for header in (
        "'Strict-Transport-Security': 'max-age=31536000; includeSubDomains; preload'",
        "'X-Content-Type-Options': 'nosniff'",
        "'Referrer-Policy': 'same-origin'",
        "'Cross-Origin-Opener-Policy': 'same-origin'",
        "'X-Frame-Options': 'DENY'",
        "'Permissions-Policy': 'camera=()",
        "'Content-Security-Policy': ",
    ):
        assert header in told, told
