"""What holds for all tests: they read what the client says in English, whatever the computer speaks."""

import os

os.environ["LANGUAGE"] = "en"
