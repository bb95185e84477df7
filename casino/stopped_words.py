"""What players read while something is stopped: in the lobby, at the table, and when a bet is refused."""
