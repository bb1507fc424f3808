"""The audit: what a stranger can say of a game from its file alone."""
