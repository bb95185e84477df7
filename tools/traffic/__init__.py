"""Bots who play at a demo that runs on this machine, so that its day moves."""
