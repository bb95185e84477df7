"""`manage.py verify_build`: verify the build by hand and at a start, or store it for two people to accept."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from builds.models import BuildManifest
from builds.values import PartKind
from compliance.build.services.registration import register_build
from compliance.build.services.verification import verify_build
from journal.management.english_commands import EnglishCommand
from journal.models import Check
from journal.words.findings import describe_finding

_FILE = BuildManifest.ReleaseFile


class Command(EnglishCommand):
    """Exit with 0 if nothing differs, else 1."""

    help = "Compare files, packages, interpreter, settings, database and rules with the build that two people accepted."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--register",
            action="store_true",
            help="verify nothing: store the build that is here, to be accepted before it starts",
        )
        parser.add_argument("--start", action="store_true", help="say that something starts")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["register"]:
            self._register()
            return
        occasion = Check.Occasion.START if options["start"] else Check.Occasion.DEMAND
        check = verify_build(occasion)
        findings = [describe_finding(one) for one in check.findings]
        for finding in findings:
            self.stdout.write(f"DIFFERS {finding}")
        if not check.passed:
            raise CommandError(
                f"The build is not one that was accepted: {findings[0]}"
                + (f" and {len(findings) - 1} more" if len(findings) > 1 else "")
                + ". Two people accept it at /staff/builds/, or install the right one"
            )
        said = check.details
        self.stdout.write(
            f"Build verified: {said['files']} files, {said['packages']} packages and"
            f" {said['rules']} sets of rules in {said['milliseconds'] / 1000:.1f} s"
        )

    def _register(self) -> None:
        made = register_build()
        said = {
            _FILE.NONE: "no manifest of the release is here to compare with",
            _FILE.EQUAL: "as the manifest of the release",
            _FILE.DIFFERENT: "NOT as the manifest of the release",
        }[_FILE(made.release_file)]
        files = len(made.entries.get(PartKind.FILE, {}))
        self.stdout.write(f"{made.version} {made.digest}: {files} files, {said}")
