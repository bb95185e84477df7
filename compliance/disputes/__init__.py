"""Players' disputes and the house's answers."""
