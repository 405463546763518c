"""Games written in Python, for the tests."""


class TicTacToe:
    """Tic-tac-toe: nine cells, each 0, 1 or None, from the lower left."""

    name = "own tic-tac-toe"
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def initial(self):
        return (None,) * 9

    def turn(self, state):
        return (9 - state.count(None)) % 2

    def outcome(self, state):
        for a, b, c in self.lines:
            if state[a] is not None and state[a] == state[b] == state[c]:
                return state[a]
        return None if None in state else "draw"

    def moves(self, state):
        return [cell for cell in range(9) if state[cell] is None]

    def play(self, state, cell):
        return state[:cell] + (self.turn(state),) + state[cell + 1 :]

    def move_text(self, state, cell):
        return "abc"[cell % 3] + "123"[cell // 3]

    def grid(self, state):
        return [list(state[row : row + 3]) for row in (6, 3, 0)]

    def board_text(self, state):
        marks = {0: "x", 1: "o", None: "."}
        return "\n".join(" ".join(marks[cell] for cell in state[row : row + 3]) for row in (6, 3, 0))


class Broken(TicTacToe):
    """The same, but for one method that goes wrong in the middle of a game."""

    def __init__(self, method, answer):
        self.method, self.answer = method, answer

    def goes_wrong(self, method, state):
        if method == self.method and state.count(None) < 5:
            if isinstance(self.answer, Exception):
                raise self.answer
            return True
        return False

    def turn(self, state):
        return self.answer if self.goes_wrong("turn", state) else super().turn(state)

    def outcome(self, state):
        return self.answer if self.goes_wrong("outcome", state) else super().outcome(state)

    def moves(self, state):
        return self.answer if self.goes_wrong("moves", state) else super().moves(state)

    def play(self, state, cell):
        return self.answer if self.goes_wrong("play", state) else super().play(state, cell)


class Walk:
    """One walks along a line as long as one likes: a game that is never searched to its end."""

    def initial(self):
        return (0, 0)

    def turn(self, state):
        return state[0] % 2

    def outcome(self, state):
        return None

    def moves(self, state):
        return (1, 2, 3)

    def play(self, state, step):
        return (state[0] + 1, state[1] * 3 + step)
