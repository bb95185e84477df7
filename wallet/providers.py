"""Who brings money in. There is one so far: `demo`, which invents it."""

from typing import Final

from django.conf import settings

from wallet.errors import ProviderUnavailable

DEMO: Final = "demo"


def enabled() -> tuple[str, ...]:
    """Return the names of the providers that this site may use."""
    return (DEMO,) if settings.DEMO_PROVIDER_ENABLED else ()


def require(name: str) -> None:
    """Raise ProviderUnavailable unless this site may use the provider."""
    if name not in enabled():
        raise ProviderUnavailable(name)
