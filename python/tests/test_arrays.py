"""Boards, masks and values as arrays."""

import numpy as np
import pytest
from own_games import TicTacToe

import morpion


def test_boards_say_what_stands_where():
    game = morpion.game("connect:4,4,3")
    code = morpion.Encoding(game)
    assert code.marks == [("o", "second"), ("x", "first")] and code.actions == ["1", "2", "3", "4"]
    board = code.board(game.position("1 2 1"))
    second, first, turn = board
    assert np.argwhere(first).tolist() == [[2, 0], [3, 0]] and np.argwhere(second).tolist() == [[3, 1]]
    assert turn.all() and code.mask(game.position("1 2 1")).tolist() == [1, 1, 1, 1]


def test_every_look_is_an_array():
    for name in ("nim:3,4", "cube:3,3", "amazons:4,4", "ultimate", "hanoi:3"):
        game = morpion.game(name)
        code = morpion.Encoding(game, games=20, actions=[], seed=1)
        state = game.state
        for _ in range(3):
            state = state.children()[0][1]
        assert code.board(state).shape == code.shape and code.board(state)[:-1].any()


def test_values_are_exact():
    for game in (morpion.game("ttt"), morpion.Game(TicTacToe())):
        data = morpion.dataset(game, 50, seed=7, plies=(2, 8))
        assert len(set(data.states)) == 50 and data.boards.dtype == np.int8
        table = game.strong().table
        for state, mask, value, plies in zip(data.states, data.masks, data.values, data.plies):
            exact = table.value(state)
            assert (exact.sign, -1 if exact.plies is None else exact.plies) == (value, plies)
            assert [data.encoding.actions[n] for n in np.flatnonzero(mask)] == sorted(state.moves)


def test_what_was_not_met_is_said():
    game = morpion.game("ttt")
    with pytest.raises(morpion.MorpionError, match="name all moves"):
        morpion.Encoding(game, actions=["a1"]).mask(game.state)
    with pytest.raises(morpion.MorpionError, match="is not one of the encoding"):
        morpion.Encoding(game, marks=[]).board(game.position("a1"))
    with pytest.raises(morpion.MorpionError, match="has neither cells nor heaps"):
        class Plain(TicTacToe):
            grid = property()

        morpion.Encoding(morpion.Game(Plain()))
