"""The log: signed records, and the positions that follow from them. No disk, clock or link."""
