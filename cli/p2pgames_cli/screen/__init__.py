"""The full screen: a desk the player works at, and the frames that show it."""
