"""Define a game once; then play it, solve it, explore it, check it, count it.

A game is an object with a position on its board:

>>> import morpion
>>> game = morpion.game("ttt")
>>> game.play("b2 a1")
<morpion.Game mnk:3,3,3 after b2 a1>
>>> game.value()
<draw>
>>> game.undo(2).count().positions
5478

``morpion.game`` opens any game of the command line, ``morpion.load`` a game from a file, and ``morpion.Game`` takes a
game that is written in Python, see there. Every wrong input raises a ``MorpionError`` that says what would work.

Long calls release the interpreter, show how far they are, and keep to their limits (``time`` in seconds, ``memory`` in
bytes). At Ctrl-C they stop and return what is known by then, with ``complete`` false; a second Ctrl-C raises
``KeyboardInterrupt``.
"""

from ._game import Game, game, games, load
from ._native import MorpionError, State, Table, Value, open_table
from ._results import (
    Analysis,
    Checked,
    Contest,
    Count,
    Decided,
    Explored,
    Facts,
    Judgement,
    LookedUp,
    Perft,
    Result,
    Simulated,
    Solved,
    Strong,
)

__all__ = [
    "Analysis",
    "Checked",
    "Contest",
    "Count",
    "Decided",
    "Encoding",
    "Explored",
    "Facts",
    "Game",
    "Judgement",
    "LookedUp",
    "MorpionError",
    "Perft",
    "Result",
    "Simulated",
    "Solved",
    "State",
    "Strong",
    "Table",
    "Value",
    "dataset",
    "dd",
    "from_openspiel",
    "game",
    "games",
    "load",
    "open_table",
    "progress",
]

#: Whether long calls show how far they are: ``None`` means on a terminal and in a notebook alone.
progress: bool | None = None


def __getattr__(name: str):
    """What needs other packages is imported when it is used: numpy, pyspiel, or nothing but time."""
    import importlib

    homes = {"Encoding": "_arrays", "dataset": "_arrays", "from_openspiel": "openspiel"}
    if name in homes:
        return getattr(importlib.import_module(f"morpion.{homes[name]}"), name)
    if name in ("dd", "openspiel", "pettingzoo", "gymnasium"):
        return importlib.import_module(f"morpion.{name}")
    raise AttributeError(f"module 'morpion' has no attribute {name!r}")
