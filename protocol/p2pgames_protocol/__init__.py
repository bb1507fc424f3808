"""The log and everything that makes it trustworthy and moves it."""
