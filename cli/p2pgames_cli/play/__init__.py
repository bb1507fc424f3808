"""Playing at a table: what all ways of playing share, and the three ways: full screen, plain lines, JSON."""
