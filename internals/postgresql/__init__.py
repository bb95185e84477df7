"""Django's backend for PostgreSQL, with less work around each statement."""
