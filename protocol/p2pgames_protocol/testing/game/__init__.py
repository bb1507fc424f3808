"""What every game must keep, whatever its rules: checks that any installed game can be put to.

Each check is a function that is given a `Case`, and raises `Broken` with a sentence where the game does not hold.
``everything`` lists them, ``run`` puts a game to them; ``p2pgames check-game`` prints what came of it.
"""
