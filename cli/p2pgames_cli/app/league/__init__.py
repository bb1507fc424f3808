"""Leagues: a folder with the league's file, who takes part, and games."""
