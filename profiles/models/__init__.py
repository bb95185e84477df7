"""Models of profiles."""

from profiles.models.links import LinkCheck
from profiles.models.versions import ProfileDecision, ProfileVersion

__all__ = ["LinkCheck", "ProfileDecision", "ProfileVersion"]
