"""Numbers as most of the players' countries write them: 1.234,50 (Django's Spanish has a space for thousands)."""

DECIMAL_SEPARATOR = ","
THOUSAND_SEPARATOR = "."
NUMBER_GROUPING = 3
