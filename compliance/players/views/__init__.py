"""Views of players: list, profile, timeline, and staff acts."""
