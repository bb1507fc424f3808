"""A table without links: records as files and as text that survives mail programs."""
