"""Gymnasium: a game as an environment of one agent, against an engine."""

from __future__ import annotations

from typing import Any, Sequence

import gymnasium
import numpy as np
from gymnasium import spaces

from ._arrays import Encoding
from ._game import Game
from ._game import game as _open
from ._native import MorpionError


class MorpionEnv(gymnasium.Env):
    """A game against an opponent: a player named as in ``Game.match``, such as ``"level:3"`` or ``"perfect"``.

    An observation is the board as planes, see :class:`morpion.Encoding`; ``info["action_mask"]`` has the legal moves.
    A win is rewarded by 1, a loss by -1. An illegal move loses at once. ``side`` is 0 to move first, 1 to move second,
    or ``None`` for either by chance.

    >>> from morpion.gymnasium import MorpionEnv
    >>> ttt = MorpionEnv("ttt", opponent="level:1")
    >>> board, info = ttt.reset(seed=1)
    >>> int(info["action_mask"].sum())
    9
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: Game | str,
        opponent: str = "level:3",
        *,
        side: int | None = 0,
        render_mode: str | None = None,
        actions: Sequence[str] | None = None,
    ) -> None:
        self.game = _open(game) if isinstance(game, str) else game
        if side not in (None, 0, 1):
            raise MorpionError(f"side={side!r}: 0 moves first, 1 second, and None is either by chance")
        # Whether there is such a player is found out now, and not in the middle of a game.
        self.game.match(opponent, "random", games=0)
        self.encoding = Encoding(self.game, actions=actions)
        self.opponent, self.side, self.render_mode = opponent, side, render_mode
        self.observation_space = spaces.Box(0, 1, self.encoding.shape, dtype=np.int8)
        self.action_space = spaces.Discrete(len(self.encoding.actions))
        self._state, self._own = self.game.position(), side or 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        super().reset(seed=seed)
        self._own = int(self.np_random.integers(2)) if self.side is None else self.side
        self._state = self.game.position()
        self._answer()
        return self._observed(), self._info()

    def step(self, action):
        if not self.action_space.contains(action):
            raise MorpionError(f"{action!r} is no action: they are 0 to {self.action_space.n - 1}")
        move = self.encoding.actions[int(action)]
        if move not in self._state.moves:
            return self._observed(), -1.0, True, False, {**self._info(), "illegal": move}
        self._state = self._state.after(move)
        self._answer()
        winner = self._state.outcome
        reward = 0.0 if winner in (None, "draw") else 1.0 if winner == self._own else -1.0
        return self._observed(), reward, self._state.over, False, self._info()

    def render(self) -> str | None:
        return self._state.board if self.render_mode == "ansi" else None

    def _answer(self) -> None:
        """The opponent moves until it is the agent's turn."""
        while not self._state.over and self._state.turn != self._own:
            seed = int(self.np_random.integers(2**31))
            self._state = self._state.after(self.game.best_move(self._state, player=self.opponent, seed=seed))

    def _observed(self) -> np.ndarray:
        return self.encoding.board(self._state).copy()

    def _info(self) -> dict[str, Any]:
        over = self._state.over
        mask = np.zeros(len(self.encoding.actions), dtype=np.int8) if over else self.encoding.mask(self._state)
        return {"action_mask": mask, "state": self._state}
