"""A service key in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from api.models import ServiceKey
from api.values.scopes import Scope
from internals.texts import Text


@dataclass(frozen=True, slots=True)
class KeyLine:
    """A key as pages show it."""

    key: ServiceKey
    state: ServiceKey.State
    scopes: Sequence[Text]
    successor: ServiceKey | None


def build_key_line(key: ServiceKey, now: datetime) -> KeyLine:
    """Return the line of a key. Reads `owner` and `replacement`."""
    labels = dict(Scope.choices)
    scopes = [labels.get(one, one) for one in key.scopes]
    return KeyLine(key, key.state_at(now), scopes, getattr(key, "replacement", None))
