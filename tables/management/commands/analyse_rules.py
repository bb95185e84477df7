"""`manage.py analyse_rules`: compute the mathematics of rule sets by hand, through the workers' own service."""

import time
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from blackjack.presets import PRESETS
from blackjack.rules import Rules
from blackjack.summary import summary
from journal.management.english_commands import EnglishCommand
from tables.models import Mathematics, RuleSetVersion
from tables.selectors.tables import find_rules
from tables.services.mathematics import compute_due, request_mathematics

LOOK_SECONDS = 0.5
_WIDTH = 40
_UNFINISHED = {Mathematics.State.WAITING, Mathematics.State.RUNNING}


class Command(EnglishCommand):
    """Prints a line per rule set; exits 1 if one has no result."""

    help = "Compute and store the mathematics of a rule set, unless they are there already."

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("rules", nargs="?", help="a preset's name or the hash of known rules")
        which.add_argument("--all", action="store_true", help="every version of every rule set")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Compute the chosen rule sets one after the other."""
        chosen = _all() if options["all"] else [_read_rules(options["rules"])]
        missing = [rules for rules in chosen if not self._analyse(rules)]
        if missing:
            raise CommandError(f"{len(missing)} without a result.")

    def _analyse(self, rules: Rules) -> bool:
        request_mathematics(rules)
        found = self._wait_for_result(rules.digest)
        told = f"{found.result['rtp']:.6%}" if found.result else f"{found.state} {found.error}"
        self._clear()
        self.stdout.write(f"{found.digest}  {told.strip()}  {summary(rules)}")
        return found.state == Mathematics.State.DONE

    def _wait_for_result(self, digest: str) -> Mathematics:
        """Compute it here, or wait for the worker that claimed it first."""
        while True:
            compute_due(timezone.now(), digest, self._bar)
            found = Mathematics.objects.get(digest=digest)
            if found.state not in _UNFINISHED:
                return found
            self._bar(found.progress)
            time.sleep(LOOK_SECONDS)

    def _bar(self, percent: int) -> None:
        if self.stdout.isatty():
            done = _WIDTH * percent // 100
            self.stdout.write(f"\r{'█' * done:░<{_WIDTH}} {percent:3} %", ending="")
            self.stdout.flush()

    def _clear(self) -> None:
        if self.stdout.isatty():
            self.stdout.write("\r\033[K", ending="")


def _all() -> Iterable[Rules]:
    versions = RuleSetVersion.objects.order_by("rules_hash", "pk").distinct("rules_hash")
    return [version.rules for version in versions]


def _read_rules(name: str) -> Rules:
    rules = PRESETS.get(name) or find_rules(name)
    if rules is None:
        raise CommandError(f"{name!r} is no preset ({', '.join(PRESETS)}) and no known hash.")
    return rules
