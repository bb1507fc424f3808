"""What nobody can foresee or know alone: coins and sealed decks, and the proofs for them."""
