"""What is set: flags before commands, settings, keys, exit codes."""
