"""Tables of the bare view, created by the owner for one measurement, with the application's usual rights."""

from collections.abc import Iterable

from django.db import connections

from tools.benchmarks.bare.models import Counter, Line

_LINES = """
INSERT INTO bare_line (counter_id, number, at)
SELECT counter.id, -n, now() - n * interval '1 second'
FROM generate_series(1, %(lines)s) AS n
     JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS many
           FROM bare_counter) AS counter
     ON n %% counter.many = counter.place
"""


def make() -> None:
    """Create the tables, as a migration would."""
    owner = connections["owner"]
    role = owner.ops.quote_name(connections["default"].settings_dict["USER"])
    with owner.schema_editor() as editor:
        for model in (Counter, Line):
            editor.create_model(model)
            name = owner.ops.quote_name(model._meta.db_table)  # noqa: SLF001  # documented by Django
            editor.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {name} TO {role}")


def open_counters(players: Iterable[int]) -> None:
    """Create a counter for each player."""
    Counter.objects.bulk_create(Counter(player_id=player) for player in players)


def fill(lines: int) -> None:
    """Insert this many more lines: the table should be as large as those of play."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(_LINES, {"lines": lines})
