"""The gate before play: exclusion register, location and sanctions list."""
