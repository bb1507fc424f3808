"""What no client on these libraries can do without: programs that do it, and nothing else."""

from __future__ import annotations

from typing import Final

from p2pgames_cli.main import COMMANDS

HELP: Final = f"""
import pathlib, click, platformdirs
platformdirs.user_config_path('p2pgames')
@click.group(context_settings=dict(help_option_names=['-h', '--help']))
@click.option('--home', type=click.Path(path_type=pathlib.Path), help='Folder.')
def main():
    'A program.'
for name, about in {list(COMMANDS.items())}:
    main.command(name, help=about)(lambda: None)
main(['--help'])
"""
"""A program of click that shows its help, with as many commands, and knows where its settings are."""
LISTING: Final = "import click, importlib.metadata as found; found.entry_points(group='p2pgames.games')"
"""A program of click that finds which games are installed."""
LINKED: Final = (
    "import click, cryptography.x509, filelock, ifaddr, importlib.metadata, json, msgpack, nacl.bindings, platformdirs,"
    " ssl, trio; from cryptography.hazmat.primitives import serialization; "
    "from cryptography.hazmat.primitives.asymmetric import ed25519"
)
"""The libraries of a client that is linked to others."""
SHOWN: Final = f"""
{LINKED.replace(" cryptography.x509,", "").replace(" ifaddr,", "").replace(" ssl,", "")}
import asyncio, tomllib, prompt_toolkit.application
from hashlib import sha256
for seat in range(2):
    value, begun = bytes(32), sha256(bytes(71))
    for place in range(65536):
        link = begun.copy()
        link.update(place.to_bytes(8, 'big') + bytes(4) + value)
        value = link.digest()
"""
"""The libraries of a full screen, and the coin chains of two seats."""
