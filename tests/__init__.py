"""What shows that the product does what it says."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
"""The repository."""
