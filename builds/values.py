"""Kinds of parts of a build, and the digest over all of them."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

Entries = Mapping[str, Mapping[str, str]]
"""SHA-256 by kind and name."""


class PartKind(StrEnum):
    """What a part of a build is."""

    FILE = "file"
    PACKAGE = "package"
    UNLOCKED = "unlocked"  # a package that the lock file does not have, or has in another version
    EDITABLE = "editable"  # a package whose files lie elsewhere
    ALTERED = "altered"  # a file that differs from its package's RECORD
    STRAY = "stray"  # a file among the packages that no RECORD names
    COMPILED = "compiled"  # a compiled file that differs from its source
    INTERPRETER = "interpreter"
    SETTING = "setting"
    FUNCTION = "function"
    TRIGGER = "trigger"
    CONSTRAINT = "constraint"
    RIGHT = "right"
    RULES = "rules"  # only rules in play that differ from their approval
    PROFILE = "profile"  # only versions that differ from what was approved


AT_ONCE: Final = frozenset(
    {
        PartKind.FUNCTION,
        PartKind.TRIGGER,
        PartKind.CONSTRAINT,
        PartKind.RIGHT,
        PartKind.RULES,
        PartKind.PROFILE,
    }
)
"""Parts in the database: a change of them reaches every running process at once."""

APPROVED: Final = frozenset({PartKind.RULES, PartKind.PROFILE})
"""Parts with an approval of their own; they count only where they differ from it."""

OF_A_RELEASE: Final = (
    PartKind.FILE,
    PartKind.PACKAGE,
    PartKind.UNLOCKED,
    PartKind.EDITABLE,
    PartKind.ALTERED,
    PartKind.STRAY,
    PartKind.COMPILED,
    PartKind.INTERPRETER,
)
"""Parts that can be found without a database and without an installation's settings."""


def digest_entries(entries: Entries) -> str:
    """Return the SHA-256 over all entries, in an order that depends on nothing else."""
    text = json.dumps(entries, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


class BuildState(StrEnum):
    """What is known of the build that a process runs."""

    UNKNOWN = "unknown"
    VERIFYING = "verifying"  # a worker verifies what the profile accepts in any case
    OWN = "own"
    ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class BuildInForce:
    """The build that a process runs; `digest` is short, "" while it is unknown."""

    version: str
    digest: str = ""
    state: BuildState = BuildState.UNKNOWN
