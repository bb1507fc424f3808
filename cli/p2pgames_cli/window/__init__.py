"""A table in the browser of the same computer: a small server on the loopback address, and what its page shows."""
