"""Views of disputes: for players and for the back office."""
