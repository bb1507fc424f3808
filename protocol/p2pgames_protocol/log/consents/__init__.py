"""What all players may agree on in mid-game, a consent in each file; `registry` lists them."""
