"""Django's PostgreSQL backend with less work per statement."""
