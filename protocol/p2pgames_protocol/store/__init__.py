"""What stays on disk: games, notes, addresses, chat, and the player's key and name."""
