"""What signs for a seat: a signer, which holds a replica and all that it needs to answer."""
