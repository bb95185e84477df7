"""Data of the default test database; tests marked `empty` start without it."""

from datetime import UTC, datetime
from typing import Final

# Name, threshold, multiplier, redemption. A point is worth a cent or more, so a few rounds earn
# enough to redeem: up to 1.875 % of the stakes, which exceeds the house edge and is accepted.
TIERS: Final = (
    ("Bronce", 0, 100, 100),
    ("Plata", 100_000, 110, 100),
    ("Oro", 1_000_000, 125, 110),
    ("Diamante", 5_000_000, 150, 125),
)


def found() -> None:
    """Create one member of staff per role, the demo table, closed, and a player without money."""
    from accounts.roles.values import Role  # noqa: PLC0415  # needs the app registry
    from tests.accounts.staff import staff  # noqa: PLC0415  # as above
    from tests.casino import scenes  # noqa: PLC0415  # needs the app registry
    from tests.tables.house import a_founded_table  # noqa: PLC0415  # as above

    set_generous_tiers()
    for role in Role:
        staff(role)
    a_founded_table()
    scenes.new_player(funds="0")


def set_generous_tiers() -> None:
    """Put the tests' tiers in force, decided by nobody like the product's first ones; those stay in the table."""
    from django.db import transaction  # noqa: PLC0415  # needs the app registry

    from journal.services.recording import declare_acting_user  # noqa: PLC0415  # as above
    from loyalty.models.tiers import Tier, TierSet, TierSetDecision  # noqa: PLC0415  # as above

    with transaction.atomic():
        declare_acting_user(None)
        tiers = TierSet.objects.create(
            window_days=365, effective_at=datetime(2000, 1, 2, tzinfo=UTC), reason="for tests"
        )
        for name, threshold, multiplier, redemption in TIERS:
            Tier.objects.create(
                tier_set=tiers,
                name=name,
                threshold=threshold,
                multiplier=multiplier,
                redemption=redemption,
            )
        TierSetDecision.objects.create(proposal=tiers, approved=True, accepted=True)
