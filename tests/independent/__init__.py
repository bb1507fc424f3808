"""An auditor written from SPEC.md and the rules in words alone: it imports nothing of the product."""
