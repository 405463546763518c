"""PettingZoo: a game as an environment of two agents, with masks of legal moves."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ._arrays import Encoding
from ._game import Game
from ._game import game as _open
from ._native import MorpionError

AGENTS = ["player_0", "player_1"]


class MorpionEnv(AECEnv):
    """A game as an environment of two agents, ``player_0``, who begins, and ``player_1``.

    An observation has the board as planes, see :class:`morpion.Encoding`, and the mask of the legal moves. The winner
    is rewarded by 1, the loser by -1. An illegal move ends the game: who makes it is given -1, the other 0.

    >>> from morpion.pettingzoo import env
    >>> ttt = env("ttt")
    >>> ttt.reset()
    >>> ttt.step(4)
    >>> ttt.agent_selection, ttt.observe("player_1")["action_mask"].sum()
    ('player_1', np.int64(8))
    """

    metadata = {"render_modes": ["ansi", "human"], "name": "morpion_v0", "is_parallelizable": False}

    def __init__(
        self, game: Game | str, *, render_mode: str | None = None, actions: Sequence[str] | None = None
    ) -> None:
        super().__init__()
        self.game = _open(game) if isinstance(game, str) else game
        if not self.game.is_game:
            raise MorpionError(f"{self.game.name} is a puzzle, not a game of two players")
        self.encoding = Encoding(self.game, actions=actions)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        self._actions = {agent: spaces.Discrete(len(self.encoding.actions)) for agent in AGENTS}
        observation = {
            "observation": spaces.Box(0, 1, self.encoding.shape, dtype=np.int8),
            "action_mask": spaces.Box(0, 1, (len(self.encoding.actions),), dtype=np.int8),
        }
        self._observations = {agent: spaces.Dict(dict(observation)) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self._actions[agent]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        mask = np.zeros(len(self.encoding.actions), dtype=np.int8)
        if agent == self.agent_selection and not self.state_.over:
            mask = self.encoding.mask(self.state_)
        return {"observation": self.encoding.board(self.state_).copy(), "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.state_ = self.game.position()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.state_.turn or 0]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        if not self._actions[agent].contains(action):
            raise MorpionError(f"{action!r} is no action: they are 0 to {len(self.encoding.actions) - 1}")
        move = self.encoding.actions[action]
        if move in self.state_.moves:
            self.state_ = self.state_.after(move)
            winner = self.state_.outcome
            if winner in (0, 1):
                self.rewards = {AGENTS[winner]: 1.0, AGENTS[1 - winner]: -1.0}
            if self.state_.over:
                self.terminations = dict.fromkeys(AGENTS, True)
        else:
            self.rewards[agent] = -1.0
            self.terminations = dict.fromkeys(AGENTS, True)
        if not self.state_.over and not self.terminations[agent]:
            self.agent_selection = AGENTS[self.state_.turn]
        else:
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        if self.render_mode == "human":
            print(self.state_.board)
        return self.state_.board if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to be closed."""


def env(game: Game | str, *, render_mode: str | None = None, actions: Sequence[str] | None = None) -> AECEnv:
    """The environment of a game, given by name or as an object, checked as PettingZoo wants it."""
    from pettingzoo.utils import wrappers

    made: Any = MorpionEnv(game, render_mode=render_mode, actions=actions)
    return wrappers.OrderEnforcingWrapper(made)
