"""Players from a file of JSON lines: `signals.reading.players.read_players`. docs/signals.md describes the format."""
