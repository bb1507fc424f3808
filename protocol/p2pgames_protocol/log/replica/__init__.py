"""The log as one participant knows it: parts that know neither each other nor the `replica` that joins them."""
