"""Check an adapter for a payment provider against the provider's test system."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.module_loading import import_string

from wallet.providers.services import registry
from wallet.providers.services.conformance import CaseResult, check_provider


class Command(BaseCommand):
    help = (
        "Runs the conformance check of a configured payment provider; exits with 1 if a case fails."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="name of the provider in PAYMENT_PROVIDERS")
        parser.add_argument(
            "--sandbox",
            required=True,
            help="dotted path of a context manager that takes the adapter and gives its Sandbox",
        )

    def handle(self, *_args: Any, name: str, sandbox: str, **_options: Any) -> None:
        adapter = registry.find_provider(name)
        if adapter is None:
            raise CommandError(f"PAYMENT_PROVIDERS has no provider {name}.")
        try:
            open_sandbox = import_string(sandbox)
        except ImportError as error:
            raise CommandError(f"--sandbox names {sandbox}: {error}") from error
        failed = 0
        with open_sandbox(adapter) as steered:
            for result in check_provider(adapter, steered):
                self.stdout.write(_format(result))
                failed += bool(result.failure)
        if failed:
            raise CommandError(f"{failed} cases failed.")
        self.stdout.write("All cases passed.")


def _format(result: CaseResult) -> str:
    if result.skipped:
        return f"{result.name}: not offered"
    return f"{result.name}: {result.failure or 'passed'}"
