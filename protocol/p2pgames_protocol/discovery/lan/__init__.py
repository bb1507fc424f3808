"""Neighbours: finding tables and players on the local network."""
