"""Diagrams, and homomorphisms written in Python."""

import math

import pytest

from morpion import MorpionError, dd


class Swap(dd.Inductive):
    """Exchanges the value of a variable with that of the next, if they are in the wrong order."""

    def __init__(self, variable):
        self.variable = variable

    def phi(self, variable, value):
        return Below(variable, value)

    def skips(self, variable):
        return variable != self.variable


class Below(dd.Inductive):
    """Puts a value, taken from the variable above, where it belongs."""

    def __init__(self, above, value):
        self.above, self.value = above, value

    def phi(self, variable, value):
        if value <= self.value:
            return None
        return dd.Hom.arc(self.above, value, dd.Hom.arc(variable, self.value, dd.id()))


def test_all_orders_are_reached_from_the_first():
    size = 6
    start = dd.Manager().word([(place, place) for place in range(size)])
    step = dd.sum([Swap(place) for place in range(size - 1)])
    reached = {(step + dd.id()).fixpoint(strategy)(start) for strategy in ("automatic", "plain", "frontier")}
    assert len(reached) == 1 and reached.pop().count() == math.factorial(size)


def test_sets_are_sets():
    manager = dd.Manager()
    low, high = manager.range(0, 0, 5), manager.range(0, 4, 9)
    assert [len(low | high), len(low & high), len(low - high)] == [10, 2, 4]
    assert (low & high).words() == [[(0, 4)], [(0, 5)]] and [(0, 7)] in high and not manager.empty()
    assert low.concat(manager.range(1, 1, 2)).count() == 12 and low.values(0) == list(range(6))
    wide = manager.unit()
    for variable in range(100):
        wide = wide.concat(manager.range(variable, 0, 9))
    assert wide.count() == 10**100 and "<svg" in low.svg() and low.dot().startswith("digraph")
    with pytest.raises(OverflowError):
        len(wide)
    with pytest.raises(MorpionError):
        low | dd.Manager().unit()


def test_what_phi_raises_comes_back():
    class Wrong(dd.Inductive):
        def phi(self, variable, value):
            raise KeyError("on purpose")

    with pytest.raises(KeyError, match="on purpose"):
        Wrong()(dd.Manager().range(0, 0, 1))
    with pytest.raises(TypeError, match="has no method `phi"):
        dd.Hom(3)
    with pytest.raises(NotImplementedError, match="has no `phi`"):
        dd.Inductive()(dd.Manager().range(0, 0, 1))


def test_a_manager_is_not_used_inside_phi():
    manager = dd.Manager()
    start = manager.range(0, 0, 1)

    class Nested(dd.Inductive):
        def __init__(self, work):
            self.work = work

        def phi(self, variable, value):
            self.work()
            return dd.id()

    with pytest.raises(RuntimeError, match="inside `phi`"):
        Nested(lambda: dd.id()(start))(start)
    with pytest.raises(MorpionError):
        Nested(lambda: start | start)(start)


def test_selectors_are_negated():
    class Even(dd.Inductive):
        is_selector = True

        def phi(self, variable, value):
            return dd.Hom.arc(variable, value, dd.id()) if value % 2 == 0 else None

    digits = dd.Manager().range(0, 0, 9)
    assert Even()(digits).values(0) == [0, 2, 4, 6, 8] and (~Even())(digits).values(0) == [1, 3, 5, 7, 9]
    assert dd.Hom.ite(Even(), dd.Hom.assign(0, 0), dd.id())(digits).values(0) == [0, 1, 3, 5, 7, 9]
    assert dd.Hom.add(0, 2).predecessors(dd.Hom.equal(0, 5)(digits))(digits).values(0) == [3]
