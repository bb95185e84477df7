"""Statistics that scipy lacks, or that need its results combined."""
