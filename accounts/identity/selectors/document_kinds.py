"""Kinds of identity documents that the profile of the country of residence accepts."""

from accounts.models.identity import DocumentKind
from profiles.selectors.in_force import profile_in_force


def accepted_kinds(country: str) -> list[DocumentKind]:
    """Return the kinds accepted of players who live in this country. No query."""
    accepted = profile_in_force(country).documents_accepted
    return [kind for kind in DocumentKind if kind.value in accepted]


def is_accepted(kind: str, country: str) -> bool:
    """Return whether a document of this kind is accepted; one of unknown kind only if all kinds are. No query."""
    accepted = accepted_kinds(country)
    return kind in accepted or (not kind and len(accepted) == len(DocumentKind))
