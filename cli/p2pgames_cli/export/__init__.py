"""A game as a file for others: text, JSON, pictures, a page for browsers."""
