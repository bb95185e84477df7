"""Names with an optional Spanish version: each reader sees the one of their language."""

from django.db.models import F, Value
from django.db.models.functions import Coalesce, NullIf
from django.utils.translation import get_language


def choose_name(name: str, name_es: str) -> str:
    """Return the name for the active language: `name_es` in Spanish if given, otherwise `name`."""
    return name_es if name_es and _is_spanish() else name


def select_name(path: str = "") -> Coalesce | F:
    """Return `choose_name` as an expression over the columns at `path`, which ends in two underscores or is empty."""
    name = F(f"{path}name")
    return Coalesce(NullIf(f"{path}name_es", Value("")), name) if _is_spanish() else name


def _is_spanish() -> bool:
    return get_language() == "es"
