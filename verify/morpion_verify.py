#!/usr/bin/env python3
"""Checks certificates of the values of games, as `morpion-verify` does, by the standard library alone.

Usage: morpion_verify.py FILE...    Exit code: 0 if all are valid, 1 if one is false, 2 if one cannot be read.

It is written from the description of the format in the book, and much slower than the other checker: about 10 000 nodes
a second. Squares are bits of a whole number; a line is a number, too.
"""

import sys
import time
import zlib
from functools import reduce
from operator import or_

KEEP, KNOWN, KNOWN_LAST, POTENTIAL, PAIRS, MOVE = range(6)
ANY = 1 << 32
FULL = 1 << 40
PLAYERS = ["first", "second"]
REPEATED = ["line", "relabelling", "proof", "stealing"]
SINGLE = ["game", "value", "turn", "squares", "filled-by", "first", "second", "moves", "words", "nodes", "body"]

class Damaged(Exception):
    """It cannot be read."""

class False_(Exception):
    """It does not prove what it claims."""

def need(condition, fault):
    if not condition:
        raise fault

def bits(numbers):
    return sum(1 << number for number in set(numbers))

def squares(line):
    while line:
        lowest = line & -line
        yield lowest.bit_length() - 1
        line ^= lowest

def union(lines):
    return reduce(or_, lines, 0)

def least(lines):
    """Sorts lines, the shortest first, and drops those that hold all of another."""
    words = lambda line: [line >> 64 * at & (1 << 64) - 1 for at in range(8)]
    kept = []
    for line in sorted(lines, key=lambda line: (line.bit_count(), words(line))):
        if not any(shorter & line == shorter for shorter in kept):
            kept.append(line)
    return kept

class Body:
    """The numbers of a body."""

    def __init__(self, packed):
        try:
            decoder = zlib.decompressobj(-15)
            self.bytes = decoder.decompress(packed) + decoder.flush()
            need(decoder.eof and not decoder.unused_data, Damaged("the body does not end where it should"))
        except zlib.error as error:
            raise Damaged(str(error))
        self.at, self.nodes = 0, 0

    def number(self):
        result = 0
        for shift in range(0, 35, 7):
            need(self.at < len(self.bytes), Damaged(f"node {self.nodes}: the proof ends too early"))
            byte = self.bytes[self.at]
            self.at += 1
            result |= (byte & 127) << shift
            if byte < 128:
                return result
        raise self.wrong("a number is too large")

    def opening(self):
        what, slot = self.number(), None
        if what == KEEP:
            slot, what = self.number(), self.number()
            need(what != KEEP, self.wrong("a position is kept twice"))
        return slot, what

    def wrong(self, what):
        return False_(f"node {self.nodes}: {what}")

class Position:
    """What is left: the winner's and the loser's open lines, each as the squares it lacks."""

    def __init__(self, maker_wins, winner_moves, moves, lines):
        self.maker_wins, self.winner_moves, self.moves = maker_wins, winner_moves, moves
        self.winner, self.loser = [least(side) for side in lines]
        maker = self.winner if maker_wins else self.loser
        long = [line for line in maker if line.bit_count() > moves]
        maker[:] = maker[: len(maker) - len(long)]
        self.dropped = 0 if maker_wins else union(long)

    def after(self, square):
        own, other = (self.winner, self.loser) if self.winner_moves else (self.loser, self.winner)
        own = [line & ~(1 << square) for line in own]
        other = [line for line in other if not line >> square & 1]
        moves = self.moves - (self.winner_moves == self.maker_wins and self.moves != ANY)
        lines = [own, other] if self.winner_moves else [other, own]
        return Position(self.maker_wins, not self.winner_moves, moves, lines)

    def guarded(self, zone, need_):
        lacks = lambda line: (line & zone).bit_count() < need_
        uses = {}
        for square in (square for line in filter(lacks, self.loser) for square in squares(line)):
            uses[square] = uses.get(square, 0) + 1
        for line in self.loser:
            while lacks(line):
                zone |= 1 << max(squares(line & ~zone), key=lambda square: (uses.get(square, 0), square))
        return zone

    def weights(self, zone):
        """Returns the weight of each square, and whether the breaker holds."""
        weights, total = {}, 0
        for line in self.loser:
            weight = FULL >> min((line & zone).bit_count(), 40)
            total += weight
            for square in squares(line & zone):
                weights[square] = weights.get(square, 0) + weight
        return weights, total + (0 if self.winner_moves else max(weights.values(), default=0)) < FULL

    def by_potential(self):
        zone = union(self.loser)
        weights, _ = self.weights(zone)
        for square in sorted(squares(zone), key=lambda square: (weights[square], square)):
            if self.weights(zone & ~(1 << square))[1]:
                zone &= ~(1 << square)
        return zone if self.weights(zone)[1] else None

class Lines:
    """Walks through a proof about squares and lines. Each node yields its zone."""

    def __init__(self, body, size, maps):
        self.body, self.size, self.maps, self.kept = body, size, maps, {}

    def node(self, at):
        self.body.nodes += 1
        zone = self.by_itself(at)
        if zone is not None:
            return zone
        slot, what = self.body.opening()
        if what in (KNOWN, KNOWN_LAST):
            zone = self.known(at, what == KNOWN_LAST)
        elif what in (POTENTIAL, PAIRS):
            need(not at.maker_wins, self.body.wrong("this does not make a line"))
            zone = at.by_potential() if what == POTENTIAL else self.pairs(at)
            need(zone is not None, self.body.wrong("the potential is too high"))
        elif at.winner_moves:
            zone = self.play(at, self.square(union(at.winner + at.loser), what))
        else:
            zone = self.replies(at, what)
        if slot is not None:
            winner = [line for line in at.winner if line & zone == line]
            inside = (at.maker_wins, at.winner_moves, at.moves, winner, least(line & zone for line in at.loser))
            self.kept[slot] = inside, zone
        return zone

    def play(self, at, square):
        after = at.after(square)
        zone = self.node(after) | after.dropped
        return zone | 1 << square if at.winner_moves else zone

    def by_itself(self, at):
        if not at.maker_wins and not at.loser:
            return 0
        wins, threats = [union(line for line in side if line.bit_count() < 2) for side in (at.winner, at.loser)]
        first = lambda set_: next(squares(set_))
        if at.winner_moves and wins:
            return at.guarded(1 << first(wins), 1)
        if at.winner_moves and threats:
            need(threats.bit_count() == 1, self.body.wrong("the loser has two lines to fill"))
            return self.play(at, first(threats))
        need(not threats, self.body.wrong("the loser can fill a line"))
        if not wins:
            return None
        if wins.bit_count() > 1:
            return at.guarded(wins, 2)
        return at.guarded(self.play(at, first(wins)) | wins, 2)

    def replies(self, at, mv):
        lines = at.winner + at.loser
        left, zone = union(lines), 0
        while True:
            square = self.square(left, mv)
            refuted = self.play(at, square)
            zone |= refuted
            left &= refuted & ~(1 << square)
            for other in list(squares(left)):
                if all(not line >> other & 1 or line >> square & 1 for line in lines):
                    left &= ~(1 << other)
                    zone |= 1 << square
            if not left:
                return zone
            mv = self.body.number()

    def pairs(self, at):
        taken, lines = 0, at.loser
        for _ in range(self.body.number()):
            a, b = self.body.number(), self.body.number()
            need(a != b and max(a, b) < self.size, self.body.wrong("a pair is not on the board"))
            pair = 1 << a | 1 << b
            need(not taken & pair, self.body.wrong("the pairs overlap"))
            taken |= pair
            lines = [line for line in lines if line & pair != pair]
        lines = [line & ~taken for line in lines]
        need(taken and 0 not in lines, self.body.wrong("the pairs leave a line to the maker"))
        return self.node(Position(False, at.winner_moves, at.moves, [[], lines])) | taken

    def known(self, at, last):
        slot, number = self.body.number(), self.body.number()
        need(slot in self.kept and number <= len(self.maps), self.body.wrong("nothing is kept there"))
        (maker_wins, winner_moves, moves, winner, loser), zone = self.kept[slot]
        rename = lambda line: bits(self.maps[number - 1][square] for square in squares(line)) if number else line
        zone, winner, loser = rename(zone), list(map(rename, winner)), list(map(rename, loser))
        enough = moves <= at.moves if maker_wins else moves >= at.moves
        fits = enough and (maker_wins, winner_moves) == (at.maker_wins, at.winner_moves)
        fits = fits and all(any(known & line & zone == known for known in loser) for line in at.loser)
        fits = fits and all(any(line & known == line for line in at.winner) for known in winner)
        need(fits, self.body.wrong("the position is not one that is proved"))
        if last:
            del self.kept[slot]
        return zone

    def square(self, among, mv):
        fits = mv >= MOVE and among >> (mv - MOVE) & 1
        need(fits, self.body.wrong("the move is not on an open line, or has its reply already"))
        return mv - MOVE

def read(path):
    """Returns the fields of a header, and the body."""
    with open(path, "rb") as file:
        content = file.read()
    head, found, packed = content.partition(b"\n\n")
    try:
        lines = head.decode().split("\n")
    except UnicodeDecodeError as error:
        raise Damaged(str(error))
    need(found and lines[0] == "morpion certificate 1", Damaged("it does not begin with `morpion certificate 1`"))
    fields = {key: [] for key in REPEATED + SINGLE}
    for line in lines[1:]:
        key, _, rest = line.partition(" ")
        fits = key in REPEATED or key in SINGLE and not fields[key]
        need(fits, Damaged(f"`{key}` has no meaning in a header, or is there twice"))
        fields[key].append(rest)
    need(fields["body"] and lines[-1].startswith("body "), Damaged("the header does not end with `body`"))
    length, _, checksum = fields["body"][0].partition(" ")
    before = "".join(line + "\n" for line in lines[:-1]).encode()
    fits = int(length) == len(packed) and int(checksum, 16) == zlib.crc32(before + packed)
    need(fits, Damaged("length or checksum are not those of the header"))
    return fields, Body(packed)

def check(path):
    """Checks a certificate about squares and lines. Returns the game, its value, and the nodes."""
    fields, body = read(path)
    one = lambda key: fields[key][0] if fields[key] else ""
    need(one("squares"), Damaged("this checker knows squares and lines only"))
    size, turn, first_only = int(one("squares")), PLAYERS.index(one("turn")), one("filled-by") == "first"
    lists = {key: [list(map(int, text.split())) for text in fields[key]] for key in ("line", "relabelling")}
    held = [list(map(int, one(player).split())) for player in PLAYERS]
    for found in lists["line"] + [held[0] + held[1]]:
        need(len(set(found)) == len(found) and all(0 <= at < size for at in found), Damaged("squares are wrong"))
    fits = all(sorted(map_) == list(range(size)) for map_ in lists["relabelling"])
    need(fits, Damaged("a relabelling is wrong"))
    own, lines = list(map(bits, held)), list(map(bits, lists["line"]))
    open_lines = [[line & ~own[at] for line in lines if not line & own[1 - at]] for at in (0, 1)]
    open_lines[1] = [] if first_only else open_lines[1]
    need(0 not in open_lines[0] + open_lines[1], False_("the game is over: a line is full"))
    proved = []
    for text in fields["proof"]:
        player, wins, *rest = text.split()
        player, wins = PLAYERS.index(player), {"wins": True, "fails": False}[wins]
        plies = int(rest[rest.index("in") + 1]) if "in" in rest else None
        need(not (wins and "weak" in rest), Damaged(f"`{text}` is no fact"))
        breaker = [] if "weak" in rest else open_lines[1 - player]
        sides = [open_lines[player], breaker] if wins else [breaker, open_lines[player]]
        moves = ANY if plies is None else (plies + (turn == player)) // 2
        Lines(body, size, lists["relabelling"]).node(Position(wins, (turn == player) == wins, moves, sides))
        proved.append((player, wins, plies))
    if first_only or [text.split() for text in fields["stealing"]] == [[PLAYERS[1 - turn], "fails"]] and all(
        any(own_line & line == own_line for own_line in open_lines[turn]) for line in open_lines[1 - turn]
    ):
        proved.append((1 if first_only else 1 - turn, False, None))
    need(body.at == len(body.bytes), False_("the proof goes on after its end"))
    need(body.nodes == int(one("nodes")), Damaged("the number of nodes is not that of the header"))
    value, _, plies = one("value").partition(" ")
    plies, winner = int(plies) if plies else None, turn if value == "win" else 1 - turn
    needed = {"draw": [(0, False, None), (1, False, None)]}.get(value, [(winner, True, plies)])
    if plies is not None:
        need(value != "draw" and plies > 0, False_("the plies do not fit"))
        needed.append((winner, False, plies - 1))
    need(value in ("win", "draw", "loss") and all(fact in proved for fact in needed), False_("it is not shown"))
    return one("game"), value if value == "draw" else f"win for the {PLAYERS[winner]} player", body.nodes

def main():
    worst = 0
    sys.setrecursionlimit(20000)
    for path in sys.argv[1:]:
        start = time.process_time()
        try:
            game, value, nodes = check(path)
            print(f"{path}: valid: {game} is a {value}; {nodes} nodes, {time.process_time() - start:.1f} s")
        except False_ as fault:
            worst = max(worst, 1)
            print(f"{path}: false: {fault}", file=sys.stderr)
        except (Damaged, OSError, ValueError, KeyError, IndexError) as fault:
            worst = 2
            print(f"{path}: not a certificate that can be read: {fault}", file=sys.stderr)
    sys.exit(worst if sys.argv[1:] else 2)

if __name__ == "__main__":
    main()
