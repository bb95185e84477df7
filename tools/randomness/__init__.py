"""Statistical tests of the random numbers that choose the cards: `make rng-battery`."""
