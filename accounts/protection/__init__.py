"""What players do to protect themselves."""
