"""Whole games without a network, for the tests of games, clients and transports.

``room`` hands records from table to table, in any order, with losses and restarts; ``cheat`` sits at a table and
lies there; ``memory`` is a network that can be cut, ``clock`` makes its time-outs cost nothing, ``disk`` dies when it
is told; ``game`` puts any game to checks, which ``p2pgames check-game`` runs. Nothing else in the product uses this
package, and it needs no framework of tests. Everybody knows its keys.
"""
