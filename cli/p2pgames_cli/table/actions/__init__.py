"""All that a player can do or ask besides typing a move, for every front end: one table, `everything.ACTIONS`."""
