"""What the reason of a case does to the money of its hands."""

from casino.models import Treatment, VoidReason


def treatment_of(reason: str) -> Treatment:
    """What a reason does to the money of a hand."""
    return VoidReason(reason).treatment
