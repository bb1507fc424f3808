"""Tor: the transport, the program beside us, what is said to it, and the way to others."""
