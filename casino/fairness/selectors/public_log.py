"""Public log of shoes: the lines and their public form."""

from uuid import UUID

from django.db.models import QuerySet

from casino.models import LogLine

BEFORE_PLAY = (LogLine.Kind.ANNOUNCED, LogLine.Kind.OPENED)


def public_line(line: LogLine) -> dict[str, object]:
    """Public form of a log line (`blackjack.public_log`); `hash` is null until the line is chained."""
    return {
        "n": line.n,
        "at": f"{line.at:%Y-%m-%dT%H:%M:%S.%f}Z",
        "kind": line.kind,
        "shoe": str(line.shoe),
        "commitment": line.commitment,
        "rules_hash": line.rules_hash,
        **({"nonce": line.nonce} if line.kind == LogLine.Kind.RETIRED else {}),
        "previous": line.previous,
        "hash": line.hash,
    }


def chained_lines() -> QuerySet[LogLine]:
    """Log lines that already have a number and a hash."""
    return LogLine.objects.filter(n__isnull=False)


def load_shoe_log_lines(shoe: UUID) -> list[dict[str, object]]:
    """The shoe's two log lines from before its first card; an empty list until both are chained."""
    lines = LogLine.objects.filter(shoe=shoe, kind__in=BEFORE_PLAY, n__isnull=False).order_by(
        "kind"
    )
    found = [public_line(line) for line in lines]
    return found if len(found) == len(BEFORE_PLAY) else []
