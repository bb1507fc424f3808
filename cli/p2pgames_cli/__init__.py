"""The terminal client of p2pgames."""

import sys


def start() -> None:
    """Run the command line; Ctrl-C ends it without a traceback, also while it is being loaded."""
    try:
        from p2pgames_cli.main import main

        main()
    except KeyboardInterrupt:
        sys.exit(130)  # Code.INTERRUPTED, which may not be loaded yet
