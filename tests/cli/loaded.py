"""What clients are forked with: the modules that nearly all of them load; see `tests/cli/forked.py`."""

import gc
from importlib import import_module

from p2pgames import registry

MODULES = (
    "filelock",
    "p2pgames_cli.app.run",
    "p2pgames_cli.commands.host",
    "p2pgames_cli.commands.join",
    "p2pgames_cli.commands.resume",
    "p2pgames_cli.commands.watch",
    "p2pgames_cli.json.lobby",
    "p2pgames_cli.home.loop",
    "p2pgames_cli.json.player",
    "p2pgames_cli.screen.app",
    "p2pgames_cli.screen.waiting_room",
    "p2pgames_protocol.discovery.dht",
    "p2pgames_protocol.discovery.lan",
    "p2pgames_protocol.transports.tls",
)

for module in MODULES:
    import_module(module)
for name in registry.names():
    _ = registry.game(name).rules
gc.freeze()
