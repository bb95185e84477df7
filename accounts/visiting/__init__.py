"""Players' visits: who is here, since when, from where, and who has done nothing for too long."""
