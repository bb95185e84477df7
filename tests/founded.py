"""What a database has when a test begins, unless the test is marked `empty`."""

from datetime import UTC, datetime
from typing import Final

# Name, threshold, multiplier, redemption. A point is worth a cent and more, so that a few rounds bring what
# can be redeemed: up to 1.875 % of what is staked, which is more than the house keeps, and accepted.
TIERS: Final = (
    ("Bronce", 0, 100, 100),
    ("Plata", 100_000, 110, 100),
    ("Oro", 1_000_000, 125, 110),
    ("Diamante", 5_000_000, 150, 125),
)


def found() -> None:
    """Make one member of staff in each role, the demonstration's table, closed, and a player without money."""
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
    """Put the tests' tiers in force, decided by nobody as the product's first ones are; those stay in the table."""
    from django.db import transaction  # noqa: PLC0415  # needs the app registry

    from journal.services.recording import acting_as  # noqa: PLC0415  # as above
    from loyalty.models.tiers import Tier, TierSet, TierSetDecision  # noqa: PLC0415  # as above

    with transaction.atomic():
        acting_as(None)
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
