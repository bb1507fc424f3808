"""The client's home: the pages from which tables and games are opened."""
