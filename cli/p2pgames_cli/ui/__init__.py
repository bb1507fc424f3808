"""What the home and the full screen share: pages, forms, styles, and prompt_toolkit that puts them up."""
