"""Bots that play on a demo running on this machine, so that it shows live activity."""
