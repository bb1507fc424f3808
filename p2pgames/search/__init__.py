"""One search for every game, which ranks, guesses and judges by an `Evaluator`, and knows no game itself."""
