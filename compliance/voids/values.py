"""Treatment of the money of hands by reason of the void."""

from casino.models import Treatment, VoidReason


def find_treatment(reason: str) -> Treatment:
    return VoidReason(reason).treatment
