"""``p2pgames completion``: the script that makes a shell complete commands and options."""

from __future__ import annotations

import click

from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _

SHELLS = ("bash", "zsh", "fish")


@click.command(
    epilog="""\b
For every new shell:
  bash  echo 'eval "$(p2pgames completion bash)"' >> ~/.bashrc
  zsh   echo 'eval "$(p2pgames completion zsh)"' >> ~/.zshrc
  fish  p2pgames completion fish > ~/.config/fish/completions/p2pgames.fish"""
)
@click.argument("shell", metavar="SHELL", shell_complete=lambda *_: list(SHELLS))
def command(shell: str) -> None:
    """Print the completion script for SHELL: bash, zsh or fish."""
    from click.shell_completion import get_completion_class

    from p2pgames_cli.main import p2pgames

    found = get_completion_class(shell) if shell in SHELLS else None
    if found is None:
        said = _("There is completion for {names}, not for {shell!r}.")
        raise Stop(Code.USAGE, said.format(names=", ".join(SHELLS), shell=shell))
    click.echo(found(p2pgames, {}, "p2pgames", "_P2PGAMES_COMPLETE").source())
