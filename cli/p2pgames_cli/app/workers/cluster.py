"""Workers of a cluster of one's own, by dask.distributed.

Client, scheduler and workers unpickle what they tell each other: whoever can speak with one of them runs code there. So
an address is taken only where nobody else can: on this computer, or behind certificates that both sides show.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from p2pgames.text import as_it_is
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named, sentence_of
from p2pgames_protocol.transports.transport import hint

if TYPE_CHECKING:
    from concurrent.futures import Executor

_PATIENCE: Final = 10
"""Seconds until a scheduler has answered, and until it has a worker."""


def safe_address(address: str) -> str:
    """Return the address of a scheduler as dask takes it; raise `Stop` if others could answer in its place."""
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    try:
        fits = parts.port is not None and bool(parts.hostname)
    except ValueError:
        fits = False
    if not fits or parts.scheme not in ("tcp", "tls") or parts.path or parts.query or parts.username:
        said = _("A cluster is written tls://HOST:PORT, or 127.0.0.1:PORT on this computer, not {address}.")
        raise Stop(Code.USAGE, said.format(address=address))
    if parts.scheme == "tcp" and not _here(parts.hostname or ""):
        said = _(
            "Anybody who can reach a cluster by tcp can run programs there and here. Use tls:// with certificates "
            "of your own, or a tunnel: ssh -L {port}:127.0.0.1:{port} {host}, and --cluster 127.0.0.1:{port}."
        )
        raise Stop(Code.USAGE, said.format(host=parts.hostname, port=parts.port))
    return parts.geturl()


def _here(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Give the workers of a cluster, and how many jobs they do at a time; what is not begun is taken back at the end.

    Raises `Stop` if there is no dask, no scheduler, or no worker.
    """
    client = _client(safe_address(address))
    try:
        executor = client.get_executor(pure=False)
        try:
            yield executor, _threads(client, address)
        finally:
            executor.shutdown(wait=False)
    finally:
        client.close()


def _client(address: str) -> Any:
    try:
        import dask
    except ImportError:
        raise Stop(Code.FAILURE, named(hint(as_it_is("--cluster"), "distributed"))) from None
    # What goes wrong is said in a sentence of ours, and a file may be as large as any.
    quiet = dict.fromkeys(("distributed", "distributed.client"), "critical")
    dask.config.set({"logging": quiet, "distributed.admin.large-graph-warning-threshold": "1GiB"})
    from distributed import Client

    class Ours(Client):  # type: ignore[misc]  # it is Any, see pyproject.toml
        """Is closed, or was never open: one that is forgotten would wait for its thread, in whatever thread that is."""

        def __del__(self) -> None:
            """Do nothing."""

    parts = urlsplit(address)
    try:
        socket.create_connection((parts.hostname, parts.port), _PATIENCE).close()
        return Ours(address, timeout=_PATIENCE, set_as_default=False)
    except OSError as wrong:
        said = _("No cluster answers at {address}: {why}.")
        raise Stop(Code.NO_CONTACT, said.format(address=address, why=sentence_of(wrong))) from None
    except TypeError:  # dask has no certificates
        said = _("dask has no certificates for {address}: name yours in its settings, distributed.comm.tls.")
        raise Stop(Code.USAGE, said.format(address=address)) from None


def _threads(client: Any, address: str) -> int:
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        said = _("The cluster at {address} has no workers.")
        raise Stop(Code.NO_CONTACT, said.format(address=address)) from None
    threads: int = sum(client.nthreads().values())
    return max(1, threads)  # all may just have gone; others take their place
