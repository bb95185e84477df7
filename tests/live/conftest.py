from tests.live.pages import comes
from tests.live.site import loaded_programs, programs, unhurried

__all__ = ["comes", "loaded_programs", "programs", "unhurried"]
