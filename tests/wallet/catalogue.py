"""PostgreSQL's catalogue: relations, functions, triggers, sequences, and the application role's rights on them.

Nothing is listed by hand, so objects added later are tested too.
"""

from typing import Any

import psycopg
from django.db import DatabaseError, connection, transaction

WRITES = ("INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER")
# Every relation that can be written to, with its columns.
RELATIONS = """
    SELECT c.oid, quote_ident(n.nspname) || '.' || quote_ident(c.relname), c.relname,
           ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0
                 AND NOT attisdropped ORDER BY attnum), c.relispartition
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND c.relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY 2
"""
# Every function outside extensions, with a call that passes NULL for each argument.
FUNCTIONS = """
    SELECT p.oid::regprocedure::text, p.proname,
           format('%%s %%I.%%I(%%s)', CASE p.prokind WHEN 'p' THEN 'CALL' ELSE 'SELECT' END,
                  n.nspname, p.proname, (SELECT string_agg('NULL::' || format_type(t, NULL), ', ')
                                         FROM unnest(p.proargtypes) AS t)),
           p.prosrc
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND NOT EXISTS
        (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') ORDER BY 1
"""
TRIGGERS = """
    SELECT c.relname, p.proname
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n
         ON n.oid = c.relnamespace JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND NOT t.tgisinternal
"""
SEQUENCES = """
    SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname)
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND c.relkind = 'S'
"""


def query(statement: str, **parameters: Any) -> list[tuple[Any, ...]]:
    """Return every row of the result, queried as the application's role."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return list(cursor.fetchall())


def denied(statement: str) -> bool:
    """Return whether PostgreSQL refuses the statement for lack of privilege (SQLSTATE 42501), not for another reason."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    except DatabaseError as error:
        cause = error.__cause__
        assert isinstance(cause, psycopg.Error)
        said = cause.diag.message_primary or ""
        return cause.sqlstate == "42501" and said.startswith(("permission denied", "must be owner"))
    return False


def writes(relation: int, columns: list[str]) -> set[str]:
    """Return the role's privileges on a relation other than SELECT; `UPDATE(x)` is for one column."""
    whole = query(
        "SELECT r FROM unnest(%(all)s::text[]) AS r WHERE has_table_privilege(%(oid)s::oid, r)",
        all=list(WRITES),
        oid=relation,
    )
    parts = query(
        "SELECT r || '(' || c || ')' FROM unnest(%(columns)s::text[]) AS c,"
        " unnest(ARRAY['INSERT', 'UPDATE', 'REFERENCES']) AS r"
        " WHERE has_column_privilege(%(oid)s::oid, c, r)",
        columns=columns,
        oid=relation,
    )
    found = {row[0] for row in whole}
    return found | {row[0] for row in parts if row[0].partition("(")[0] not in found}


def attempts(relation: str, columns: list[str]) -> list[str]:
    """Return one statement for each way to write to a relation, with an UPDATE for every column."""
    return [
        f"INSERT INTO {relation} DEFAULT VALUES",
        f"DELETE FROM {relation}",  # noqa: S608  names from the catalogue
        f"TRUNCATE {relation}",
        *(f'UPDATE {relation} SET "{one}" = "{one}"' for one in columns),  # noqa: S608  names from the catalogue
    ]
