"""Games written in Python on every engine, beside the same games built in."""

import itertools
import threading
import time

import pytest
from own_games import Broken, TicTacToe

import morpion


def ttt():
    return morpion.Game(TicTacToe()), morpion.game("ttt")


def test_counts_and_values_are_those_of_the_game_built_in():
    own, built_in = ttt()
    one, other = own.count(), built_in.count()
    assert one.positions == other.positions == 5478
    assert (one.by_ply, one.draws, one.first_wins) == (other.by_ply, other.draws, other.first_wins)
    assert own.explore().depth == 9 and own.perft(4).by_depth == built_in.perft(4).by_depth
    assert own.value().verdict == "draw"
    for moves in ("a1 b2 c3", "a1 b1", "b2 a2 a1"):
        mine, theirs = own.analyze(own.position(moves)), built_in.analyze(built_in.position(moves))
        assert {m.move: (m.value, m.plies) for m in mine} == {m.move: (m.value, m.plies) for m in theirs}


def test_it_is_played_checked_simulated_and_tabulated():
    own, _ = ttt()
    assert own.match("perfect", "perfect", games=2).drawn == 2
    assert own.play("a1").best_move() == "b2" and own.undo().moves[0] == "a1"
    assert own.simulate(200, seed=3).games == 200
    assert own.check(find="winner == o").path is not None
    assert own.strong().won == 2836
    assert "rules" in own.laws(10) and "<svg" in own._repr_html_()


@pytest.mark.parametrize("method", ["turn", "outcome", "moves", "play"])
@pytest.mark.parametrize("work", ["count", "value", "explore", "simulate", "strong", "best_move"])
def test_what_a_method_raises_comes_back(method, work, monkeypatch):
    game = morpion.Game(Broken(method, LookupError("on purpose")))
    with pytest.raises(LookupError, match="on purpose"):
        getattr(game, work)()
    # The game is whole again afterwards.
    monkeypatch.setattr(Broken, "goes_wrong", lambda *_: False)
    assert game.position("a1").turn == 1


@pytest.mark.parametrize(
    ("method", "answer", "message"),
    [
        ("turn", 2, "turn returned 2, which is no player: they are 0 and 1"),
        ("outcome", "lost", "it returns None while the game goes on, 0 or 1 for the winner, or \"draw\""),
        ("outcome", True, "outcome returned True"),
        ("moves", [], "there is no move in"),
        ("moves", 7, "not iterable"),
        ("play", [], "unhashable"),
    ],
)
def test_what_makes_no_sense_is_refused(method, answer, message):
    with pytest.raises((TypeError, morpion.MorpionError), match=message):
        morpion.Game(Broken(method, answer)).value()


def test_a_method_that_failed_once_is_asked_again():
    class Once(TicTacToe):
        asked = 0

        def moves(self, state):
            self.asked += 1
            if self.asked == 1:
                raise KeyboardInterrupt
            return super().moves(state)

    game = morpion.Game(Once())
    with pytest.raises(KeyboardInterrupt):
        game.moves
    assert len(game.moves) == 9


def test_what_naming_a_move_raises_comes_back_at_once():
    class Nameless(TicTacToe):
        def move_text(self, state, cell):
            raise LookupError("on purpose")

    game = morpion.Game(Nameless())
    with pytest.raises(LookupError, match="on purpose"):
        game.best_move()
    assert game.turn == 0


def test_states_must_be_compared():
    class Cells(list):
        def __hash__(self):
            return hash(tuple(self))

    class Changing(TicTacToe):
        def initial(self):
            return Cells([None] * 9)

        def play(self, state, cell):
            state[cell] = self.turn(state)
            return state

    with pytest.raises(morpion.MorpionError, match="play changed the state it was given"):
        morpion.Game(Changing()).count()

    class Never(TicTacToe):
        def initial(self):
            return object()

        def turn(self, state):
            return 0

        def outcome(self, state):
            return None

    with pytest.raises(morpion.MorpionError, match="needs __eq__ and __hash__"):
        morpion.Game(Never())


def test_moves_without_end_are_refused():
    class Endless(TicTacToe):
        def moves(self, state):
            return itertools.count()

    with pytest.raises(morpion.MorpionError, match="returned more than 1048576 moves"):
        morpion.Game(Endless()).count()


def in_threads(*works):
    """Does works at the same time, each in a thread; returns what they return or raise."""
    answers = [None] * len(works)

    def do(number, work):
        try:
            answers[number] = work()
        except Exception as error:
            answers[number] = error

    threads = [threading.Thread(target=do, args=pair, daemon=True) for pair in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "it waits for another for ever"
    return answers


def test_threads_do_not_wait_for_each_other_with_the_interpreter():
    class Slow(TicTacToe):
        def moves(self, state):
            time.sleep(0.01)
            return super().moves(state)

    game = morpion.Game(Slow())
    for move, state in game.state.children():
        assert in_threads(*[lambda: len(state.moves)] * 4) == [8] * 4


def test_an_exception_in_one_thread_is_no_answer_in_another():
    class Flaky(TicTacToe):
        def play(self, state, cell):
            if state.count(None) == 4 and cell == 7:
                raise LookupError("on purpose")
            return super().play(state, cell)

    game = morpion.Game(Flaky())

    def counted():
        found = []
        for _ in range(5):
            try:
                found.append(game.count().positions)
            except (LookupError, morpion.MorpionError) as error:
                found.append(str(error))
        return found

    for found in in_threads(counted, counted):
        assert all("on purpose" in text or "for another thread" in text for text in found), found


def test_what_is_no_game_is_refused():
    with pytest.raises(TypeError, match="it has no initial, turn, outcome, moves, play"):
        morpion.Game(3)
    with pytest.raises(TypeError, match="morpion.Game takes a game of your own"):
        morpion.game(TicTacToe())
