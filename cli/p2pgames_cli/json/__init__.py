"""Playing in JSON."""
