"""What changes the rows of this app."""
