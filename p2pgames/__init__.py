"""The rules of the games: pure, deterministic, and usable without the rest.

`p2pgames.contract` says what rules are and `p2pgames.game` what a game is, `p2pgames.registry` finds the games that are
installed, and `p2pgames.dealer` plays one without a network.
"""
