"""The log as one participant knows it: what it heard, whom it blames."""
