"""The full screen: a presenter the player works with, and the frames that show it."""
