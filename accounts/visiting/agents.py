"""What a browser calls itself, as it is kept."""
