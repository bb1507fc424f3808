"""Playing in lines of text."""
