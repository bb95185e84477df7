from tests.live.site import programs, unhurried

__all__ = ["programs", "unhurried"]
