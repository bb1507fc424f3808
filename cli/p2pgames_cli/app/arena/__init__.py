"""Bots against bots: many games, and what they say of who plays better."""
