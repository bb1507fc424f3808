"""How Socks in the City looks."""
