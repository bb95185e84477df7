"""Terms and policies as the API shows them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models.policies import PolicyVersion
from accounts.policies.values.texts import Block
from accounts.policies.words import render_policy
from api.pagination import RowPage


@dataclass(frozen=True, slots=True)
class PolicyResource:
    """A version with its text in the reader's language."""

    document: str
    version: int
    in_force_from: datetime | None
    text: Sequence[Block]


def list_resources(versions: Iterable[PolicyVersion]) -> RowPage[PolicyResource]:
    """Return these versions as one page."""
    rows = [
        PolicyResource(one.kind, one.number, one.decision.in_force_at, render_policy(one))
        for one in versions
    ]
    return RowPage(rows, None)
