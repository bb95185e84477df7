"""SQL that copies existing rounds, each into a deal of its own."""

from typing import Final

_FACTS: Final = {
    "casino_deal": ("cards_drawn", "cards"),
    "casino_round": ("result", "returned", "returned_usd", "balance_after", "finished_at"),
}
"""Columns known only once a round has ended."""


def copy_of_round(n: int, status: str, fields: str = "") -> str:
    """Return SQL that copies every round with a positive id.

    The copies get id and deal `-n` and this status. `fields` are further fields of the round, as
    key and value pairs.
    """
    named = f"'public_id', gen_random_uuid(), 'number', 'R-ZZZZZ-ZZZZ{n}', 'deal_id', {-n}{fields}"
    return _copy("casino_deal", n, status, f"'nonce', {77 + n}") + _copy(
        "casino_round", n, status, named
    )


def _copy(table: str, n: int, status: str, fields: str) -> str:
    running = status == "in_progress"
    unknown = "".join(f", '{fact}', NULL" for fact in _FACTS[table]) if running else ""
    return (
        f"INSERT INTO {table} SELECT (jsonb_populate_record(made, jsonb_build_object("  # noqa: S608  # test input only
        f"'id', {-n}, 'status', '{status}', {fields}{unknown}))).* FROM {table} AS made WHERE made.id > 0;"
    )
