"""Rounds that nobody played: copies of those that are there, each in a deal of its own."""

from typing import Final

_FACTS: Final = {
    "casino_deal": ("cards_drawn", "cards"),
    "casino_round": ("result", "returned", "returned_usd", "balance_after", "finished_at"),
}
"""What is known of a finished one only."""


def copy_of_round(n: int, status: str, fields: str = "") -> str:
    """The statements that insert a copy of every round there is, as number `-n`, in this status; `fields` are further ones of the round."""
    named = f"'public_id', gen_random_uuid(), 'number', 'R-ZZZZZ-ZZZZ{n}', 'deal_id', {-n}{fields}"
    return _copy("casino_deal", n, status, f"'nonce', {77 + n}") + _copy(
        "casino_round", n, status, named
    )


def _copy(table: str, n: int, status: str, fields: str) -> str:
    running = status == "in_progress"
    unknown = "".join(f", '{fact}', NULL" for fact in _FACTS[table]) if running else ""
    return (
        f"INSERT INTO {table} SELECT (jsonb_populate_record(made, jsonb_build_object("  # noqa: S608  # words of tests
        f"'id', {-n}, 'status', '{status}', {fields}{unknown}))).* FROM {table} AS made WHERE made.id > 0;"
    )
