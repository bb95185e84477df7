"""Origins of bets and decisions."""

from django.utils import timezone

from casino.models import Origin


def record_origin(digest: str, address: str, agent: str) -> int:
    """Return the id of an origin, created if it is new. Concurrent requests share one row."""
    row = Origin(digest=digest, address=address, agent=agent, seen_at=timezone.now())
    Origin.objects.bulk_create([row], ignore_conflicts=True)
    return Origin.objects.values_list("pk", flat=True).get(digest=digest)
