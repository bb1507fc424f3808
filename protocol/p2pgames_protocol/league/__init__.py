"""Leagues: what their files say, and what of a folder of games counts."""
