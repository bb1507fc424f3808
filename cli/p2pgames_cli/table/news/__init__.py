"""What is new at a table: one source for each kind of thing, each thing told once."""
