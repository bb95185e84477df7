from tests.live.pages import comes
from tests.live.site import programs, unhurried

__all__ = ["comes", "programs", "unhurried"]
