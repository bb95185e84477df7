"""Old months as Parquet files: written, verified, detached by two people, and still read."""
