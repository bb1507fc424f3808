"""Transports: how bytes get from one player to another. A transport is an untrusted pipe."""
