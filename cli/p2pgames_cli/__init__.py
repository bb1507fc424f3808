"""The terminal client of p2pgames."""
