"""`manage.py verify_build`: verify code and rules against the manifest, by hand and at start."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from compliance.build import services
from compliance.build.selectors.manifest import ManifestUnreadable
from journal.management.english_commands import EnglishCommand
from journal.models import Check
from journal.words.findings import describe_finding


class Command(EnglishCommand):
    """Exit with 0 if nothing differs, else 1."""

    help = "Compare the product's files with their manifest and the rules in force with their approval."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--write", action="store_true", help="first write the manifest of what is there now"
        )
        parser.add_argument(
            "--adopt", action="store_true", help="first take the manifest that is there for ours"
        )
        parser.add_argument(
            "--first", action="store_true", help="write a manifest only where there is none yet"
        )
        parser.add_argument("--start", action="store_true", help="say that something starts")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["write"] or (options["first"] and not services.manifest_path().exists()):
            self.stdout.write(f"{services.manifest_path()}: {services.write_manifest()} files")
        elif options["adopt"]:
            try:
                self.stdout.write(f"{services.manifest_path()}: {services.accept_manifest()} files")
            except ManifestUnreadable as error:
                raise CommandError(str(error)) from error
        occasion = Check.Occasion.START if options["start"] else Check.Occasion.DEMAND
        check = services.verify_build(occasion)
        said = check.details
        findings = [describe_finding(one) for one in check.findings]
        for finding in findings:
            self.stdout.write(f"DIFFERS {finding}")
        if not check.passed:
            raise CommandError(
                f"The build is not what its manifest says: {findings[0]}"
                + (f" and {len(findings) - 1} more" if len(findings) > 1 else "")
                + ". After a new release: manage.py verify_build --write"
            )
        self.stdout.write(
            f"Build verified: {said['files']} files and {said['rules']} sets of rules"
            f" in {said['milliseconds'] / 1000:.1f} s"
        )
