"""Boards as vector drawings: pure values that a page, a picture file or another program shows as it can."""
