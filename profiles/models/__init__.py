"""Models of `profiles`."""

from profiles.models.versions import ProfileDecision, ProfileVersion

__all__ = ["ProfileDecision", "ProfileVersion"]
