"""Hash chain of the public log of shoes, built in the background, off the path of play (docs/fairness.md)."""

from operator import itemgetter

from django.db import connection, transaction

from blackjack.public_log import line_hash
from casino.fairness.selectors.public_log import public_line
from casino.models import LogLine
from restores.models import OutsideComparison

GENESIS = "0" * 64
CHAIN_LOCK = 7421  # advisory lock: one writer at a time; readers and play never take it
BATCH = 500


@transaction.atomic
def chain_log() -> int:
    """Number and hash-chain a batch of committed lines. Returns how many; idempotent. Takes an advisory lock.

    Lines are numbered in the order in which this job sees them, so one that commits late simply comes later.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [CHAIN_LOCK])
    n, previous = _newest_head()
    lines = list(LogLine.objects.filter(n__isnull=True).order_by("id")[:BATCH])
    for line in lines:
        n += 1
        line.n, line.previous = n, previous
        line.hash = previous = line_hash(public_line(line))
    LogLine.objects.bulk_update(lines, ["n", "previous", "hash"])
    return len(lines)


def _newest_head() -> tuple[int, str]:
    """Return number and hash of the last line: the stored one, or one published before a restore lost it."""
    stored = LogLine.objects.filter(n__isnull=False).order_by("-n").values_list("n", "hash").first()
    outside = OutsideComparison.objects.filter(log_number__isnull=False).order_by("-log_number")
    known = outside.values_list("log_number", "log_hash").first()
    n, head = max(stored or (0, GENESIS), known or (0, GENESIS), key=itemgetter(0))
    return n or 0, head or GENESIS
