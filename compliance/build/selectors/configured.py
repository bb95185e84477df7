"""Settings of the installation: the digest of each value. Of a secret only whether it is set."""

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise

_SECRET: Final = re.compile(
    r"SECRET|PASSWORD$|TOKEN$|_KEY$|CREDENTIALS|^(CACHE|CELERY_BROKER)_URL$"
)
_OF_A_PROCESS: Final = frozenset(
    {"BASE_DIR", "LOGGING", "LOG_FILE", "DRAIN_FILE", "SETTINGS_MODULE"}
)
"""Settings that differ between processes and folders of one installation."""
_PREFIXES: Final = ("TEST_PLAYER_", "METRICS_", "TRACES_")


def hash_settings() -> dict[str, str]:
    """Return the SHA-256 of each setting by name."""
    names = [name for name in dir(settings) if name.isupper() and _counts(name)]
    with translation.override("en"):
        return {name: _digest(_plain(getattr(settings, name), name)) for name in sorted(names)}


def _counts(name: str) -> bool:
    return name not in _OF_A_PROCESS and not name.startswith(_PREFIXES)


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def _plain(value: Any, name: str = "") -> Any:
    """Return a value as JSON, without secrets, and with the folder of the code left out of paths."""
    if _SECRET.search(name) and not isinstance(value, Mapping | bool | int):
        return "set" if value else "empty"
    if isinstance(value, Mapping):
        inner = {
            key: one for key, one in value.items() if key != "owner"
        }  # only `prepare` knows the owner
        return {str(key): _plain(one, str(key).upper()) for key, one in inner.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, set | frozenset):
        return sorted(json.dumps(_plain(one), sort_keys=True) for one in value)
    return _scalar(value)


def _scalar(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str | Promise | Path):
        return re.sub(rf"^{re.escape(str(settings.BASE_DIR))}(?=/|$)", "{code}", str(value))
    if callable(value):
        return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', type(value).__name__)}"
    told = str(value)
    return type(value).__name__ if " at 0x" in told else f"{type(value).__name__} {told}"
