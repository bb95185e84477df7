from tests.live.site import programs

__all__ = ["programs"]
