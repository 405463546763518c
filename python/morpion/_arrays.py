"""Positions as numpy arrays: boards, masks of legal moves, exact values."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Iterable, Sequence

import numpy as np

from ._game import Game
from ._native import MorpionError, State


class Encoding:
    """Numbers for the marks and the moves of a game.

    A board is an array of planes: one for each kind of mark, 1 where it stands, and a last one that is 1 everywhere if
    the second player is to move. Moves are numbered. Marks and moves are those of random games, in the order of their
    names; where a rare one was missed, ``marks`` and ``actions`` name all of them.

    >>> import morpion
    >>> code = morpion.Encoding(morpion.game("ttt"))
    >>> code.shape, len(code.actions)
    ((3, 3, 3), 9)
    >>> code.mask(morpion.game("ttt").position("a1")).sum()
    np.int64(8)
    """

    def __init__(
        self,
        game: Game,
        *,
        games: int = 200,
        seed: int = 0,
        actions: Sequence[str] | None = None,
        marks: Sequence[tuple[str, str]] | None = None,
    ) -> None:
        self.game = game
        start = game.position()
        self._rows = _rows(start)
        if actions is None or marks is None:
            moves, seen = game._met(games, seed)
            actions = sorted(moves, key=_natural) if actions is None else actions
            marks = seen if marks is None else marks
        #: The moves, by their numbers.
        self.actions: list[str] = list(actions)
        #: The marks, by the numbers of their planes: the text of each, and whose it is.
        self.marks: list[tuple[str, str]] = list(marks)
        self._number = {move: number for number, move in enumerate(self.actions)}

    def __deepcopy__(self, _: object) -> Encoding:
        return self

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of a board: planes, rows and columns; with several grids, their cells in one row."""
        return (len(self.marks) + 1, *self._rows)

    def boards(self, states: Iterable[State]) -> np.ndarray:
        """The boards of many positions."""
        states = list(states)
        cells = int(np.prod(self._rows))
        planes = self.game._planes(states, self.marks, cells)
        return np.frombuffer(planes, dtype=np.int8).reshape(len(states), *self.shape)

    def board(self, state: State) -> np.ndarray:
        """The board of a position."""
        return self.boards([state])[0]

    def number(self, move: str) -> int:
        """The number of a move."""
        try:
            return self._number[move]
        except KeyError:
            raise MorpionError(
                f"the move {move!r} did not occur in the random games that the encoding was made from; name all moves "
                f"with actions=[…], or let it play more games"
            ) from None

    def legal(self, state: State) -> list[int]:
        """The numbers of the legal moves."""
        return [self.number(move) for move in state.moves]

    def mask(self, state: State) -> np.ndarray:
        """1 for each legal move, 0 for the others."""
        mask = np.zeros(len(self.actions), dtype=np.int8)
        mask[self.legal(state)] = 1
        return mask


@dataclass
class Dataset:
    """Positions with their exact values."""

    states: list[State]
    #: Planes of each board, see :class:`Encoding`.
    boards: np.ndarray
    #: Which moves are legal.
    masks: np.ndarray
    #: 1, 0 or -1: a win, a draw or a loss for the player to move.
    values: np.ndarray
    #: How many plies away the end is; -1 for a draw, which has no length.
    plies: np.ndarray
    encoding: Encoding


def dataset(
    game: Game,
    n: int,
    *,
    seed: int = 0,
    plies: tuple[int, int] = (0, 10_000),
    encoding: Encoding | None = None,
    time: float | None = None,
    memory: int | None = None,
    threads: int | None = None,
) -> Dataset:
    """``n`` different unfinished positions of random games, with their exact values.

    ``plies`` are the fewest and the most moves that were played; ``time`` is for each position, and one whose value is
    not found in it is left out. There may be fewer than ``n`` where the game has not so many.

    >>> import morpion
    >>> data = morpion.dataset(morpion.game("ttt"), 100)
    >>> data.boards.shape, data.masks.shape, data.values.shape
    ((100, 3, 3, 3), (100, 9), (100,))
    """
    states = _sample(game, n, seed, plies)
    encoding = encoding or Encoding(game)
    found = game.solve_many(states, time=time, memory=memory, threads=threads)
    known = [(state, solved) for state, solved in zip(states, found) if solved.value != "unknown"]
    states = [state for state, _ in known]
    signs = {"win": 1, "draw": 0, "loss": -1}
    masks = [encoding.mask(state) for state in states]
    return Dataset(
        states=states,
        boards=encoding.boards(states),
        masks=np.array(masks, dtype=np.int8).reshape(len(states), len(encoding.actions)),
        values=np.array([signs[solved.value] for _, solved in known], dtype=np.int8),
        plies=np.array([-1 if solved.plies is None else solved.plies for _, solved in known], dtype=np.int32),
        encoding=encoding,
    )


def _sample(game: Game, n: int, seed: int, plies: tuple[int, int]) -> list[State]:
    """Different positions of random games: one of each game, so that they are not neighbours."""
    chance, found, misses = random.Random(seed), {}, 0
    while len(found) < n and misses < 20 * n + 1000:
        line = [game.position()]
        while not line[-1].over and len(line) <= plies[1]:
            moves = line[-1].moves
            line.append(line[-1]._child(chance.randrange(len(moves))))
        open_states = [state for state in line[plies[0] :] if not state.over]
        before = len(found)
        if open_states:
            found.setdefault(chance.choice(open_states))
        misses += len(found) == before
    return list(found)


def _rows(state: State) -> tuple[int, ...]:
    look = state.look
    if look["kind"] == "grids":
        grids = look["grids"]
        if len(grids) == 1:
            return (grids[0]["rows"], grids[0]["columns"])
        return (1, sum(len(grid["cells"]) for grid in grids))
    if look["kind"] == "heaps":
        heaps = look["heaps"]
        sizes = [heap["alike"] if "alike" in heap else len(heap["named"]) for heap in heaps]
        # Things may be carried from one heap to another.
        return (len(heaps), sum(sizes) if any("named" in heap for heap in heaps) else max(sizes))
    raise MorpionError(f"{state.game} has neither cells nor heaps to be made an array; a game in Python has them by `grid`")


def _natural(move: str) -> tuple[int, str]:
    return (len(move), move)
