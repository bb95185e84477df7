"""No unpickling of anything stored in the database, the broker or a cookie: a pickle can run code."""

import base64
import json
import pickle
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import time_machine
from celery import Celery
from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.core.cache.backends.redis import RedisCache
from django.core.signing import dumps
from django.db import DataError, connection, transaction
from django.test import RequestFactory
from django.utils import timezone
from kombu.exceptions import ContentDisallowed
from kombu.serialization import loads

import config.celery
from config.beat import JSONScheduler
from tools.launch.layout import ROOT


class Harm:
    """Object whose unpickling creates a file."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[Any, ...]:
        return (Path.touch, (self.file,))


@pytest.fixture
def harm(tmp_path: Path) -> Iterator[bytes]:
    """Return a pickle; the test fails afterwards if anything unpickled it."""
    file = tmp_path / "harm"
    yield pickle.dumps(Harm(file))
    assert not file.exists()


def test_no_code_of_ours_uses_pickles() -> None:
    names = re.compile(r"^\s*(import|from) (pickle|shelve|marshal|dill|joblib)\b", re.MULTILINE)
    apps = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"}
    assert "accounts" in apps
    files = [file for app in apps for file in (ROOT / app).rglob("*.py")]
    assert [file for file in files if names.search(file.read_text())] == []


def test_every_setting_names_json() -> None:
    for one in settings.CACHES.values():
        options = one.get("OPTIONS", {})
        assert (
            one["BACKEND"] == "config.cache.DatabaseJSONCache"
            or options.get("serializer") == "config.cache.JSONSerializer"
        )
    assert settings.SESSION_SERIALIZER == "django.contrib.sessions.serializers.JSONSerializer"
    told = config.celery.app.conf
    assert set(told.accept_content) == {"json"}
    assert set(told.result_accept_content) == {"json"}
    assert told.task_serializer == told.result_serializer == told.event_serializer == "json"
    scheduler = import_module(told.beat_scheduler.split(":")[0])
    assert scheduler.JSONScheduler is JSONScheduler


@pytest.mark.database
def test_a_row_of_the_cache_is_no_code(harm: bytes) -> None:
    key = cache.make_key("login-network:127.0.0.1")
    written = base64.b64encode(harm).decode()
    insert = "INSERT INTO config_cache (key, value, expires_at) VALUES (%s, {}, 'infinity')"
    with pytest.raises(DataError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(insert.format("%s::jsonb"), [key, written])
    with connection.cursor() as cursor:
        cursor.execute(insert.format("to_jsonb(%s::text)"), [key, written])

    assert cache.get("login-network:127.0.0.1") == written


@pytest.mark.database
def test_the_cache_in_the_database_keeps_what_a_cache_keeps() -> None:
    cache.set("a", [1.5, "x"], 60)
    assert cache.get_many(["a", "b"]) == {"a": [1.5, "x"]}
    assert cache.add("a", 1, 60) is False
    assert cache.add("b", {"n": None}, 60) is True
    assert cache.get("b") == {"n": None}
    cache.set("a", 2, 0)
    assert cache.get("a", "gone") == "gone"
    assert cache.touch("a", 60) is False
    assert cache.add("a", 3, None) is True  # an expired entry does not count
    assert cache.touch("a", 60) is True
    assert cache.delete("a") is True
    assert cache.delete("a") is False
    cache.delete_many(["b"])
    assert cache.get("b") is None
    with pytest.raises(TypeError):
        cache.set("c", {1, 2})
    cache.set("d", 1)
    cache.clear()
    assert cache.get("d") is None


@pytest.mark.database
def test_expired_rows_go_with_the_next_writes() -> None:
    for n in range(5):
        cache.set(f"old-{n}", n, 60)
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        cache.set("new", 1, 60)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM config_cache WHERE key LIKE '%old%'")
        assert cursor.fetchone() == (0,)


class KeptInMemory:
    """In-memory test double of the Redis client methods that the cache uses."""

    def __init__(self) -> None:
        self.held: dict[str, bytes] = {}

    def get(self, key: str) -> bytes | None:
        return self.held.get(key)

    def set(self, key: str, value: bytes, *, ex: int | None = None, nx: bool = False) -> bool:
        assert ex is None or ex > 0
        if nx and key in self.held:
            return False
        self.held[key] = value
        return True


def test_redis_keeps_json(monkeypatch: pytest.MonkeyPatch, harm: bytes) -> None:
    server = KeptInMemory()
    cached = RedisCache(
        "redis://127.0.0.1", {"OPTIONS": {"serializer": "config.cache.JSONSerializer"}}
    )
    monkeypatch.setattr(
        "django.core.cache.backends.redis.RedisCacheClient.get_client",
        lambda *_args, **_options: server,
    )

    cached.set("a", [1.5], 60)
    assert list(server.held.values()) == [b"[1.5]"]
    assert cached.get("a") == [1.5]
    assert cached.add("a", 1, 60) is False

    server.held[cached.make_key("bad")] = harm
    with pytest.raises(ValueError, match=r"decode|Expecting"):
        cached.get("bad")


def test_the_worker_takes_no_pickled_message(harm: bytes) -> None:
    accepted = config.celery.app.conf.accept_content
    with pytest.raises(ContentDisallowed):
        loads(harm, "application/x-python-serialize", "binary", accept=accepted)


@pytest.mark.database
def test_sessions_and_cookies_are_no_code(harm: bytes) -> None:
    """Values signed with the right key are still read as JSON only."""
    store = SessionStore()
    signed = dumps(harm.decode("latin-1"), salt=store.key_salt, compress=True)
    assert not isinstance(store.decode(signed), bytes)
    with pytest.raises(TypeError):
        store.encode({"x": Harm(Path("nowhere"))})
    request = RequestFactory().get("/")
    request.COOKIES["messages"] = base64.b64encode(harm).decode()
    assert list(CookieStorage(request)) == []


def beat(file: Path) -> JSONScheduler:
    app = Celery("tried", set_as_current=False)
    app.conf.beat_schedule = {"a thing": {"task": "a.b", "schedule": 3600.0}}
    return JSONScheduler(app, schedule_filename=str(file))


def test_beat_remembers_when_a_task_ran_last(tmp_path: Path) -> None:
    first = beat(tmp_path / "beat")
    at = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    first.schedule["a thing"].last_run_at = at
    first.close()

    again = beat(tmp_path / "beat")

    assert again.schedule["a thing"].last_run_at == at
    assert again.schedule["a thing"].is_due()[0]
    assert json.loads((tmp_path / "beat.json").read_text()) == {"a thing": at.isoformat()}


def test_beat_does_not_read_a_pickle(tmp_path: Path, harm: bytes) -> None:
    (tmp_path / "beat.json").write_bytes(harm)
    with pytest.raises(ValueError, match=r"decode|Expecting|codec"):
        beat(tmp_path / "beat")
