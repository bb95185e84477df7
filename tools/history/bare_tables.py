"""Tables without their indexes, keys and triggers during a bulk load, which are restored afterwards.

What is dropped is recorded in the database, in the same transaction, as the statements that restore
it. Each is deleted by the transaction that executes it: after an interruption or kill, `restore`
does the rest.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final

import psycopg

Owner = psycopg.Connection[Any]

NOTES: Final = """
CREATE SCHEMA bench_bare;
CREATE TABLE bench_bare.missing (
    n int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, phase int NOT NULL, statement text NOT NULL)
"""
# In the order of the named tables, largest first; a partition's index is dropped with the
# partitioned one. An index whose condition is a list is kept, since it would be restored with a
# different definition; few of these cover every row.
_INDEXES: Final = """
SELECT format('%%I', relation.relname) AS relation, relation.relkind = 'p' AS whole,
       relation.relispartition AS part, format('%%I', class.relname) AS name,
       replace(pg_get_indexdef(class.oid), ' ON ONLY ', ' ON ') AS written,
       CASE rule.contype WHEN 'p' THEN 'PRIMARY KEY' WHEN 'u' THEN 'UNIQUE' END AS rule,
       pg_get_constraintdef(rule.oid) AS rule_written
FROM pg_index AS index
     JOIN pg_class AS class ON class.oid = index.indexrelid
     JOIN pg_class AS relation ON relation.oid = index.indrelid
     LEFT JOIN pg_inherits AS parts ON parts.inhrelid = relation.oid
     LEFT JOIN pg_constraint AS rule
     ON rule.conindid = class.oid AND rule.conrelid = relation.oid AND rule.contype IN ('p', 'u')
     JOIN unnest(%(tables)s::text[]) WITH ORDINALITY AS named (name, place)
     ON named.name::regclass = coalesce(parts.inhparent, relation.oid)
WHERE rule.oid IS NOT NULL OR pg_get_expr(index.indpred, index.indrelid) NOT LIKE '%%ARRAY[%%'
   OR index.indpred IS NULL
ORDER BY named.place, relation.relname, class.relname
"""
# A partitioned table's key is validated when it is added: NOT VALID needs PostgreSQL 18 there.
_KEYS: Final = """
SELECT rule.conrelid::regclass::text AS relation, format('%%I', rule.conname) AS name,
       pg_get_constraintdef(rule.oid) AS written, relation.relkind = 'p' AS whole
FROM pg_constraint AS rule JOIN pg_class AS relation ON relation.oid = rule.conrelid
WHERE rule.contype = 'f' AND rule.conparentid = 0 AND rule.convalidated
  AND (rule.conrelid = ANY (%(tables)s::text[]::regclass[])
       OR rule.confrelid = ANY (%(tables)s::text[]::regclass[]))
ORDER BY array_position(%(tables)s::text[], rule.conrelid::regclass::text), 1, 2
"""
_NOTE: Final = "INSERT INTO bench_bare.missing (phase, statement) VALUES (%s, %s)"
_NEXT: Final = """
DELETE FROM bench_bare.missing WHERE n = (
    SELECT n FROM bench_bare.missing WHERE phase = %s ORDER BY n FOR UPDATE SKIP LOCKED LIMIT 1)
RETURNING statement
"""
_MEMORY: Final = "SET maintenance_work_mem = '1GB'; SET max_parallel_maintenance_workers = {}"
_INDEX, _RULE, _WHOLE, _KEY, _CHECK, _TRIGGER = range(6)
_WORKERS: Final = {_INDEX: 2, _RULE: 1, _WHOLE: 1, _KEY: 1, _CHECK: 2, _TRIGGER: 1}
"""Rebuild order with the number of parallel statements; statements that lock a whole table run alone."""

Step = tuple[int, str]


@contextmanager
def drop_temporarily(url: str, tables: Sequence[str], triggered: Sequence[str]) -> Iterator[None]:
    """Drop indexes and keys of `tables` and disable the triggers of `triggered` inside the context.

    Everything is restored at its end. Nobody else may write meanwhile.
    """
    with psycopg.connect(url, autocommit=True) as owner, owner.transaction():
        drop_and_record(owner, tables, triggered)
    try:
        yield
    finally:
        restore(url)


def is_bare(owner: Owner) -> bool:
    """Return whether something was dropped and not completely restored."""
    return owner.execute("SELECT to_regnamespace('bench_bare')").fetchone() != (None,)


def restore(url: str) -> None:
    """Restore what is missing and validate it against every row.

    Raises psycopg's errors; the rest then stays recorded.
    """
    with psycopg.connect(url, autocommit=True) as owner:
        if not is_bare(owner):
            return
        for phase, many in _WORKERS.items():
            with ThreadPoolExecutor(many) as threads:
                for worker in [threads.submit(_work, url, phase) for _ in range(many)]:
                    worker.result()
        owner.execute("DROP TABLE bench_bare.missing; DROP SCHEMA bench_bare")


def _work(url: str, phase: int) -> None:
    """Execute the remaining statements of a phase, one transaction each."""
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute(_MEMORY.format(2 - _WORKERS[phase]))
        while _one(owner, phase):
            pass


def _one(owner: Owner, phase: int) -> bool:
    with owner.transaction():
        found = owner.execute(_NEXT, [phase]).fetchone()
        if found:
            owner.execute(found[0])
    return found is not None


def drop_and_record(owner: Owner, tables: Sequence[str], triggered: Sequence[str]) -> None:
    """Drop and record everything in one transaction."""
    owner.execute(NOTES)
    with owner.cursor() as cursor:
        keys = cursor.execute(_KEYS, {"tables": list(tables)}).fetchall()
        indexes = cursor.execute(_INDEXES, {"tables": list(tables)}).fetchall()
        steps = [*_keys(keys), *_indexes(indexes)]
        steps += [(_TRIGGER, f"ALTER TABLE {table} ENABLE TRIGGER USER") for table in triggered]
        cursor.executemany(_NOTE, steps)
        for relation, name, _written, _whole in keys:
            cursor.execute(f"ALTER TABLE {relation} DROP CONSTRAINT {name}")
        for relation, _whole, part, name, _written, rule, _rule in indexes:
            if not part:
                drop = f"ALTER TABLE {relation} DROP CONSTRAINT {name}"
                cursor.execute(drop if rule else f"DROP INDEX {name}")
        for table in triggered:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")


def _keys(found: Sequence[tuple[str, str, str, bool]]) -> Iterator[Step]:
    for relation, name, written, whole in found:
        if whole:
            yield _WHOLE, f"ALTER TABLE {relation} ADD CONSTRAINT {name} {written}"
            continue
        yield _KEY, f"ALTER TABLE {relation} ADD CONSTRAINT {name} {written} NOT VALID"
        yield _CHECK, f"ALTER TABLE {relation} VALIDATE CONSTRAINT {name}"


def _indexes(found: Sequence[tuple[Any, ...]]) -> Iterator[Step]:
    """Yield the steps that restore the indexes.

    A partition's own indexes come first: those of the whole table adopt them. Keys of partitions
    are created by the whole table's key.
    """
    for relation, whole, part, name, written, rule, rule_written in found:
        if part and rule:
            continue
        if not whole:
            yield _INDEX, written
        if rule and not whole:
            yield _RULE, f"ALTER TABLE {relation} ADD CONSTRAINT {name} {rule} USING INDEX {name}"
        if whole:
            yield (
                _WHOLE,
                f"ALTER TABLE {relation} ADD CONSTRAINT {name} {rule_written}" if rule else written,
            )
