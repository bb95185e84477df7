"""Environment variables of each process: serving ones get the application's role, never the owner's."""

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, unquote, urlsplit, urlunsplit

from tools.launch import keys, layout, postgres
from tools.launch.console import Refusal

_OWNERS = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")
CONNECT_SECONDS = 5


def cache_bytecode() -> None:
    """Let tests and checks cache bytecode in var/ if PYTHONDONTWRITEBYTECODE is set.

    Without a cache, each program compiles everything it imports, which is most of its start-up
    time. Serving processes are not changed: the variable may be set because they run from files
    that the serving user cannot write.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(layout.BYTECODE))


@dataclass(frozen=True)
class Urls:
    """The database's URLs for its owner and for the application."""

    owner: str
    application: str


def given_urls(environment: Mapping[str, str]) -> Urls | None:
    """Return the URLs from the environment, or None for the embedded server. Raises Refusal."""
    owner, application = environment.get("DATABASE_URL"), environment.get("DATABASE_APP_URL")
    if not owner:
        if application:
            raise Refusal("DATABASE_APP_URL is set without DATABASE_URL, the role that migrates.")
        return None
    return Urls(owner, application or _application_url(owner))


def _application_url(owner: str) -> str:
    """Return the URL for the role <database>_app, with a password that is stored in var/secrets."""
    parts = urlsplit(owner)
    database = unquote(parts.path.lstrip("/"))
    if parts.scheme not in {"postgres", "postgresql"} or not database:
        raise Refusal("DATABASE_URL is not a PostgreSQL URL that names a database.")
    password = keys.load_or_create_secret(layout.SECRETS / "app.password")
    place = parts.netloc.rpartition("@")[2]
    own = f"{quote(database + '_app', safe='')}:{password}@{place}"
    return urlunsplit(parts._replace(netloc=own))


def embedded_urls(server: postgres.Server) -> Urls:
    """Return the URLs of the embedded server's two roles, with the passwords in var/secrets."""
    owner = keys.load_or_create_secret(layout.SECRETS / "owner.password")
    application = keys.load_or_create_secret(layout.SECRETS / "app.password")
    role, database = postgres.OWNER, postgres.DATABASE
    return Urls(server.url(role, owner, database), server.url(f"{role}_app", application, database))


def serving_environment(urls: Urls, name: str) -> dict[str, str]:
    """Return the environment of the process `name`, without the owner's URL."""
    return {
        **{key: value for key, value in os.environ.items() if key not in _OWNERS},
        "DJANGO_SETTINGS_MODULE": "config.settings.dev",
        "DATABASE_APP_URL": urls.application,
        "SECRET_KEY": keys.load_or_create_secret(layout.SECRETS / "secret.key"),
        "SEED_KEY_FILE": str(keys.load_or_create_key_file(layout.SECRETS / "seed.key")),
        "IDENTITY_KEY_FILE": str(keys.load_or_create_key_file(layout.SECRETS / "identity.key")),
        "DEMO_PROVIDER_SECRET": keys.load_or_create_secret(layout.SECRETS / "demo-provider.secret"),
        "STATIC_ROOT": str(layout.STATIC),
        "CELERY_FOLDER": str(layout.CELERY),
        "STREAMS_SOCKET": str(layout.STREAMS),
        "LOG_FILE": str(layout.LOGS / f"{name}.log"),
        "PYTHONUNBUFFERED": "1",
    }


def owner_environment(urls: Urls) -> dict[str, str]:
    """Return the environment with the owner's URL, for commands that need the owner's role."""
    return {**serving_environment(urls, "manage"), "DATABASE_URL": urls.owner}


def require_broker() -> None:
    """Raise Refusal if nothing listens at CELERY_BROKER_URL, or if it is not a Redis URL."""
    url = os.environ.get("CELERY_BROKER_URL", "")
    if not url or url == "filesystem://":
        return
    parts = urlsplit(url)
    if parts.scheme not in {"redis", "rediss"}:
        raise Refusal("CELERY_BROKER_URL must begin with redis:// or rediss://.")
    address = (parts.hostname or "localhost", parts.port or 6379)
    try:
        socket.create_connection(address, timeout=CONNECT_SECONDS).close()
    except OSError as error:
        where = "{}:{}".format(*address)
        raise Refusal(
            f"The broker of CELERY_BROKER_URL does not answer at {where}: {error}"
        ) from error
