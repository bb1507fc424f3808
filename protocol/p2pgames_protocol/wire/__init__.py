"""What messages are made of: the one encoding of plain values, hashes, keys that sign, addresses, invites."""
