"""A table as every front end knows it: seats, news, offers, plans, and how it is to be played."""
