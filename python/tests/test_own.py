"""Games written in Python on every engine, beside the same games built in."""

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
    error = LookupError("on purpose")
    broken = Broken(method, None)

    def fail(self, name, state):
        if name == method and state.count(None) < 5:
            raise error
        return False

    monkeypatch.setattr(Broken, "goes_wrong", fail)
    game = morpion.Game(broken)
    needs_turn = {"value", "strong", "best_move"}
    if method == "turn" and work not in needs_turn:
        # Counting asks for no turns; the play of this game does, by itself.
        with pytest.raises(LookupError, match="on purpose"):
            getattr(game, work)()
        return
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


def test_what_is_no_game_is_refused():
    with pytest.raises(TypeError, match="it has no initial, turn, outcome, moves, play"):
        morpion.Game(3)
    with pytest.raises(TypeError, match="morpion.Game takes a game of your own"):
        morpion.game(TicTacToe())
