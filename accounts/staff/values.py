"""Requirements on staff accounts: personal, with roles that keep duties separate."""

import re
from collections.abc import Iterable
from typing import Final

from accounts.roles.values import Role

# The only roles that one person may combine: neither approves what the other proposes, and neither sets the rules by which
# the other is measured. Manager (approves), auditor (observes), administrator (assigns roles) and operator (sets the rules
# of play) stay separate (decision 0027).
COMBINABLE_ROLES: Final = frozenset({frozenset({Role.COMPLIANCE_ANALYST, Role.CASHIER})})
# Roles that approve or that manage staff: creating or changing their holders needs a second person.
PRIVILEGED: Final = frozenset({Role.ADMINISTRATOR, Role.COMPLIANCE_MANAGER})
FIRST_ADMINISTRATORS: Final = 2  # may be created by command; all others on the pages
_GENERIC: Final = frozenset(
    [
        "admin",
        "administrador",
        "administrator",
        "audit",
        "auditor",
        "caja",
        "cajero",
        "cashier",
        "casino",
        "compliance",
        "contact",
        "desk",
        "equipo",
        "gerente",
        "info",
        "it",
        "manager",
        "office",
        "oficina",
        "operador",
        "operator",
        "operations",
        "operaciones",
        "play",
        "root",
        "seguridad",
        "security",
        "service",
        "soporte",
        "staff",
        "support",
        "system",
        "team",
        "test",
        "user",
        "usuario",
        "uno",
        "dos",
        "tres",
        "one",
        "two",
        "three",
    ]
)
_WORDS: Final = re.compile(r"[^\W\d_]+")
_LEAST_WORDS: Final = 2


def are_combinable(roles: Iterable[Role]) -> bool:
    """Return whether one person may have these roles: a single one, or a pair of `COMBINABLE_ROLES`."""
    held = frozenset(roles)
    return len(held) == 1 or held in COMBINABLE_ROLES


def is_personal_name(full_name: str) -> bool:
    """Return whether this is a person's name: at least two words, not all of them generic."""
    words = [word.lower() for word in _WORDS.findall(full_name)]
    return len(words) >= _LEAST_WORDS and not set(words) <= _GENERIC


def is_personal_address(email: str) -> bool:
    """Return whether the address is personal, unlike «caja@…»."""
    words = _WORDS.findall(email.partition("@")[0].lower())
    return bool(words) and not set(words) <= _GENERIC
