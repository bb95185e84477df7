"""A laboratory at a running site: plays at full speed through the API, and verifies every round with the library alone."""
