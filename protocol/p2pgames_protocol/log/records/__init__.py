"""The signed records of a running game, a kind in each file, and how they are read."""
