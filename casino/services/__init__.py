"""What changes play: sit down, bet, decide, change the shoe. Each is one transaction under the sitting's lock."""
