"""`manage.py load_list KIND [FILE]`: load the exclusion register or the sanctions list."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from accounts.gate.selectors.lists import list_source
from accounts.gate.services.lists import load_list
from accounts.gate.values.signed_lists import ListKind
from accounts.restrictions.services.listed_players import apply_whole_register
from journal.management.english_commands import EnglishCommand
from journal.refusals import Refusal


class Command(EnglishCommand):
    """Loading of a signed list, and exclusion of the players it lists."""

    help = "Load a signed list; without FILE the one that the settings name"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("kind", choices=[one.value for one in ListKind])
        parser.add_argument("file", nargs="?", type=Path)

    def handle(self, *_args: Any, kind: str, file: Path | None, **_options: Any) -> None:
        path = file or list_source(ListKind(kind)).file
        if path is None:
            raise CommandError("name a file, or set it in the settings")
        try:
            with path.open("rb") as opened:
                load = load_list(ListKind(kind), opened)
        except OSError as error:
            raise CommandError(f"{path}: {error}; nothing was changed") from error
        except Refusal as refusal:
            raise CommandError(f"{path}: {refusal}; the list before stays in force") from refusal
        changed = apply_whole_register() if load.kind == ListKind.REGISTER else 0
        self.stdout.write(
            f"{load.entries} entries, serial {load.serial}, are in force; {changed} players changed"
        )
