"""The shared cache: a database table or Redis. Values are JSON, so reading one runs no code."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.db import connection
from django.utils import timezone
from psycopg.types.json import Jsonb

from internals.prepared_statements import build_text_statement, run_text_statement

# Expired rows removed by each write. A write adds one row, so the table stays small.
_SWEPT: Final = 20
_COUNT: Final = build_text_statement(
    "UPDATE config_cache SET value = to_jsonb(value::bigint + $2)"
    " WHERE key = $1 AND expires_at > $3 RETURNING value::bigint",
    *("text", "int8", "timestamptz"),
)


class JSONSerializer:
    """JSON instead of pickles for Django's Redis cache."""

    def dumps(self, value: Any) -> bytes:
        """Serialise a value. Raises TypeError if JSON cannot represent it."""
        return json.dumps(value).encode()

    def loads(self, stored: bytes | str) -> Any:
        """Deserialise a value. Raises ValueError if it is not JSON."""
        return json.loads(stored)


class DatabaseJSONCache(BaseCache):
    """Cache in the table `config_cache`, for installations without Redis. `add` is atomic. A crash of the server empties it."""

    def __init__(self, _location: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return the unexpired value, or `default`."""
        return self.get_many([key], version).get(key, default)

    def get_many(self, keys: Iterable[str], version: int | None = None) -> dict[str, Any]:
        """Return the unexpired values by key. One query."""
        places = {self.make_and_validate_key(key, version=version): key for key in keys}
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT key, value::text FROM config_cache WHERE key = ANY(%s) AND expires_at > %s",
                [list(places), timezone.now()],
            )
            return {places[place]: json.loads(value) for place, value in cursor.fetchall()}

    def set(
        self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        """Store the value, overwriting any present one."""
        self._write(key, value, timeout, version, only_absent=False)

    def add(
        self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """Store the value if there is none; return whether it was stored."""
        return self._write(key, value, timeout, version, only_absent=True)

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Reset the expiry to `timeout` seconds from now; return whether there was a value."""
        place = self.make_and_validate_key(key, version=version)
        return self._run(
            "UPDATE config_cache SET expires_at = %s WHERE key = %s AND expires_at > %s",
            [self._expiry(timeout), place, timezone.now()],
        )

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Add `delta` to the number at `key` and return it. One atomic statement. Raises ValueError if there is none."""
        place = self.make_and_validate_key(key, version=version)
        texts = (place.encode(), b"%d" % delta, timezone.now().isoformat().encode())
        counted = run_text_statement(_COUNT, texts)
        if not counted.ntuples:
            raise ValueError(key)
        return int(counted.get_value(0, 0) or 0)

    def delete(self, key: str, version: int | None = None) -> bool:
        """Remove the value; return whether there was one."""
        place = self.make_and_validate_key(key, version=version)
        return self._run("DELETE FROM config_cache WHERE key = %s", [place])

    def delete_many(self, keys: Iterable[str], version: int | None = None) -> None:
        places = [self.make_and_validate_key(key, version=version) for key in keys]
        self._run("DELETE FROM config_cache WHERE key = ANY(%s)", [places])

    def clear(self) -> None:
        self._run("DELETE FROM config_cache", [])

    def _write(
        self, key: str, value: Any, timeout: Any, version: int | None, *, only_absent: bool
    ) -> bool:
        place = self.make_and_validate_key(key, version=version)
        now = timezone.now()
        self._sweep(now)
        return self._run(
            "INSERT INTO config_cache AS present (key, value, expires_at) VALUES (%s, %s, %s)"
            " ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at"
            " WHERE NOT %s OR present.expires_at <= %s",
            [place, Jsonb(value), self._expiry(timeout), only_absent, now],
        )

    def _expiry(self, timeout: Any) -> datetime:
        seconds = self.get_backend_timeout(timeout)  # since the epoch; None: never
        return (
            datetime.max.replace(tzinfo=UTC)
            if seconds is None
            else datetime.fromtimestamp(seconds, UTC)
        )

    def _sweep(self, now: datetime) -> None:
        self._run(
            "DELETE FROM config_cache WHERE key IN (SELECT key FROM config_cache"
            " WHERE expires_at <= %s LIMIT %s FOR UPDATE SKIP LOCKED)",
            [now, _SWEPT],
        )

    def _run(self, statement: str, arguments: list[Any]) -> bool:
        with connection.cursor() as cursor:
            cursor.execute(statement, arguments)
            return bool(cursor.rowcount)
