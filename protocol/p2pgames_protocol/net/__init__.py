"""Links, and everything that knows that they break: peers, tables that fill up, sessions."""
