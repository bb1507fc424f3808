"""What all players may agree on in mid-game."""
