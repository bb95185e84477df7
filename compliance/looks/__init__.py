"""Who looked at a hand, a shoe, a player, a document or a case, and what a person looked at."""
