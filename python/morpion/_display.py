"""Positions and counts as pictures, for notebooks."""

from __future__ import annotations

from html import escape
from typing import Any

_ROLES = {"first": "#1f6feb", "second": "#d1242f", "neutral": "#57606a", "blocked": "#24292f"}
_VALUES = {"win": "#aceebb", "draw": "#fff1b8", "loss": "#ffcecb", "unknown": "#eaeef2"}
_CELL = 36


def state_html(state: Any, judged: dict[str, Any] | None = None) -> str:
    """A position; with values, each move is coloured by what it is worth, as far as it belongs to one cell."""
    look = state.look
    if look["kind"] != "grids":
        return f"<pre>{escape(state.board)}</pre>" + _list_html(judged or {})
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
    turn = "" if state.over else f"{'first' if state.turn == 0 else 'second'} to move"
    name = escape(f"{state.game}: {_ending(state) or turn}")
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" role="img" '
        f'aria-label="{escape(state.board)}" font-family="sans-serif" font-size="15">{"".join(parts)}</svg>'
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
            parts.append(
                f'<text x="{x + _CELL / 2:.0f}" y="{y + _CELL / 2 + size / 3:.0f}" text-anchor="middle" '
                f'font-size="{size}" fill="{fill}">{escape(text)}</text>'
            )
    for row, name in enumerate(grid["row_names"]):
        parts.append(_label(left + 0.4 * _CELL, top + (row + 0.8) * _CELL, name))
    for column, name in enumerate(grid["column_names"]):
        parts.append(_label(left + (column + 1.2) * _CELL, top + (grid["rows"] + 0.65) * _CELL, name))
    return "".join(parts)


def _label(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="middle" font-size="12" fill="#57606a">{escape(text)}</text>'


def _short(judged: Any) -> str:
    sign = {"win": "+", "draw": "=", "loss": "−", "unknown": "?"}[judged.value]
    return sign if judged.plies is None else f"{sign}{judged.plies}"


def _list_html(judged: dict[str, Any]) -> str:
    if not judged:
        return ""
    moves = ", ".join(f"{escape(move)} {escape(_short(worth))}" for move, worth in judged.items())
    return f"<div>{moves}</div>"


def bars_svg(counts: list[int], title: str, first: int = 0) -> str:
    """Counts as bars, one for each ply or length."""
    wide, high, left = 22, 120, 8
    most = max(counts, default=0) or 1
    parts = [f'<text x="{left}" y="14" font-size="12" fill="#24292f">{escape(title)}</text>']
    for number, count in enumerate(counts):
        tall = high * count / most if count else 0
        x, y = left + number * wide, 24 + high - tall
        parts.append(
            f'<rect x="{x}" y="{y:.1f}" width="{wide - 3}" height="{tall:.1f}" fill="#1f6feb">'
            f"<title>{first + number}: {count:,}</title></rect>"
        )
        if len(counts) <= 30 or number % 5 == 0:
            parts.append(_label(x + wide / 2 - 1, 24 + high + 14, str(first + number)))
    width = max(2 * left + wide * len(counts), 160)
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{high + 46}" font-family="sans-serif">{"".join(parts)}</svg>'
