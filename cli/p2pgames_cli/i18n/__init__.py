"""The languages of the client."""
