"""Pages to choose from, to fill in and to read: what stands on them and what is done there."""
