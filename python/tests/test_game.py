"""Games by name and from files: playing, values, whole state spaces."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import morpion

GAMES = Path(__file__).parents[2] / "rules" / "games"


def test_moves_are_played_and_taken_back():
    game = morpion.game("connect:4,4,3")
    start = game.state
    game.play("1").play("2 1", "2")
    assert game.history == ["1", "2", "1", "2"] and game.turn == 0 and not game.over
    assert game.play("1").outcome == 0 and game.over and game.moves == []
    assert game.undo().outcome is None
    assert game.reset().state == start and hash(game.state) == hash(start)
    with pytest.raises(morpion.MorpionError, match="0 moves to take back, not 1"):
        game.undo()


def test_nothing_is_played_if_one_move_is_wrong():
    game = morpion.game("ttt")
    with pytest.raises(morpion.MorpionError, match="cannot be played here"):
        game.play("a1", "b2 b2")
    assert game.history == []


def test_positions_are_values():
    ttt = morpion.game("ttt")
    one, two = ttt.position("a1 b2 c3"), ttt.position("c3 b2 a1")
    assert one == two and len({one, two}) == 1 and one != ttt.position("a1")
    assert ttt.position(board=one.board) == one
    assert [move for move, _ in one.children()] == one.moves
    with pytest.raises(morpion.MorpionError, match="another object made"):
        morpion.game("ttt").value(one)


def test_copies_and_pickles_have_the_same_moves():
    game = morpion.game("ttt").play("b2 a1")
    for other in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other.history == game.history and str(other) == str(game) and other.name == game.name


def test_values_are_those_of_solve_and_can_be_compared():
    game = morpion.game("mnk:4,3,3")
    for state in [game.position(), game.position("b2"), game.position("a1 b2 a2")]:
        value, solved = game.value(state), game.solve(state)
        assert (value.verdict, value.plies) == (solved.value, solved.plies)
    ttt = morpion.game("ttt")
    values = [ttt.value(ttt.position(moves)) for moves in ("a1 b1", "a1 b2", "a1 b1 a2", "a1 b1 a2 b2")]
    assert [str(value) for value in values] == ["win in 5", "draw", "loss in 4", "win in 1"]
    assert [values.index(value) for value in sorted(values)] == [2, 1, 0, 3]


def test_limits_leave_bounds():
    found = morpion.game("connect4").solve(nodes=1000)
    assert (found.value, found.complete) == ("unknown", False) and "nodes" in found.stopped
    assert morpion.game("connect4").value(time=0.0).verdict == "unknown"
    with pytest.raises(morpion.MorpionError, match="a time is a number of seconds"):
        morpion.game("ttt").solve(time=-1.0)
    with pytest.raises(morpion.MorpionError, match="there may be 1 to 256"):
        morpion.game("ttt").solve(threads=0)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda game: game.value(memory=-1), "memory=-1: there may be 0 to"),
        (lambda game: game.solve(nodes=2**100), f"nodes={2**100}: there may be 0 to"),
        (lambda game: game.analyze_many([], threads=-1), "threads=-1: there may be 1 to 256"),
        (lambda game: game.explore(depth=-1), "depth=-1: there may be 0 to 4294967295"),
        (lambda game: game.perft(10**20), "depth=100000000000000000000: there may be"),
        (lambda game: game.simulate(-5), "games=-5: there may be"),
        (lambda game: game.simulate(5, seed=-1), "seed=-1: there may be"),
        (lambda game: game.match("random", "random", games=-1), "games=-1: there may be"),
        (lambda game: game.match("random", "random", at_once=0), "at_once=0: there may be 1 to 256"),
        (lambda game: game.check("over", depth=2**40), "depth=1099511627776: there may be"),
        (lambda game: game.diagram(-1), "rounds=-1: there may be"),
        (lambda game: game.best_move(time=float("nan")), "time=nan: a move takes a number of seconds above zero"),
        (lambda game: game.best_move(time=-1.0), "time=-1.0: a move takes"),
        (lambda game: game.best_move(level=11), "levels go from 1"),
    ],
)
def test_numbers_without_sense_are_refused_by_name(ask, message):
    with pytest.raises(morpion.MorpionError, match=message):
        ask(morpion.game("ttt"))


def test_what_is_no_number_and_no_position_is_refused():
    game = morpion.game("ttt")
    with pytest.raises(TypeError, match="memory=1000000000.0: a whole number is wanted, not float"):
        game.value(memory=1e9)
    for nothing in (0, "", []):
        with pytest.raises(TypeError, match="State"):
            game.value(nothing)
    with pytest.raises(morpion.MorpionError, match="another object made"):
        game.state = morpion.game("connect4").state
    assert game.best_move(time=1e-6) in game.moves


def test_many_positions_at_once_are_like_one_after_the_other():
    game = morpion.game("connect:4,4,3")
    states = [state for _, one in game.state.children() for _, state in one.children()]
    many = game.analyze_many(states, threads=2)
    for state, found in zip(states, many):
        one = game.analyze(state)
        assert [(m.move, m.value, m.plies) for m in found] == [(m.move, m.value, m.plies) for m in one]
    assert [f.value for f in game.solve_many(states)] == [game.value(state).verdict for state in states]


def test_big_counts_are_integers():
    found = morpion.game("nim:40,40").perft(40)
    assert isinstance(found.paths, int) and found.paths > 2**64
    # The ways to play three moves, by hand: each takes any number from one of two heaps.
    assert found.by_depth[:3] == [1, 80, sum(40 + 40 - take for take in range(1, 41)) * 2]


def test_symbolic_and_explicit_counts_agree():
    game = morpion.game("connect:4,4,3")
    listed, counted = game.count(), game.count(by="symbolic")
    assert (listed.positions, listed.by_ply, listed.draws) == (counted.positions, counted.by_ply, counted.draws)
    assert game.diagram().count() == listed.positions == game.explore().states
    with pytest.raises(morpion.MorpionError, match="explicit"):
        game.count(by="hand")


def test_claims_have_examples():
    game = morpion.game("ttt")
    found = game.check("count(x) <= 4", find="over")
    assert not found and found.holds is False
    assert [(claim.kind, claim.holds) for claim in found.claims] == [("find", True), ("always", False)]
    assert game.check(force="x:winner == x").holds is False
    with pytest.raises(morpion.MorpionError, match="nothing is called `oops`"):
        game.check("oops")
    with pytest.raises(morpion.MorpionError, match="nothing is claimed"):
        game.check()


def test_tables_are_saved_and_opened(tmp_path):
    game = morpion.game("mnk:4,3,3")
    strong = game.strong()
    assert (strong.value, strong.plies, strong.won + strong.drawn + strong.lost) == ("win", 7, strong.positions)
    size = strong.table.save(tmp_path / "table")
    assert size == (tmp_path / "table").stat().st_size
    table = morpion.open_table(tmp_path / "table")
    state = game.position("b2 a1")
    assert table.value(state) == game.value(state)
    assert game.lookup(table, state).best == table.best(state)
    assert dict(table.moves(state)).keys() == set(state.moves)
    with pytest.raises(morpion.MorpionError, match="cannot be read"):
        morpion.open_table(tmp_path / "no such table")


def test_files_are_games():
    game = morpion.load(GAMES / "tic-tac-toe.rbg")
    assert game.is_game and game.value().verdict == "draw"
    with pytest.raises(morpion.MorpionError, match="cannot be read|no-such-file|no such file"):
        morpion.load("no-such-file.rbg")


def test_puzzles_have_no_players():
    hanoi = morpion.game("hanoi:3")
    assert not hanoi.is_game and hanoi.turn is None and hanoi.count().positions == 27
    with pytest.raises(morpion.MorpionError, match="not a game of two players"):
        hanoi.value()


def test_players_meet():
    game = morpion.game("ttt")
    found = game.match("perfect", "random", games=4, seed=1)
    assert found.second_won == 0 and found.played == 4 and found.complete
    assert all("by the rules" in record["ending"] for record in found.records)
    first = lambda state: state.moves[0]
    assert game.match(first, first).records[0]["moves"][0] == game.moves[0]
    with pytest.raises(ZeroDivisionError):
        game.match(lambda state: 1 // 0, "random")
    with pytest.raises(morpion.MorpionError, match="is not a move"):
        game.match(lambda state: "z9", "random")
    with pytest.raises(morpion.MorpionError, match="is not a player"):
        game.match("nobody", "random")
    with pytest.raises(morpion.MorpionError, match="is not a player"):
        game.match(3.5, "random")


def test_the_laws_hold():
    assert "notation" in morpion.game("nim:1,2,3").laws(5)


def test_pictures_are_drawn():
    game = morpion.game("connect:4,4,3").play("1 2")
    many = morpion.game("amazons:4,4").analyze(nodes=1)._repr_html_()
    assert "more</div>" in many and many.count("?") == 1, "one line for all that is not known"
    assert "<svg" in game._repr_html_() and "<svg" in game.analyze()._repr_html_()
    assert "<pre>" in morpion.game("nim:1,2").state._repr_html_()
    assert "<rect" in game.count()._repr_html_() and "<rect" in game.simulate(50)._repr_html_()


def test_importing_the_module_imports_no_other_package():
    code = "import morpion, sys; print([n for n in ('numpy', 'tqdm', 'pyspiel', 'dataclasses') if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
