"""Whole games without a network, for the tests of games, clients and transports.

``room`` hands records from table to table, in any order, with losses and restarts; ``cheat`` sits at a table and
lies there; ``memory`` has a network that can be cut, a clock whose time-outs cost nothing, and a disk that dies when it
is told. ``game`` puts any game to checks, ``client`` any client: ``p2pgames check-game`` and ``check-client`` run them.
Nothing else in the product uses this package, and it needs no framework of tests. Everybody knows its keys.
"""
