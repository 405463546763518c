"""What was found, as objects with named fields: those of the command line's ``--json``, counts as integers."""

from __future__ import annotations

from typing import Any


class Result:
    """What was found: its fields are attributes, and ``as_dict`` has all of them.

    >>> import morpion
    >>> found = morpion.game("ttt").solve()
    >>> found.value, found.complete
    ('draw', True)
    >>> sorted(found.as_dict())[:3]
    ['best', 'complete', 'engine']
    """

    #: Whether no limit and no Ctrl-C cut the work short.
    complete: bool
    #: Why it was cut short, in words.
    stopped: str | None
    #: How long it took.
    seconds: float
    _shown: tuple[str, ...] = ()

    def __init__(self, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields)

    def as_dict(self) -> dict[str, Any]:
        """All fields, as plain data."""
        plain = lambda part: part.as_dict() if isinstance(part, Result) else part
        fields = self.__dict__.items()
        return {
            name: [plain(part) for part in value] if isinstance(value, list) else plain(value)
            for name, value in fields
        }

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        raise TypeError(f"unhashable type: {type(self).__name__!r}")

    def __repr__(self) -> str:
        names = self._shown or tuple(name for name, value in self.__dict__.items() if not isinstance(value, (list, dict)))
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in names if hasattr(self, name))
        cut = "" if getattr(self, "complete", True) else f", complete=False, stopped={self.stopped!r}"
        return f"{type(self).__name__}({fields}{cut})"


class Solved(Result):
    """The value of a position for the player to move."""

    #: ``win``, ``draw``, ``loss`` or ``unknown``.
    value: str
    #: How many plies away the end is; a draw has no length.
    plies: int | None
    #: Bounds of the value, such as ``loss in 2``.
    least: str
    most: str
    #: The best move, and best play from here on.
    best: str | None
    pv: list[str]
    nodes: int
    engine: str
    threads: int
    _shown = ("value", "plies", "best", "nodes")


class Judgement(Result):
    """A legal move, and what it is worth to the player who makes it."""

    move: str
    value: str
    plies: int | None
    least: str
    most: str
    nodes: int
    _shown = ("move", "value", "plies")


class Analysis(Result):
    """The value of every legal move, the best first. It can be iterated, and asked for a move by its text."""

    moves: list[Judgement]
    #: The move that the engine would play, with an estimate, where nothing is proved.
    favourite: dict[str, Any] | None
    _shown = ()

    def __init__(self, fields: dict[str, Any], state: Any = None) -> None:
        fields = dict(fields)
        moves = [Judgement(judged) for judged in fields.pop("analysis")]
        super().__init__({"moves": moves, "favourite": None, **fields})
        self.__dict__["state"] = state

    def as_dict(self) -> dict[str, Any]:
        """All fields, as plain data."""
        return {name: value for name, value in super().as_dict().items() if name != "state"}

    @property
    def best(self) -> list[str]:
        """The best moves, of those that are proved."""
        first = self.moves[0]
        same = (first.value, first.plies)
        return [] if first.value == "unknown" else [m.move for m in self.moves if (m.value, m.plies) == same]

    def __iter__(self):
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __getitem__(self, move: str) -> Judgement:
        for judged in self.moves:
            if judged.move == move:
                return judged
        raise KeyError(move)

    def __repr__(self) -> str:
        text = ", ".join(f"{m.move}: {m.value}" + (f" in {m.plies}" if m.plies is not None else "") for m in self.moves)
        return f"Analysis({text})"

    def _repr_html_(self) -> str:
        from ._display import state_html

        return state_html(self.state, {judged.move: judged for judged in self.moves})


class Count(Result):
    """How many positions can be reached, ply by ply, and how they end."""

    positions: int
    by_ply: list[int]
    classes: int | None
    transitions: int
    terminal: int
    first_wins: int | None
    second_wins: int | None
    draws: int | None
    _shown = ("positions", "classes", "terminal", "first_wins", "second_wins", "draws")

    def _repr_html_(self) -> str:
        from ._display import bars_svg

        return bars_svg(self.by_ply, "positions by ply")


class Explored(Count):
    """All states: how many, how far, how they branch and end; ``graph`` is the file of the graph, if one was wanted."""

    states: int
    depth: int
    branching: dict[str, Any]
    whole: bool
    graph: str | None
    _shown = ("states", "depth", "transitions", "terminal", "whole")


class Decided(Result):
    """One claim: whether it holds, and the moves of the example or counter-example."""

    kind: str
    claim: str
    holds: bool | None
    explored: int
    matches: int | None
    path: list[str] | None
    boards: list[str] | None
    moves: int | None
    _shown = ("kind", "claim", "holds", "path")


class Checked(Result):
    """Claims: it is true if all of them hold."""

    holds: bool | None
    explored: int
    path: list[str] | None
    claims: list[Decided]
    _shown = ("holds", "explored", "path")

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__({**fields, "claims": [Decided(claim) for claim in fields["claims"]]})

    def __bool__(self) -> bool:
        return self.holds is True


class Simulated(Result):
    """Random games: who won, how long they lasted, how many moves there were."""

    games: int
    first_wins: int | None
    second_wins: int | None
    draws: int | None
    first_wins_share: float | None
    first_wins_error: float | None
    length: dict[str, Any]
    by_length: dict[int, int]
    branching: dict[str, Any]
    _shown = ("games", "first_wins", "second_wins", "draws")

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__({**fields, "by_length": {int(n): count for n, count in sorted(
            fields["by_length"].items(), key=lambda item: int(item[0]))}})

    def _repr_html_(self) -> str:
        from ._display import bars_svg

        least, most = min(self.by_length, default=0), max(self.by_length, default=-1)
        counts = [self.by_length.get(length, 0) for length in range(least, most + 1)]
        return bars_svg(counts, "games by length", least)


class Perft(Result):
    """The number of ways to play 0, 1, … moves."""

    depth: int
    paths: int | None
    by_depth: list[int]
    ended_by_depth: list[int]
    _shown = ("depth", "paths")


class Contest(Result):
    """Games between two players. ``records`` has the moves and the ending of each."""

    first: str
    second: str
    played: int
    first_won: int
    second_won: int
    drawn: int
    records: list[dict[str, Any]]
    stopped = None
    _shown = ("first", "second", "played", "first_won", "second_won", "drawn")


class Strong(Result):
    """The value of every position; ``table`` looks them up, and is ``None`` if a limit was reached before."""

    value: str | None
    plies: int | None
    positions: int
    won: int | None
    drawn: int | None
    lost: int | None
    body: str
    table: Any
    _shown = ("value", "plies", "positions", "won", "drawn", "lost")

    def as_dict(self) -> dict[str, Any]:
        """All fields but the table, as plain data."""
        return {name: value for name, value in super().as_dict().items() if name != "table"}


class LookedUp(Result):
    """A position as a table knows it."""

    value: str
    plies: int | None
    best: list[str]
    moves: list[dict[str, Any]]
    _shown = ("value", "plies", "best")


class Facts(Result):
    """What a game is: capabilities, the start, and the names that claims may use."""

    is_game: bool
    symmetries: int
    names: list[dict[str, str]]
    first_moves: int
    start: str
    _shown = ("is_game", "symmetries", "first_moves")
