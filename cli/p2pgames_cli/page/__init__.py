"""A whole game as one page for a browser."""
