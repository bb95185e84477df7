"""Which checks of the gate ask a provider instead of a list of this installation."""

from django.conf import settings


def asked_checks() -> frozenset[str]:
    """Return the checks that ask a provider: those with a URL in the settings."""
    return frozenset(settings.GATE_PROVIDERS)
