"""A replica with a seat: what it signs."""
