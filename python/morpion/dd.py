"""Sets that are too large to list, as decision diagrams, and maps of such sets that you write in ten lines.

A set holds words: variables with their values, in order. A homomorphism says what becomes of one arc, a variable with
its value; the library applies it to all words at once.

>>> from morpion import dd
>>> class Jump(dd.Inductive):
...     '''A frog jumps from pad to the next one, if there is no frog.'''
...     def __init__(self, pad):
...         self.pad = pad
...     def phi(self, variable, value):
...         if variable == self.pad and value == 1:
...             return dd.Hom.arc(variable, 0, self)  # leave this pad, go on to the next
...         if variable == self.pad + 1 and value == 0:
...             return dd.Hom.arc(variable, 1, dd.id())  # land there
...         return None  # no frog, or no room: the word is dropped
...     def skips(self, variable):
...         return variable not in (self.pad, self.pad + 1)
>>> start = dd.Manager().word([(0, 1), (1, 1), (2, 0), (3, 0)])
>>> step = dd.Hom.sum([Jump(pad) for pad in range(3)])
>>> (step + dd.id()).fixpoint()(start).count()
6
"""

from __future__ import annotations

from typing import Any

from ._native import Hom, Manager, Set

__all__ = ["Hom", "Inductive", "Manager", "Set", "id", "sum"]


class Inductive:
    """A homomorphism of your own: write ``phi``.

    Two of one class with equal attributes are taken to be the same, and ``phi`` is called once for each variable and
    value, so it must always return the same.
    """

    #: Whether every image is a subset: then it can be negated by ``~`` and be a condition.
    is_selector = False

    def phi(self, variable: int, value: int) -> Any:
        """What becomes of an arc: a homomorphism for what follows it, or ``None`` to drop the words."""
        raise NotImplementedError(f"{type(self).__name__} has no `phi`")

    def on_one(self) -> Any:
        """What becomes of the end of a word; ``None`` makes it an error to come there."""
        return None

    def skips(self, variable: int) -> bool:
        """Whether arcs of this variable stay as they are. Where it says so, fixpoints go by saturation."""
        return False

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), tuple(sorted(vars(self).items()))))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({values})"

    def __add__(self, other: Any) -> Hom:
        return Hom(self) + other

    def __and__(self, first: Any) -> Hom:
        return Hom(self) & first

    def __invert__(self) -> Hom:
        return ~Hom(self)

    def __call__(self, set: Set) -> Set:
        return Hom(self)(set)


def id() -> Hom:
    """The identity."""
    return Hom.id()


def sum(parts: list[Any]) -> Hom:
    """The union of many homomorphisms."""
    return Hom.sum(list(parts))
