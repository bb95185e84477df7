"""A payment provider to try with: an HTTP server with a payment page, for demonstrations and tests of the hosted adapter."""
