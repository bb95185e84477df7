"""Units of points."""

HUNDREDTHS = 100


LEAST_REDEEMED = 100
