"""Generated finished rounds and money, bulk-written for demos and measurements only."""
