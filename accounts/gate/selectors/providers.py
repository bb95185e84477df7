"""Which checks of the gate ask a provider instead of a list of this installation."""


def asked_checks() -> frozenset[str]:
    """Return the checks that ask a provider."""
    return frozenset()
