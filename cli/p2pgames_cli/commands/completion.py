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
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the completion script for SHELL: bash, zsh or fish."""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell) if shell in SHELLS else None
    if found is None:
        said = _("There is completion for {names}, not for {shell!r}.")
        raise Stop(Code.USAGE, said.format(names=", ".join(SHELLS), shell=shell))
    click.echo(found(ctx.find_root().command, {}, "p2pgames", "_P2PGAMES_COMPLETE").source())
