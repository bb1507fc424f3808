"""A private DHT on loopback: a dozen nodes at 127.0.0.2 to 127.0.0.13, and no packet to any other."""

import trio

SETTINGS = {
    "listen_interfaces": "127.0.0.1:0",
    "dht_bootstrap_nodes": "",
    # So many nodes at one computer would look like an attack.
    "dht_restrict_routing_ips": False,
    "dht_restrict_search_ips": False,
    "dht_ignore_dark_internet": False,
    "dht_prefer_verified_node_ids": False,
    # Among so few a node that answers nobody delays every lookup by 15 seconds.
    "dht_read_only": False,
    "dht_block_ratelimit": 1000,
    "dht_upload_rate_limit": 1_000_000,
}
"""What a client needs to take part; `nodes` says where to begin."""


class DhtNetwork:
    """The nodes, while it is entered; ``nodes`` are their addresses."""

    def __init__(self, hosts=None):
        self.hosts = hosts or [f"127.0.0.{last}" for last in range(2, 14)]
        self.nodes = ()
        self._sessions = []

    async def __aenter__(self):
        import libtorrent

        off = dict.fromkeys(("enable_lsd", "enable_upnp", "enable_natpmp"), False)
        for host in self.hosts:
            settings = {**SETTINGS, **off, "listen_interfaces": f"{host}:0"}
            self._sessions.append(libtorrent.session(settings))
        ports = [await _port(session) for session in self._sessions]
        self.nodes = tuple(f"{host}:{port}" for host, port in zip(self.hosts, ports, strict=True))
        for session in self._sessions:
            for host, port in zip(self.hosts, ports, strict=True):
                session.add_dht_node((host, port))
        return self

    async def __aexit__(self, *_):
        self._sessions.clear()


async def _port(session):
    while not session.listen_port():  # noqa: ASYNC110  # it happens in the library's thread
        await trio.sleep(0.01)
    return session.listen_port()
