"""What is read of the journal."""
