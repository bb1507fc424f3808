"""Measurements, as ratios against a yardstick in the same run."""
