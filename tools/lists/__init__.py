"""The other side of signed lists: keys, and lists as an authority writes them, for trials (docs/gate.md)."""
