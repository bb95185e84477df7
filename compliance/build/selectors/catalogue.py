"""What the database itself does: functions, triggers, constraints and rights, as `pg_catalog` has them.

Months come and go, so the parts of a partitioned table count as one: the digests of all that differ from each other.
"""

from collections.abc import Mapping
from typing import Final

from django.db import connection

from builds.values import PartKind

# The parts of a partitioned table under one name; their own names are replaced, and with them those of indexes.
_TABLES: Final = """
    tables AS (
        SELECT c.oid, c.relispartition AS is_part, c.relname,
               CASE WHEN c.relispartition THEN 'parts of ' || inhparent::regclass::text
                    ELSE c.oid::regclass::text END AS title
        FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
             LEFT JOIN pg_inherits ON inhrelid = c.oid
        WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f'))
"""
_HASH_OF_PARTS: Final = """
    each AS (
        SELECT oid, title, {name} AS name,
               encode(sha256(convert_to(string_agg(replace(told, relname, title), E'\\n' ORDER BY told COLLATE "C"), 'UTF8')), 'hex') AS digest
        FROM found GROUP BY oid, title, {name})
    SELECT title || name,
           encode(sha256(convert_to(string_agg(DISTINCT digest, ' ' ORDER BY digest), 'UTF8')), 'hex')
    FROM each GROUP BY title, name ORDER BY 1
"""
_FUNCTIONS: Final = """
    SELECT p.oid::regprocedure::text,
           encode(sha256(convert_to(concat_ws(E'\\n', pg_get_functiondef(p.oid), pg_get_userbyid(p.proowner)), 'UTF8')), 'hex')
    FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
    WHERE n.nspname = 'public' AND p.prokind IN ('f', 'p')
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
    ORDER BY 1
"""
_TRIGGERS: Final = f"""
    WITH {_TABLES}, found AS (
        SELECT tables.*, t.tgname, concat_ws(' ', t.tgenabled, pg_get_triggerdef(t.oid)) AS told
        FROM pg_trigger AS t JOIN tables ON tables.oid = t.tgrelid WHERE NOT t.tgisinternal),
    {_HASH_OF_PARTS.format(name="': ' || tgname")}
"""  # noqa: S608  # constants of this module
# Not null is left out: releases of PostgreSQL keep it in different places. References to a part belong to its table.
_CONSTRAINTS: Final = f"""
    WITH {_TABLES}, found AS (
        SELECT tables.*, CASE WHEN is_part THEN '' ELSE ': ' || k.conname END AS conname,
               concat_ws(' ', k.convalidated, pg_get_constraintdef(k.oid)) AS told
        FROM pg_constraint AS k JOIN tables ON tables.oid = k.conrelid
        WHERE k.contype IN ('c', 'f', 'p', 'u', 'x') AND (is_part OR k.conparentid = 0)
            AND NOT EXISTS (SELECT FROM pg_class WHERE oid = k.confrelid AND relispartition)),
    {_HASH_OF_PARTS.format(name="conname")}
"""  # noqa: S608  # constants of this module
_RIGHTS: Final = f"""
    WITH {_TABLES}, found AS (
        SELECT tables.*, concat_ws(' ', pg_get_userbyid(c.relowner), c.relrowsecurity, c.relforcerowsecurity,
                   (SELECT string_agg(a::text, ',' ORDER BY a::text COLLATE "C") FROM unnest(c.relacl) AS a)) AS told
        FROM tables JOIN pg_class AS c ON c.oid = tables.oid
        UNION ALL
        SELECT tables.*, concat_ws(' ', k.attname, a)
        FROM tables JOIN pg_attribute AS k ON k.attrelid = tables.oid, unnest(k.attacl) AS a),
    {_HASH_OF_PARTS.format(name="''::text")}
"""  # noqa: S608  # constants of this module
_OTHER_RIGHTS: Final = """
    WITH told AS (
        SELECT 'function ' || p.oid::regprocedure::text AS title, a::text AS line
        FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace, unnest(p.proacl) AS a
        WHERE n.nspname = 'public'
        UNION ALL
        SELECT 'schema ' || nspname, concat_ws(' ', pg_get_userbyid(nspowner), nspacl::text)
        FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
        UNION ALL
        SELECT 'role ' || rolname, concat_ws(' ', rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
            (SELECT string_agg(pg_get_userbyid(roleid), ',' ORDER BY 1) FROM pg_auth_members WHERE member = r.oid))
        FROM pg_roles AS r WHERE r.rolname IN (current_user,
            (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'public.wallet_entry'::regclass))
        UNION ALL
        SELECT 'event trigger ' || evtname, concat_ws(' ', evtenabled, evtevent, evtfoid::regprocedure) FROM pg_event_trigger)
    SELECT title, encode(sha256(convert_to(string_agg(line, E'\\n' ORDER BY line COLLATE "C"), 'UTF8')), 'hex')
    FROM told GROUP BY title ORDER BY 1
"""
_QUERIES: Final[Mapping[PartKind, tuple[str, ...]]] = {
    PartKind.FUNCTION: (_FUNCTIONS,),
    PartKind.TRIGGER: (_TRIGGERS,),
    PartKind.CONSTRAINT: (_CONSTRAINTS,),
    PartKind.RIGHT: (_RIGHTS, _OTHER_RIGHTS),
}


def hash_database_parts() -> dict[str, dict[str, str]]:
    """Return the SHA-256 of each function, trigger and constraint, and of the rights on each object. Five queries."""
    return {kind: _hash(queries) for kind, queries in _QUERIES.items()}


def _hash(queries: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for query in queries:
        with connection.cursor() as cursor:
            cursor.execute(query)
            found |= dict(cursor.fetchall())
    return found
