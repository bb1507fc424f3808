"""How Line 1 looks."""
