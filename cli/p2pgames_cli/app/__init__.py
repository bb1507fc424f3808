"""What the commands do, called with values."""
