"""The public log of shoes, chained by hash in the background, off the path of play (docs/fairness.md)."""

from django.db import connection, transaction

from blackjack.public_log import line_hash
from casino.fairness.selectors.public_log import public_line
from casino.models import LogLine

GENESIS = "0" * 64
CHAIN_LOCK = 7421  # one writer at a time; readers and play never take it
BATCH = 500


@transaction.atomic
def chain_log() -> int:
    """Give every committed line its number, the hash before it and its own. Returns how many; safe to run twice.

    Lines are numbered in the order in which they are seen here, so one that commits late simply comes later.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [CHAIN_LOCK])
    last = LogLine.objects.filter(n__isnull=False).order_by("-n").first()
    n, previous = (last.n or 0, last.hash or GENESIS) if last else (0, GENESIS)
    lines = list(LogLine.objects.filter(n__isnull=True).order_by("id")[:BATCH])
    for line in lines:
        n += 1
        line.n, line.previous = n, previous
        line.hash = previous = line_hash(public_line(line))
    LogLine.objects.bulk_update(lines, ["n", "previous", "hash"])
    return len(lines)
