"""The full screen: a desk the player works at, frames that show it, and prompt_toolkit that puts them up."""
