"""Texts of policies in the reader's language, with their values."""

from collections.abc import Sequence

from django.utils.translation import get_language

from accounts.models.policies import PolicyVersion
from accounts.models.users import Language
from accounts.policies.selectors.values import load_values
from accounts.policies.values.differences import ChangedLine, find_changes
from accounts.policies.values.texts import Block, fill_in, parse_text


def reader_language() -> Language:
    """Return the language in which the reader sees policies."""
    return Language.EN if (get_language() or "").startswith("en") else Language.ES


def source_of(version: PolicyVersion, language: str) -> str:
    """Return a version's text in one language, with placeholders."""
    return version.text_en if language == Language.EN else version.text_es


def render_policy(version: PolicyVersion, language: str | None = None) -> tuple[Block, ...]:
    """Return a version's blocks with the present values."""
    source = source_of(version, language or reader_language())
    return parse_text(fill_in(source, load_values()))


def describe_changes(
    before: PolicyVersion, after: PolicyVersion, language: str | None = None
) -> Sequence[ChangedLine]:
    """Return what changed between two versions, by default in the reader's language."""
    language, values = language or reader_language(), load_values()
    old, new = (fill_in(source_of(one, language), values) for one in (before, after))
    return find_changes(old, new)
