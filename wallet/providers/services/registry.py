"""Registry of payment providers, by name: the desk, the demo's, and those of PAYMENT_PROVIDERS."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from wallet.providers.refusals import ProviderUnavailable
from wallet.providers.services.demo import DemoProvider
from wallet.providers.services.manual import ManualProvider
from wallet.providers.services.provider import Provider

DEMO: Final = "demo"
MANUAL: Final = "manual"
_Options = tuple[tuple[str, str], ...]


def load_providers() -> Mapping[str, Provider]:
    """Return the enabled providers by name, the desk first. Raises ImproperlyConfigured, naming the variable."""
    options = {name: tuple(some.items()) for name, some in settings.PAYMENT_OPTIONS.items()}
    configured = tuple(
        (name, path, options.get(name, ())) for name, path in settings.PAYMENT_PROVIDERS.items()
    )
    demo = (
        ((DEMO, f"{DemoProvider.__module__}.{DemoProvider.__name__}", options[DEMO]),)
        if settings.DEMO_PROVIDER_ENABLED
        else ()
    )
    return _build((*demo, *configured))


@cache
def _build(configured: tuple[tuple[str, str, _Options], ...]) -> Mapping[str, Provider]:
    made = {name: _make(name, path, dict(options)) for name, path, options in configured}
    return {MANUAL: ManualProvider(MANUAL, {}), **made}


def _make(name: str, path: str, options: Mapping[str, str]) -> Provider:
    try:
        adapter = import_string(path)
    except ImportError as error:
        raise ImproperlyConfigured(
            f"PAYMENT_PROVIDERS names {path} for {name}: {error}."
        ) from error
    if not (isinstance(adapter, type) and issubclass(adapter, Provider)):
        raise ImproperlyConfigured(
            f"PAYMENT_PROVIDERS names {path} for {name}: it is not a Provider."
        )
    return adapter(name, options)


def enabled_providers() -> tuple[str, ...]:
    """Return the names of the enabled providers."""
    return tuple(load_providers())


def self_service_providers() -> tuple[str, ...]:
    """Return the names of enabled providers with which players can begin a deposit."""
    return tuple(name for name, one in load_providers().items() if one.self_service)


def payout_providers() -> tuple[str, ...]:
    """Return the names of enabled providers that pay players: the desk first, then automatic ones."""
    return tuple(name for name, one in load_providers().items() if name == MANUAL or one.pays_out)


def find_provider(name: str) -> Provider | None:
    """Return the provider, or None unless it is enabled."""
    return load_providers().get(name)


def require_provider(name: str) -> Provider:
    """Return the provider. Raises ProviderUnavailable unless it is enabled."""
    found = find_provider(name)
    if found is None:
        raise ProviderUnavailable(detail=name)
    return found


def require_reporting_provider(name: str) -> Provider:
    """Return the provider, if it reports payments. Raises ProviderUnavailable, also for the desk: staff confirm there."""
    if name == MANUAL:
        raise ProviderUnavailable(detail=name)
    return require_provider(name)


def provider_label(name: str) -> str:
    """Return a provider's display name; the name itself if it is not enabled."""
    found = find_provider(name)
    return str(found.label) if found else name


def provider_note(name: str) -> str:
    """Return a provider's note for players; "" without one."""
    found = find_provider(name)
    return str(found.note) if found else ""
