"""OpenSpiel: its games on the engines here, and the games here under its algorithms."""

from __future__ import annotations

from typing import Any, Callable, Hashable, Sequence

import numpy as np
import pyspiel

from ._arrays import Encoding
from ._game import Game
from ._native import MorpionError, State


def _key(state: Any) -> Hashable:
    """What distinguishes positions: the drawing, who is to move, and how it ended."""
    return (str(state), state.current_player(), tuple(state.returns()) if state.is_terminal() else ())


class _Position:
    """A state of OpenSpiel that can be compared and hashed."""

    __slots__ = ("state", "key")

    def __init__(self, state: Any, key: Hashable) -> None:
        self.state, self.key = state, key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Position) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return f"{self.state}\nplayer {self.state.current_player()}"

    __repr__ = __str__


class _Rules:
    """A game of OpenSpiel as a game here."""

    def __init__(self, game: Any, key: Callable[[Any], Hashable]) -> None:
        self.game, self.key, self.name = game, key, str(game)

    def initial(self) -> _Position:
        return self._at(self.game.new_initial_state())

    def turn(self, position: _Position) -> int:
        return max(position.state.current_player(), 0)

    def outcome(self, position: _Position) -> int | str | None:
        if not position.state.is_terminal():
            return None
        first, second = position.state.returns()
        return "draw" if first == second else int(first < second)

    def moves(self, position: _Position) -> list[int]:
        return position.state.legal_actions()

    def play(self, position: _Position, action: int) -> _Position:
        return self._at(position.state.child(action))

    def move_text(self, position: _Position, action: int) -> str:
        return position.state.action_to_string(position.state.current_player(), action)

    def _at(self, state: Any) -> _Position:
        return _Position(state, self.key(state))


def from_openspiel(game: Any, *, key: Callable[[Any], Hashable] = _key) -> Game:
    """A game of OpenSpiel on the engines here: two players in turn, no chance, nothing hidden, somebody wins or nobody.

    States with one ``key`` are taken for the same position: by default the drawing and the player to move. For a game
    whose drawing does not tell all that matters, such as castling or repetitions, give a key of your own.

    >>> import pyspiel, morpion
    >>> morpion.from_openspiel(pyspiel.load_game("tic_tac_toe")).count().positions
    5478
    """
    if isinstance(game, str):
        game = pyspiel.load_game(game)
    kind = game.get_type()
    problems = [
        (game.num_players() != 2, "it is not for two players"),
        (kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL, "its players move at once"),
        (kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC, "it has chance"),
        (kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION, "something in it is hidden"),
        (kind.utility != pyspiel.GameType.Utility.ZERO_SUM, "it is not zero-sum"),
    ]
    for is_wrong, why in problems:
        if is_wrong:
            raise MorpionError(f"{game} cannot be taken over: {why}")
    return Game(_Rules(game, key))


class _State(pyspiel.State):
    """A position as a state of OpenSpiel."""

    def __init__(self, game: "_Game") -> None:
        super().__init__(game)
        self._code = game.code
        self._state = game.code.game.position()

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self._state.over else self._state.turn

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._code.legal(self._state))

    def _apply_action(self, action: int) -> None:
        self._state = self._state.after(self._code.actions[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return self._code.actions[action]

    def is_terminal(self) -> bool:
        return self._state.over

    def returns(self) -> list[float]:
        winner = self._state.outcome
        return [0.0, 0.0] if winner in (None, "draw") else [1.0, -1.0] if winner == 0 else [-1.0, 1.0]

    def __str__(self) -> str:
        return self._state.board

    @property
    def position(self) -> State:
        """The position here."""
        return self._state


class _Observer:
    """Boards as tensors, for agents that learn."""

    def __init__(self, code: Encoding) -> None:
        self._code = code
        self.tensor = np.zeros(int(np.prod(code.shape)), np.float32)
        self.dict = {"board": self.tensor.reshape(code.shape)}

    def set_from(self, state: _State, player: int) -> None:
        self.dict["board"][...] = self._code.board(state.position)

    def string_from(self, state: _State, player: int) -> str:
        return str(state)


class _Game(pyspiel.Game):
    """A game here as one of OpenSpiel."""

    def __init__(self, kind: Any, info: Any, code: Encoding, params: dict[str, Any] | None = None) -> None:
        super().__init__(kind, info, params or {})
        self.code = code

    def new_initial_state(self) -> _State:
        return _State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        return _Observer(self.code)


def to_openspiel(
    game: Game, *, longest: int = 1000, actions: Sequence[str] | None = None, name: str | None = None
) -> Any:
    """A game here as a game of OpenSpiel, so that its algorithms run on it; ``longest`` is a bound of its length.

    The numbers of the moves are those of an :class:`morpion.Encoding`, where ``actions`` is explained. The game is
    registered too, by a name that begins with ``morpion_``: ``pyspiel.load_game`` finds it.

    >>> import morpion, pyspiel
    >>> from morpion.openspiel import to_openspiel
    >>> from open_spiel.python.algorithms import minimax
    >>> minimax.alpha_beta_search(to_openspiel(morpion.game("ttt")))[0]
    0.0
    """
    if not game.is_game:
        raise MorpionError(f"{game.name} is a puzzle, not a game of two players")
    code = Encoding(game, actions=actions)
    short = name or "morpion_" + "".join(c if c.isalnum() else "_" for c in game.name)
    kind = pyspiel.GameType(
        short_name=short,
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=len(code.actions),
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=longest,
    )

    class Registered(_Game):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, info, code, params)

    if short not in pyspiel.registered_names():
        pyspiel.register_game(kind, Registered)
    return Registered()
