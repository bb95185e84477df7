"""Effect of a reason on the money of hands."""

from casino.models import Treatment, VoidReason


def treatment_of(reason: str) -> Treatment:
    return VoidReason(reason).treatment
