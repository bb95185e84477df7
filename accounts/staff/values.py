"""Requirements on accounts of staff: personal, with roles that keep duties separate."""

import re
from collections.abc import Iterable
from typing import Final

from accounts.roles.values import Role

# Of two roles these only may be one person's: neither approves what the other proposes, and neither sets what the other is
# measured by. A manager approves, an auditor looks on, an administrator gives roles, an operator sets the rules of play:
# each of them alone (decision 0027).
TOGETHER: Final = frozenset({frozenset({Role.COMPLIANCE_ANALYST, Role.CASHIER})})
# Who approves and who makes staff: another person agrees before anybody becomes or changes as one of these.
PRIVILEGED: Final = frozenset({Role.ADMINISTRATOR, Role.COMPLIANCE_MANAGER})
FIRST_ADMINISTRATORS: Final = 2  # made by command at the server; all others by the pages
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


def go_together(roles: Iterable[Role]) -> bool:
    """Whether one person may have these roles: one, or a pair of `TOGETHER`."""
    held = frozenset(roles)
    return len(held) == 1 or held in TOGETHER


def is_a_persons(full_name: str) -> bool:
    """Whether this is a person's name: at least two words, not all of them words of a function."""
    words = [word.lower() for word in _WORDS.findall(full_name)]
    return len(words) >= _LEAST_WORDS and not set(words) <= _GENERIC


def is_a_persons_address(email: str) -> bool:
    """Whether the address is personal, unlike «caja@…»."""
    words = _WORDS.findall(email.partition("@")[0].lower())
    return bool(words) and not set(words) <= _GENERIC
