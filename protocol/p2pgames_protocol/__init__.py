"""The log and everything that makes it trustworthy and moves it.

``wire``, ``chance``, ``log`` and ``audit`` are pure; ``store`` knows the disk; ``transports``, ``discovery``
and ``net`` know the network. Each knows only those before it in this list.
"""
