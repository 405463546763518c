"""Ctrl-C ends long work, and what is known by then is the result."""

import os
import signal

import pytest
from own_games import Walk

import morpion
from morpion import _progress


class Interrupts:
    """Shows progress by pressing Ctrl-C: then the work is surely under way."""

    def __init__(self):
        self.lines = []

    def show(self, text):
        self.lines.append(text)
        os.kill(os.getpid(), signal.SIGINT)

    def close(self):
        self.lines.append("closed")


@pytest.fixture
def interrupts(monkeypatch):
    shown = Interrupts()
    # Whoever ran before may have put another handler in place, as notebooks do.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(_progress, "shown", lambda: shown)
    yield shown
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    "work",
    [
        lambda: morpion.game("connect4").solve(),
        lambda: morpion.game("mnk:7,7,5").count(),
        lambda: morpion.game("connect4").explore(),
        lambda: morpion.game("mnk:9,9,5").count(by="symbolic"),
        lambda: morpion.game("amazons").simulate(10**9),
        lambda: morpion.Game(Walk()).explore(),
    ],
    ids=["solve", "count", "explore", "symbolic", "simulate", "own"],
)
def test_what_is_known_comes_back(interrupts, work):
    found = work()
    assert found.complete is False and "interrupted" in found.stopped
    assert interrupts.lines[-1] == "closed" and len(interrupts.lines) >= 2


def test_a_batch_keeps_what_was_found(interrupts):
    game = morpion.game("connect4")
    late = game.position("4 4 4 4 4 2 2 2 2 2 2 4 6 6 6 6 6 6")
    found = game.solve_many([late.after(move) for move in late.moves[:1]] + [game.position()], threads=1)
    assert found[0].complete and not found[1].complete
    # How far each search is nobody hears: one that is watched works on a thread of its own, at each of its steps.
    *shown, closed = interrupts.lines
    assert shown and all(line.endswith(" of 2 positions") for line in shown) and closed == "closed"


def test_other_exceptions_of_a_handler_are_raised(monkeypatch):
    class Alarm(Exception):
        pass

    def alarm(*_):
        raise Alarm

    class Rings(Interrupts):
        def show(self, text):
            os.kill(os.getpid(), signal.SIGUSR1)

    monkeypatch.setattr(_progress, "shown", Rings)
    before = signal.signal(signal.SIGUSR1, alarm)
    try:
        with pytest.raises(Alarm):
            morpion.game("connect4").solve()
    finally:
        signal.signal(signal.SIGUSR1, before)
