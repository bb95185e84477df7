"""The public log of the shoes written by `tools.history.round_rows`, chained like the product's own lines."""

from typing import Any

import psycopg

from blackjack.public_log import line_hash
from casino.fairness.selectors.public_log import public_line
from casino.fairness.services.public_log import GENESIS
from casino.models import LogLine

_UNTOLD = """
SELECT told.at, told.kind, shoe.public_id, shoe.commitment,
       CASE told.kind WHEN 'opened' THEN version.rules_hash END
FROM casino_shoe AS shoe
     JOIN tables_rulesetversion AS version ON version.id = shoe.version_id
     CROSS JOIN LATERAL (VALUES
         (shoe.announced_at, 'announced'), (shoe.opened_at, 'opened'), (shoe.closed_at, 'closed')
     ) AS told (at, kind)
WHERE shoe.status = 'closed'
  AND NOT EXISTS (SELECT FROM casino_logline WHERE casino_logline.shoe = shoe.public_id)
ORDER BY told.at, shoe.id
"""
_LAST = "SELECT n, hash FROM casino_logline WHERE n IS NOT NULL ORDER BY n DESC LIMIT 1"
_INTO = """
COPY casino_logline (at, kind, shoe, commitment, rules_hash, n, previous, hash) FROM STDIN
"""
_FETCHED = 5000


def append_log_lines(url: str, owner: psycopg.Connection[Any]) -> None:
    """Append the lines of every closed shoe that the log does not have, ordered by time."""
    n, previous = owner.execute(_LAST).fetchone() or (0, GENESIS)
    with (
        psycopg.connect(url) as other,  # COPY occupies the other connection
        other.cursor("untold") as untold,
        owner.cursor() as cursor,
        cursor.copy(_INTO) as copy,
    ):
        untold.itersize = _FETCHED
        for at, kind, shoe, commitment, rules_hash in untold.execute(_UNTOLD):
            n += 1
            line = LogLine(n=n, at=at, kind=kind, shoe=shoe, commitment=commitment)
            line.rules_hash, line.previous = rules_hash, previous
            hashed = line_hash(public_line(line))
            copy.write_row((at, kind, shoe, commitment, rules_hash, n, previous, hashed))
            previous = hashed
