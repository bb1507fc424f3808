"""Asking the router for a port: by NAT-PMP (RFC 6886), or by UPnP IGD. Whoever answers may be anybody at home."""
