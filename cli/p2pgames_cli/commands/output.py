"""Printing what a use case brought."""

from __future__ import annotations

import json

import click

from p2pgames_cli.app.report import Report


def show(report: Report, *, as_json: bool) -> None:
    """Print objects for a program, lines for people."""
    for one in map(json.dumps, report.objects()) if as_json else report.lines():
        click.echo(one)
