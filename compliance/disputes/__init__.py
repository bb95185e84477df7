"""What players say is wrong, and what the house answers."""
