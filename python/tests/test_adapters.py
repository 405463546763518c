"""The adapters, with the packages they are for."""

import random
import warnings
from pathlib import Path

import numpy as np
import pytest
from own_games import TicTacToe

import morpion

GAMES = Path(__file__).parents[2] / "rules" / "games"


class TestOpenSpiel:
    pyspiel = pytest.importorskip("pyspiel")

    def test_its_tic_tac_toe_is_solved_here(self):
        theirs, ours = morpion.from_openspiel("tic_tac_toe"), morpion.game("ttt")
        assert theirs.count().positions == 5478 and theirs.value().verdict == "draw"
        tables = theirs.strong().table, ours.strong().table
        # OpenSpiel counts rows from the top.
        squares = [f"{'abc'[action % 3]}{3 - action // 3}" for action in range(9)]
        pairs, met = [(theirs.position(), ours.position())], set()
        while pairs:
            state, position = pairs.pop()
            if position in met:
                continue
            met.add(position)
            assert state.over == position.over
            if not state.over:
                # Its actions are in the order of its squares.
                moves = [square for square in squares if square in position.moves]
                named = dict(zip(state.moves, moves, strict=True))
                assert {named[move] for move in tables[0].best(state)} == set(tables[1].best(position))
                pairs += [(state._child(number), position.after(square)) for number, square in enumerate(moves)]
        assert len(met) == 5478

    def test_its_connect_four_has_the_same_best_moves(self):
        theirs, ours = morpion.from_openspiel("connect_four"), morpion.game("connect4")
        position, chance = ours.position(), random.Random(2)
        line = []
        while len(line) < 32 or position.over:
            if position.over or len(line) == 32:
                position, line = ours.position(), []
            number = chance.randrange(len(position.moves))
            line.append(number)
            position = position._child(number)
        state = theirs.position()
        for number in line:
            state = state._child(number)
        assert not state.over
        columns = dict(zip(state.moves, position.moves))
        mine, their = ours.analyze(position), theirs.analyze(state)
        assert {columns[m.move]: (m.value, m.plies) for m in their} == {m.move: (m.value, m.plies) for m in mine}

    def test_its_breakthrough_is_a_game_here(self):
        game = morpion.from_openspiel(self.pyspiel.load_game("breakthrough(rows=5,columns=4)"))
        assert game.explore(depth=3).by_ply[0] == 1 and game.match("level:2", "random").played == 1
        small = morpion.from_openspiel("breakthrough(rows=4,columns=3)")
        assert small.value().verdict in ("win", "loss")

    def test_games_that_do_not_fit_are_refused(self):
        for name, why in [("kuhn_poker", "chance"), ("matching_pennies_3p", "two players"), ("goofspiel", "at once")]:
            with pytest.raises(morpion.MorpionError, match=why):
                morpion.from_openspiel(name)

    def test_games_here_run_under_its_algorithms(self):
        from open_spiel.python.algorithms import mcts, minimax
        from open_spiel.python.bots import uniform_random

        from morpion.openspiel import to_openspiel

        game = to_openspiel(morpion.game("mnk:4,3,3"))
        after = game.new_initial_state().child(game.code.number("c2"))
        # Won for the player who has moved; OpenSpiel values games for the player to move here.
        assert minimax.alpha_beta_search(game, state=after)[0] == -1.0
        assert game.code.game.value(after.position).verdict == "loss"
        chance = np.random.RandomState(1)
        bot = mcts.MCTSBot(game, 2, 60, mcts.RandomRolloutEvaluator(1, chance), random_state=chance, solve=True)
        other = uniform_random.UniformRandomBot(1, chance)
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action((bot, other)[state.current_player()].step(state))
        assert state.returns()[0] == 1.0

    def test_it_survives_their_own_test(self):
        from morpion.openspiel import to_openspiel

        game = to_openspiel(morpion.game("connect:4,4,3"))
        for seed in range(3):
            chance, state = random.Random(seed), game.new_initial_state()
            while not state.is_terminal():
                copy = state.clone()
                assert str(copy) == str(state) and copy.legal_actions() == state.legal_actions()
                state.apply_action(chance.choice(state.legal_actions()))
            assert sum(state.returns()) == 0.0
        loaded = self.pyspiel.load_game("morpion_connect_4_4_3")
        assert loaded.num_distinct_actions() == 4


OPENED = {
    "ttt": lambda: morpion.game("ttt"),
    "connect4": lambda: morpion.game("connect4"),
    "rbg": lambda: morpion.load(GAMES / "breakthrough.rbg"),
    "own": lambda: morpion.Game(TicTacToe()),
}


@pytest.mark.parametrize("name", OPENED)
def test_pettingzoo_accepts_the_environment(name, capsys):
    api_test = pytest.importorskip("pettingzoo.test").api_test
    from morpion.pettingzoo import env

    with warnings.catch_warnings():
        # It warns of an empty board and of the dictionary that has the mask, which its own games have, too.
        warnings.simplefilter("ignore")
        api_test(env(OPENED[name]()), num_cycles=200)
    assert "Passed" in capsys.readouterr().out


def test_an_illegal_move_ends_a_game_of_pettingzoo():
    pytest.importorskip("pettingzoo")
    from morpion.pettingzoo import env

    ttt = env("ttt", render_mode="ansi")
    ttt.reset()
    for action in (4, 4):
        ttt.step(action)
    assert ttt.terminations == {"player_0": True, "player_1": True} and ttt.rewards["player_1"] == -1.0
    assert "x" in ttt.render()


def test_what_the_adapters_cannot_do_is_refused_at_once():
    pytest.importorskip("pettingzoo")
    from morpion.gymnasium import MorpionEnv
    from morpion.pettingzoo import env

    for wrong, message in [
        (lambda: env("hanoi:3"), "is a puzzle"),
        (lambda: MorpionEnv("hanoi:3"), "not a game of two players"),
        (lambda: MorpionEnv("ttt", opponent="zzz"), "is not a player"),
        (lambda: MorpionEnv("ttt", side=7), "0 moves first"),
    ]:
        with pytest.raises(morpion.MorpionError, match=message):
            wrong()
    one, two = env("ttt"), MorpionEnv("ttt")
    one.reset(), two.reset()
    for action in (-1, 9, None, "a1"):
        for environment in (one, two):
            with pytest.raises(morpion.MorpionError, match="they are 0 to 8"):
                environment.step(action)


@pytest.mark.parametrize("name", OPENED)
def test_gymnasium_accepts_the_environment(name):
    check_env = pytest.importorskip("gymnasium.utils.env_checker").check_env
    from morpion.gymnasium import MorpionEnv

    environment = MorpionEnv(OPENED[name](), opponent="level:1", side=None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(environment, skip_render_check=True)
    board, info = environment.reset(seed=3)
    done = False
    while not done:
        action = int(np.flatnonzero(info["action_mask"])[0])
        board, reward, done, _, info = environment.step(action)
    assert reward in (-1.0, 0.0, 1.0) and board.shape == environment.observation_space.shape
