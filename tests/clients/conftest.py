from tests.live.site import loaded_programs, programs, unhurried

__all__ = ["loaded_programs", "programs", "unhurried"]
