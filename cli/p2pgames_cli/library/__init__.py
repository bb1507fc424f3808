"""What there is to choose from: stored games, their results, and the games that can be played."""
