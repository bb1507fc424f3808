"""Discovery: where a player is whom no known address leads to, and which tables are open nearby."""
