"""How Bus looks."""
