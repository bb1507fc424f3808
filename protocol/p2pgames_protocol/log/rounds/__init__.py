"""What each kind of round asks of an event, and what follows from it."""
