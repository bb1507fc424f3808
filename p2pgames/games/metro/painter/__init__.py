"""How Metro looks."""
