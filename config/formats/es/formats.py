"""Number format 1.234,50, used in most of the players' countries (Django's Spanish groups with a space)."""

DECIMAL_SEPARATOR = ","
THOUSAND_SEPARATOR = "."
NUMBER_GROUPING = 3
