"""Positions and counts as pictures, for notebooks."""

from __future__ import annotations

from html import escape
from typing import Any

_ROLES = {"first": "#1f6feb", "second": "#d1242f", "neutral": "#57606a", "blocked": "#24292f"}
_VALUES = {"win": "#aceebb", "draw": "#fff1b8", "loss": "#ffcecb", "unknown": "#eaeef2"}
_CELL = 36
#: How many moves of one value are listed.
_LISTED = 24
_FONT = "ui-sans-serif,Helvetica,Arial,DejaVu Sans,sans-serif"


def state_html(state: Any, judged: dict[str, Any] | None = None) -> str:
    """A position; with values, each move is coloured by what it is worth, as far as it belongs to one cell."""
    look = state.look
    turn = "" if state.over or state.turn is None else f"{'first' if state.turn == 0 else 'second'} to move"
    name = escape(": ".join(part for part in (state.game, _ending(state) or turn) if part))
    if look["kind"] != "grids":
        return f"<div><div>{name}</div><pre>{escape(state.board)}</pre>{_list_html(judged or {})}</div>"
    marks = _moves_by_cell(state, judged or {})
    grids = look["grids"]
    across, down = {}, {}
    for grid in grids:
        x, y = grid["place"]
        across[x] = max(across.get(x, 0), grid["columns"])
        down[y] = max(down.get(y, 0), grid["rows"])
    left = {x: sum((across[n] + 1.2) * _CELL for n in across if n < x) for x in across}
    top = {y: sum((down[n] + 1.2) * _CELL for n in down if n < y) for y in down}
    width, height = sum((n + 1.2) * _CELL for n in across.values()), sum((n + 1.2) * _CELL for n in down.values())
    parts = [_grid_svg(number, grid, marks, left[grid["place"][0]], top[grid["place"][1]]) for number, grid in enumerate(grids)]
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" role="img" '
        f'aria-label="{escape(state.board)}">{"".join(parts)}</svg>'
    )
    rest = {move: worth for move, worth in (judged or {}).items() if move not in {m for m, _ in marks.values()}}
    return f"<div><div>{name}</div>{svg}{_list_html(rest)}</div>"


def _ending(state: Any) -> str:
    words = {0: "first has won", 1: "second has won", "draw": "a draw", "final": "solved"}
    return words.get(state.outcome, "")


def _moves_by_cell(state: Any, judged: dict[str, Any]) -> dict[tuple[int, int], tuple[str, Any]]:
    """The moves that are made by one cell, with their values."""
    cells: dict[tuple[int, int], list[tuple[str, Any]]] = {}
    for move, picks in zip(state.moves, state._picks()):
        if move in judged and len(picks) == 1 and "cell" in picks[0]:
            cells.setdefault(tuple(picks[0]["cell"]), []).append((move, judged[move]))
    return {cell: moves[0] for cell, moves in cells.items() if len(moves) == 1}


def _grid_svg(number: int, grid: dict[str, Any], marks: dict, left: float, top: float) -> str:
    parts = []
    for place, cell in enumerate(grid["cells"]):
        x = left + (place % grid["columns"] + 0.7) * _CELL
        y = top + (place // grid["columns"] + 0.2) * _CELL
        worth = marks.get((number, place))
        colour = _VALUES[worth[1].value] if worth else "#fff3a3" if cell["lit"] else "#ffffff"
        parts.append(f'<rect x="{x:.0f}" y="{y:.0f}" width="{_CELL}" height="{_CELL}" fill="{colour}" stroke="#8c959f"/>')
        text, fill, size = "", "#57606a", 11
        if cell["mark"]:
            text, fill, size = cell["mark"]["text"], _ROLES[cell["mark"]["role"]], 17
        elif worth:
            text = _short(worth[1])
        if text:
            parts.append(_text(x + _CELL / 2, y + _CELL / 2 + size / 3, text, size=size, fill=fill))
    for row, name in enumerate(grid["row_names"]):
        parts.append(_text(left + 0.4 * _CELL, top + (row + 0.8) * _CELL, name))
    for column, name in enumerate(grid["column_names"]):
        parts.append(_text(left + (column + 1.2) * _CELL, top + (grid["rows"] + 0.65) * _CELL, name))
    return "".join(parts)


def _text(x: float, y: float, text: str, *, size: int = 12, fill: str = "#57606a", anchor: str = "middle") -> str:
    """A text, whose looks the style sheets of other pictures on the page do not change."""
    style = f"font:{size}px {_FONT};fill:{fill};text-anchor:{anchor}"
    return f'<text x="{x:.0f}" y="{y:.0f}" style="{style}">{escape(text)}</text>'


def _short(judged: Any) -> str:
    sign = {"win": "+", "draw": "=", "loss": "−", "unknown": "?"}[judged.value]
    return sign if judged.plies is None else f"{sign}{judged.plies}"


def _list_html(judged: dict[str, Any]) -> str:
    """Moves by what they are worth, those of one value in a line; of many only the first."""
    groups: dict[str, list[str]] = {}
    for move, worth in judged.items():
        groups.setdefault(_short(worth), []).append(move)
    lines = []
    for worth, moves in groups.items():
        more = f", … {len(moves) - _LISTED} more" if len(moves) > _LISTED else ""
        lines.append(f"<div><b>{escape(worth)}</b> {escape(', '.join(moves[:_LISTED]))}{more}</div>")
    return "".join(lines)


def bars_svg(counts: list[int], title: str, first: int = 0) -> str:
    """Counts as bars, one for each ply or length."""
    wide, high, left = 22, 120, 8
    most = max(counts, default=0) or 1
    parts = [_text(left, 14, title, fill="#24292f", anchor="start")]
    for number, count in enumerate(counts):
        tall = high * count / most if count else 0
        x, y = left + number * wide, 24 + high - tall
        parts.append(
            f'<rect x="{x}" y="{y:.1f}" width="{wide - 3}" height="{tall:.1f}" fill="#1f6feb">'
            f"<title>{first + number}: {count:,}</title></rect>"
        )
        if len(counts) <= 30 or number % 5 == 0:
            parts.append(_text(x + wide / 2 - 1, 24 + high + 14, str(first + number)))
    width = max(2 * left + wide * len(counts), 160)
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{high + 46}">{"".join(parts)}</svg>'
