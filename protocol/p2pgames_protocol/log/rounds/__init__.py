"""What each kind of round asks of the seats and what follows, a kind in each file; `registry` lists them."""
