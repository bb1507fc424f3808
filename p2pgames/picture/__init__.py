"""What positions look like, for all games: rows of styled characters, and how they are put together."""
