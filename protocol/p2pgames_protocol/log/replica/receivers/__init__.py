"""How a replica takes in records, a kind in each file; `registry` lists them."""
