"""Games, each with a position on its board."""

from __future__ import annotations

import operator
import os
from typing import TYPE_CHECKING, Any, Callable, Iterable, Sequence

from ._native import Core, MorpionError, State, Value
from ._native import games as _games
from ._results import (
    Analysis,
    Checked,
    Contest,
    Count,
    Explored,
    Facts,
    LookedUp,
    Perft,
    Simulated,
    Solved,
    Strong,
)

if TYPE_CHECKING:
    from ._native import Set, Table

#: A player: ``"perfect"``, ``"random"``, ``"level:3"``, ``"engine:100ms"``, or a function from a position to a move.
Player = str | Callable[[State], str]

_KINDS = ("find", "path", "always", "eventually", "leads_to", "until", "force")


#: The largest numbers that the engines count with.
_MOST, _MOST_PLIES = 2**63 - 1, 2**32 - 1


def _whole(name: str, value: Any, least: int = 0, most: int = _MOST) -> int:
    """A whole number in a range, or an error that names it."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}={value!r}: a whole number is wanted, not {type(value).__name__}") from None
    if not least <= number <= most:
        raise MorpionError(f"{name}={value}: there may be {least} to {most}")
    return number


def _within(time: float | None, memory: int | None, nodes: int | None = None, threads: int = 1):
    memory = None if memory is None else _whole("memory", memory)
    nodes = None if nodes is None else _whole("nodes", nodes)
    return (time, memory, nodes, _whole("threads", threads, 1, 256))


def _plies(name: str, value: int | None) -> int | None:
    return None if value is None else _whole(name, value, 0, _MOST_PLIES)


class Game(Core):
    """A game, with a position on its board that ``play`` and ``undo`` change.

    ``Game("connect4")`` opens a game by name, as ``morpion.game`` does. ``Game(rules)`` takes a game that is written in
    Python: an object with five methods, over states of your own that can be hashed.

    >>> class Subtraction:
    ...     '''Take one, two or three; who takes the last wins.'''
    ...     def initial(self):
    ...         return (10, 0)
    ...     def turn(self, state):
    ...         return state[1]
    ...     def outcome(self, state):
    ...         return 1 - state[1] if state[0] == 0 else None
    ...     def moves(self, state):
    ...         return range(1, min(3, state[0]) + 1)
    ...     def play(self, state, take):
    ...         return (state[0] - take, 1 - state[1])
    >>> game = Game(Subtraction())
    >>> game.value()
    <win in 5>
    >>> game.best_move()
    '2'
    >>> game.count().positions
    20

    ``turn`` returns the player to move, 0 or 1; ``outcome`` returns ``None`` while the game goes on, the winner, or
    ``"draw"``; ``moves`` returns the legal moves, at least one where the game goes on; ``play`` returns the next state.
    Optional are ``move_text(state, move)`` and ``board_text(state)``, by default ``str``; ``grid(state)``, rows of
    cells for pictures and arrays, each ``None``, 0, 1 or a text; ``ply(state)``, how many moves were played, if states
    know that; and ``name``. Whatever they raise comes back as it is.
    """

    def __init__(self, source: Any) -> None:
        self._source = source
        self._line: list[State] = [self._position(None, None)]
        self._moves: list[str] = []

    # The position on the board.

    @property
    def state(self) -> State:
        """The position on the board."""
        return self._line[-1]

    @state.setter
    def state(self, state: State) -> None:
        self._check_own(state)
        self._line, self._moves = [state], []

    @property
    def moves(self) -> list[str]:
        """The legal moves.

        >>> game("connect4").moves
        ['1', '2', '3', '4', '5', '6', '7']
        """
        return self.state.moves

    @property
    def history(self) -> list[str]:
        """The moves that led to the position on the board."""
        return list(self._moves)

    @property
    def turn(self) -> int | None:
        """The player to move, 0 or 1."""
        return self.state.turn

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.over

    @property
    def outcome(self) -> int | str | None:
        """How it has ended: the winner, 0 or 1, or ``"draw"``; ``None`` while it goes on."""
        return self.state.outcome

    def play(self, *moves: str) -> Game:
        """Plays moves, in any of the ways in which they can be written, and returns the game.

        >>> game("ttt").play("b2", "a1").history
        ['b2', 'a1']
        >>> game("ttt").play("b2 a1 a1")
        Traceback (most recent call last):
        ...
        morpion.MorpionError: move 3: `a1` cannot be played here
          b2 a1 a1
                ^^
        7 moves are legal: a2, a3, b1, b3, c1, c2, c3
        """
        line, texts = list(self._line), list(self._moves)
        for some in moves:
            played, states = line[-1]._line(some)
            texts += played
            line += states
        self._line, self._moves = line, texts
        return self

    def undo(self, moves: int = 1) -> Game:
        """Takes moves back, and returns the game."""
        if not 0 <= moves <= len(self._moves):
            raise MorpionError(f"there are {len(self._moves)} moves to take back, not {moves}")
        if moves:
            del self._line[-moves:], self._moves[-moves:]
        return self

    def reset(self) -> Game:
        """Takes all moves back, and returns the game."""
        return self.undo(len(self._moves))

    def position(self, moves: str | None = None, *, board: str | None = None) -> State:
        """The position after moves from the start, or from a position that is drawn; the board here stays as it is.

        >>> print(game("ttt").position("b2 a1"))
        3 . . .
        2 . x .
        1 o . .
          a b c
        """
        return self._position(moves, board)

    # Values.

    def value(
        self, state: State | None = None, *, time: float | None = None, memory: int | None = None, threads: int = 1
    ) -> Value:
        """The value for the player to move.

        >>> game("mnk:4,3,3").value()
        <win in 7>
        """
        limits = (time, None, None, 1) if memory is None and threads == 1 else _within(time, memory, None, threads)
        return self._value(self._line[-1] if state is None else state, limits)

    def solve(
        self,
        state: State | None = None,
        *,
        time: float | None = None,
        memory: int | None = None,
        threads: int = 1,
        nodes: int | None = None,
        engine: str = "auto",
    ) -> Solved:
        """The value with the best move, best play, and what it took; bounds, if a limit was reached before.

        ``engine`` is ``auto``, ``alphabeta``, ``dfpn``, ``mcts`` or ``minimax``.

        >>> game("mnk:4,3,3").solve().pv[0]
        'c2'
        """
        return Solved(self._solve(self._at(state), _within(time, memory, nodes, threads), engine))

    def analyze(
        self,
        state: State | None = None,
        *,
        time: float | None = None,
        memory: int | None = None,
        threads: int = 1,
        nodes: int | None = None,
        engine: str = "auto",
    ) -> Analysis:
        """The value of every legal move, for the player who makes it.

        >>> game("ttt").play("a1 b2 c3").analyze().best
        ['a2', 'b1', 'b3', 'c2']
        """
        state = self._at(state)
        return Analysis(self._analyze(state, _within(time, memory, nodes, threads), engine), state)

    def solve_many(
        self,
        states: Iterable[State],
        *,
        time: float | None = None,
        memory: int | None = None,
        threads: int | None = None,
    ) -> list[Solved]:
        """Solves many positions on all processors, in their order; ``time`` is for each, ``memory`` for all."""
        within = _within(time, memory, None, threads or os.cpu_count() or 1)
        return [Solved(found) for found in self._many(list(states), within, False)]

    def analyze_many(
        self,
        states: Iterable[State],
        *,
        time: float | None = None,
        memory: int | None = None,
        threads: int | None = None,
    ) -> list[Analysis]:
        """Analyzes many positions on all processors, in their order; ``time`` is for each, ``memory`` for all.

        >>> ttt = game("ttt")
        >>> positions = [after for _, after in ttt.state.children()]
        >>> [found.moves[0].value for found in ttt.analyze_many(positions)] == ["draw"] * 9
        True
        """
        states = list(states)
        within = _within(time, memory, None, threads or os.cpu_count() or 1)
        return [Analysis(found, state) for found, state in zip(self._many(states, within, True), states)]

    def best_move(
        self, state: State | None = None, *, level: int = 10, time: float | None = None, player: str | None = None,
        seed: int = 0,
    ) -> str:
        """The move that an engine plays: of a level from 1 to 10, with a time in seconds, or named as in ``match``.

        >>> game("ttt").play("a1 b2 c3").best_move(level=7)
        'a2'
        """
        if time is not None and not 0 < time < float("inf"):
            raise MorpionError(f"time={time}: a move takes a number of seconds above zero")
        timed = None if time is None else f"engine:{max(1, round(time * 1000))}ms"
        return self._choose(self._at(state), player or timed or f"level:{level}", _whole("seed", seed))

    def match(
        self,
        first: Player,
        second: Player,
        *,
        games: int = 1,
        openings: int = 0,
        seed: int = 0,
        time: float | None = None,
        at_once: int = 1,
    ) -> Contest:
        """Plays games between two players: names of engines, or functions from a position to a move.

        ``openings`` is the number of random moves before each game, ``time`` the seconds for a move.

        >>> game("ttt").match("perfect", lambda state: state.moves[0]).first_won
        1
        """
        numbers = _whole("games", games), _whole("openings", openings), _whole("seed", seed)
        return Contest(self._match((first, second, *numbers, time, _whole("at_once", at_once, 1, 256))))

    # All positions.

    def count(
        self,
        start: State | None = None,
        *,
        by: str = "explicit",
        symmetry: bool = False,
        time: float | None = None,
        memory: int | None = None,
        threads: int = 1,
    ) -> Count:
        """How many positions can be reached: listed one by one, or ``by="symbolic"`` by decision diagrams.

        >>> game("ttt").count(by="symbolic", symmetry=True).classes
        765
        """
        return Count(self._count(self._from(start), (by, symmetry), _within(time, memory, None, threads)))

    def explore(
        self,
        start: State | None = None,
        *,
        depth: int | None = None,
        symmetry: bool = False,
        graph: str | None = None,
        most: int = 100_000,
        time: float | None = None,
        memory: int | None = None,
        threads: int = 1,
    ) -> Explored:
        """All states: how many, how deep, how they branch and end.

        ``graph`` is ``dot``, ``graphml`` or ``aut``: then the field ``graph`` is the file, of ``most`` states at most.

        >>> game("ttt").explore(depth=2).by_ply
        [1, 9, 72]
        """
        within = _within(time, memory, None, threads)
        how = (_plies("depth", depth), symmetry)
        found, file = self._explore(self._from(start), how, (graph, _whole("most", most)), within)
        return Explored({**found, "graph": file})

    def check(
        self,
        *always: str,
        find: str | Sequence[str] = (),
        path: str | Sequence[str] = (),
        eventually: str | Sequence[str] = (),
        leads_to: Sequence[str] = (),
        until: Sequence[str] = (),
        force: str | Sequence[str] = (),
        no_deadlock: bool = False,
        start: State | None = None,
        depth: int | None = None,
        all: bool = False,
        time: float | None = None,
        memory: int | None = None,
        threads: int = 1,
    ) -> Checked:
        """Whether claims about all possible play are true, with an example or a counter-example.

        A claim alone is about every position. ``find`` claims that a position can be reached, ``path`` that several can
        be, one after the other, ``eventually`` that every game comes there, ``force`` that a player can bring it about
        whatever the other does, as ``"x:winner == x"``; ``leads_to`` and ``until`` take two claims. ``facts`` lists the names.

        >>> bool(game("ttt").check("count(x) >= count(o)"))
        True
        >>> game("ttt").check(find="winner == o").path
        ['b2', 'a2', 'b1', 'a3', 'c1', 'a1']
        """
        one = lambda claims: [claims] if isinstance(claims, str) else list(claims)
        asked = [("always", claim) for claim in always]
        given = dict(find=find, path=path, eventually=eventually, leads_to=leads_to, until=until, force=force)
        asked += [(kind, claim) for kind in _KINDS if kind in given for claim in one(given[kind])]
        if no_deadlock:
            asked.append(("no_deadlock", ""))
        if not asked:
            raise MorpionError('nothing is claimed; for example check("not over", find="draw")')
        if len(one(leads_to)) % 2 or len(one(until)) % 2:
            raise MorpionError("leads_to and until take two claims each time")
        within = _within(time, memory, None, threads)
        return Checked(self._check(self._from(start), asked, (_plies("depth", depth), all), within))

    def simulate(
        self,
        games: int = 10_000,
        *,
        start: State | None = None,
        seed: int = 0,
        plies: int = 10_000,
        time: float | None = None,
        threads: int = 1,
    ) -> Simulated:
        """Random games: who wins, how long they last. The same seed gives the same games.

        >>> game("ttt").simulate(1000).draws
        125
        """
        how = _whole("games", games), _whole("seed", seed), _whole("plies", plies, 0, _MOST_PLIES)
        return Simulated(self._simulate(self._from(start), how, _within(time, None, None, threads)))

    def perft(
        self,
        depth: int,
        *,
        start: State | None = None,
        symmetry: bool = False,
        time: float | None = None,
        memory: int | None = None,
        threads: int = 1,
    ) -> Perft:
        """The number of ways to play 0, 1, … ``depth`` moves.

        >>> game("ttt").perft(5).by_depth
        [1, 9, 72, 504, 3024, 15120]
        """
        how = (_whole("depth", depth, 0, _MOST_PLIES), symmetry)
        return Perft(self._perft(self._from(start), how, _within(time, memory, None, threads)))

    def strong(
        self, *, distances: bool = True, time: float | None = None, memory: int | None = None, threads: int = 1
    ) -> Strong:
        """The value of every position. Its ``table`` looks positions up, and can be saved.

        >>> solved = game("ttt").strong()
        >>> solved.won, solved.drawn, solved.lost
        (2836, 1068, 1574)
        >>> solved.table.value(game("ttt").position("a1 b1"))
        <win in 5>
        """
        found, table = self._strong(distances, _within(time, memory, None, threads))
        return Strong({**found, "table": table})

    def lookup(self, table: Table, state: State | None = None) -> LookedUp:
        """What a table says of a position: its value, and that of every move."""
        return LookedUp(table._lookup(self._at(state)))

    def diagram(self, rounds: int | None = None, *, time: float | None = None, memory: int | None = None) -> Set:
        """The positions that can be reached, all or in so many rounds, as a decision diagram: see ``morpion.dd``.

        >>> game("ttt").diagram()
        <morpion.dd.Set of 5478 words, 348 nodes>
        """
        rounds = None if rounds is None else _whole("rounds", rounds)
        return self._diagram(rounds, _within(time, memory))

    def laws(self, games: int = 100, *, seed: int = 1) -> list[str]:
        """Checks by random games that the game keeps the promises that engines rely on, and returns what was checked.

        >>> game("ttt").laws(10)[0]
        'rules'
        """
        return self._laws(_whole("games", games), _whole("seed", seed))

    def facts(self) -> Facts:
        """What the game is: capabilities, the start, and the names that claims may use."""
        return Facts(self._facts())

    @property
    def rules(self) -> str:
        """The rules, and how moves are written."""
        about = self._about()
        return "" if about is None else f"{about[0]}\n\n{about[1]}\n\n{about[2]}"

    def _from(self, start: State | None) -> State | None:
        return self.state if start is None and self._moves else start

    def _at(self, state: State | None) -> State:
        return self.state if state is None else state

    def __reduce__(self):
        """Copies and pickles are opened anew, with the same moves."""
        return _reopened, (type(self), self._source, self._moves)

    def __repr__(self) -> str:
        after = f" after {' '.join(self._moves)}" if self._moves else ""
        return f"<morpion.Game {self.name}{after}>"

    def __str__(self) -> str:
        return self.state.board

    def _repr_html_(self) -> str:
        from ._display import state_html

        return state_html(self.state)


def _reopened(kind: type[Game], source: Any, moves: list[str]) -> Game:
    return kind(source).play(*moves)


def game(name: str) -> Game:
    """Opens a game by name, as the command line does: ``"ttt"``, ``"connect:5,4,4"``, ``"mnk:7,7,5"``.

    >>> game("mnk:7,7,5")
    <morpion.Game mnk:7,7,5>
    >>> game("mnk:7,x,5")
    Traceback (most recent call last):
    ...
    morpion.MorpionError: `x` is not a number
      mnk:7,x,5
            ^
    H is the number of rows, 1 to 255; the syntax is mnk:W,H,K[,VARIANT], for example mnk:4,4,4
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a game is a text, not {type(name).__name__}; morpion.Game takes a game of your own")
    return Game(name)


def load(path: str | os.PathLike[str]) -> Game:
    """Opens a game from a file: ``.rbg``, a game in the language Regular Boardgames, or ``.pnml``, a Petri net."""
    return Game(os.fspath(path))


def games() -> list[tuple[str, str, str]]:
    """The games that there are: name, syntax and title of each."""
    return _games()
