"""Verification of the build: code against the release, rules against their approval."""
