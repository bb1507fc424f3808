"""How Linja looks."""
