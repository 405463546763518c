#!/usr/bin/env python3
"""Checks certificates of the values of games, as `morpion-verify` does, by the standard library alone.

Usage: morpion_verify.py FILE...    Exit code: 0 if all are valid, 1 if one is false, 2 if one cannot be read.

It is written from the description of the format in the book. Sets of squares are numbers: a bit for each square.
"""

import re, sys, time, zlib
from collections import Counter
from functools import reduce
from itertools import combinations, product

KEEP, KNOWN, KNOWN_LAST, POTENTIAL, PAIRS, TWINS, MOVE = range(7)
ANY, FULL = 1 << 32, 1 << 40
PLAYERS = ["first", "second"]
ORDER = ["morpion", "game", "value", "reasons", "nodes", "squares", "filled-by", "turn", *PLAYERS, "line", "relabelling"]

class Damaged(Exception): """It cannot be read."""
class False_(Exception): """It does not prove what it claims."""

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
    return reduce(int.__or__, lines, 0)

def least(lines):
    """Sorts lines, the shortest first, and drops those that hold all of another."""
    words = lambda line: [line >> 64 * at & (1 << 64) - 1 for at in range(16)]
    kept = []
    for line in sorted(lines, key=lambda line: (line.bit_count(), words(line))):
        if not any(shorter & line == shorter for shorter in kept):
            kept.append(line)
    return kept

class Position:
    """What is left: the winner's and the loser's open lines, each as the squares it lacks."""

    def __init__(self, maker_wins, winner_moves, moves, lines):
        self.maker_wins, self.winner_moves, self.moves = maker_wins, winner_moves, moves
        self.winner, self.loser = [least(side) for side in lines]
        maker = self.winner if maker_wins else self.loser
        self.dropped = 0 if maker_wins else union(line for line in maker if line.bit_count() > moves)
        maker[:] = [line for line in maker if line.bit_count() <= moves]

    def after(self, square):
        own, other = (self.winner, self.loser) if self.winner_moves else (self.loser, self.winner)
        own = [line & ~(1 << square) for line in own]
        other = [line for line in other if not line >> square & 1]
        moves = self.moves - (self.winner_moves == self.maker_wins and self.moves != ANY)
        lines = [own, other] if self.winner_moves else [other, own]
        return Position(self.maker_wins, not self.winner_moves, moves, lines)

    def guarded(self, zone, need_):
        lacks = lambda line: (line & zone).bit_count() < need_
        uses = Counter(square for line in self.loser if lacks(line) for square in squares(line))
        for line in self.loser:
            while lacks(line):
                zone |= 1 << max(squares(line & ~zone), key=lambda square: (uses[square], square))
        return zone

    def order(self):
        """Returns all squares, the heaviest first."""
        weights, beside = Counter(), Counter()
        weight = lambda line: FULL >> min(line.bit_count(), 40)
        for line in self.winner + self.loser:
            weights.update(dict.fromkeys(squares(line), weight(line)))
        for line in self.winner if self.maker_wins else self.loser:
            near = sum(weights[square] >> 22 for square in squares(line)) * (weight(line) >> 22)
            beside.update(dict.fromkeys(squares(line), near))
        return sorted(weights, key=lambda square: (weights[square], beside[square], square), reverse=True)

    def dominated(self, square, other):
        """Whether every line through the one passes through the other, too."""
        return all(line >> other & 1 for line in self.winner + self.loser if line >> square & 1)

    def twins(self):
        pairs = combinations(squares(union(self.winner + self.loser)), 2)
        return next((bits(pair) for pair in pairs if self.dominated(*pair) and self.dominated(*pair[::-1])), 0)

    def weights(self, zone):
        """Returns the weight of each square, and whether the breaker holds."""
        weights, total = Counter(), 0
        for line in self.loser:
            weight = FULL >> min((line & zone).bit_count(), 40)
            total += weight
            for square in squares(line & zone):
                weights[square] += weight
        return weights, total + (0 if self.winner_moves else max(weights.values(), default=0)) < FULL

    def by_potential(self):
        zone = union(self.loser)
        weights, _ = self.weights(zone)
        for square in sorted(squares(zone), key=lambda square: (weights[square], square)):
            if self.weights(zone & ~(1 << square))[1]:
                zone &= ~(1 << square)
        return zone if self.weights(zone)[1] else None

class Proof:
    """Walks through a proof about squares and lines. Each node yields its zone."""

    def __init__(self, unpacked, maps):
        self.bytes, self.maps, self.at, self.nodes = unpacked, maps, 0, 0
        self.kept, self.begun = {}, 0

    def number(self):
        result = 0
        for shift in range(0, 28, 7):
            need(self.at < len(self.bytes), self.wrong("the proof ends here"))
            byte, self.at = self.bytes[self.at], self.at + 1
            result |= (byte & 127) << shift
            if byte < 128:
                return result
        raise self.wrong("a number is too large")

    def wrong(self, what):
        return False_(f"node {self.nodes}: {what}")

    def node(self, at, spare=0):
        self.nodes += 1
        zone = self.by_itself(at)
        if zone is not None:
            return zone
        what, kept = self.number(), None
        if what == KEEP:
            self.begun = kept = self.begun + 1
            what = self.number()
        if what in (KNOWN, KNOWN_LAST):
            zone = self.known(at, what == KNOWN_LAST)
        elif what in (POTENTIAL, PAIRS, TWINS):
            need(not at.maker_wins, self.wrong("this does not make a line"))
            zone = at.by_potential() if what == POTENTIAL else (self.pairs if what == PAIRS else self.twins)(at, spare)
            need(zone is not None, self.wrong("the potential is too high"))
        elif at.winner_moves and what >= MOVE:
            order = at.order()
            need(what - MOVE < len(order), self.wrong("there is no such move"))
            zone = self.play(at, order[what - MOVE], spare)
        else:
            need(what == MOVE, self.wrong(f"no node begins with {what} here"))
            zone = self.replies(at)
        if kept:
            self.kept[kept] = at, zone
        return zone

    def play(self, at, square, spare=0):
        after = at.after(square)
        zone = self.node(after, spare) | after.dropped
        return zone | 1 << square if at.winner_moves else zone

    def by_itself(self, at):
        if not at.maker_wins and not at.loser:
            return 0
        need(not at.maker_wins or at.winner, self.wrong("no line is left to the winner"))
        wins, threats = [union(line for line in side if line.bit_count() < 2) for side in (at.winner, at.loser)]
        first = lambda set_: next(squares(set_))
        if at.winner_moves and wins:
            return at.guarded(1 << first(wins), 1)
        if at.winner_moves and threats:
            need(threats.bit_count() == 1, self.wrong("the loser has two lines to fill"))
            return self.play(at, first(threats))
        need(not threats, self.wrong("the loser can fill a line"))
        if wins.bit_count() > 1:
            return at.guarded(wins, 2)
        return at.guarded(self.play(at, first(wins)) | wins, 2) if wins else None

    def replies(self, at):
        left, zone = union(at.winner + at.loser), 0
        for square in at.order():
            if left >> square & 1:
                refuted = self.play(at, square, left)
                zone |= refuted
                left &= refuted & ~(1 << square)
                worse = bits(other for other in squares(left) if at.dominated(other, square))
                left, zone = left & ~worse, zone | (1 << square if worse else 0)
        return zone

    def pairs(self, at, spare):
        taken, lines, named = 0, at.loser, self.number()
        while lines:
            pair = self.choice(lines, taken, spare, self.number() if named > 0 else 0)
            taken, named = taken | pair, named - 1
            lines = [line for line in lines if line & pair != pair]
        return taken

    def twins(self, at, spare):
        rest, taken = Position(False, at.winner_moves, at.moves, [[], at.loser]), 0
        while pair := rest.twins():
            taken |= pair
            rest.loser = [line for line in rest.loser if line & pair != pair]
        need(taken, self.wrong("no two squares are on the same lines"))
        return self.node(rest, spare) | taken

    def choice(self, lines, taken, spare, place):
        line = min((line & ~taken for line in lines), key=int.bit_count)
        def rank(pair):
            on = [(line & pair).bit_count() for line in lines]
            return sum(on) - 64 * on.count(2) + 8 * (pair & spare).bit_count()
        choices = sorted(map(bits, combinations(squares(line), 2)), key=rank)
        need(place < len(choices), self.wrong("there is no such pair"))
        return choices[place]

    def known(self, at, last):
        slot, number = self.begun - self.number(), self.number()
        need(slot in self.kept, self.wrong("nothing is kept there"))
        need(number < len(self.maps), self.wrong("there is no such relabelling"))
        (known, zone), map_ = self.kept[slot], self.maps[number]
        rename = lambda line: bits(map_[square] for square in squares(line))
        same = [sorted(map(rename, lines)) for lines in (known.winner, known.loser)]
        fits = same == [sorted(at.winner), sorted(at.loser)]
        fits = fits and (known.maker_wins, known.winner_moves, known.moves) == (at.maker_wins, at.winner_moves, at.moves)
        need(fits, self.wrong("the position is not one that is proved"))
        if last:
            del self.kept[slot]
        return rename(zone)

def read(path):
    """Returns the lines of the header by their words, and the packed proof."""
    content = open(path, "rb").read()
    need(content.startswith(b"morpion certificate 3\n"), Damaged("it does not begin with `morpion certificate 3`"))
    need(content[-4:] == zlib.crc32(content[:-4]).to_bytes(4, "little"), Damaged("its checksum does not match"))
    head, end, packed = content[:-4].partition(b"\n\n")
    header, places, text = {}, [], head.decode()
    is_text = all(letter == "\n" or letter.isprintable() for letter in text)
    need(end and is_text, Damaged("the header is not text that ends with an empty line"))
    for key, _, rest in (line.partition(" ") for line in text.split("\n")):
        header.setdefault(key, []).append(rest)
        places += [ORDER.index(key)] if key in ORDER else []
    need(places == sorted(places), Damaged("the lines of the header are not in their order"))
    return header, packed

def numbers(text, limit):
    found = list(map(int, text.split()))
    need(len(set(found)) == len(found) and all(0 <= at < limit for at in found), Damaged(f"`{text}` is wrong"))
    return found

def named(name, size):
    """Returns the squares, the lines, and who fills them, of `mnk` and `torus`; None if the name is of neither."""
    family, _, words = name.partition(":")
    sizes, variant, lines = words.split(",")[:3], words.split(",")[3:], set()
    if family not in ("mnk", "torus", "connect", "nim"):
        return None
    fits = family in ("mnk", "torus") and variant in ([], ["normal"], ["weak"]) and len(sizes) == 3
    fits = fits and all(word.isascii() and word.isdigit() and 0 < int(word) <= 1024 for word in sizes)
    fits = fits and int(sizes[0]) * int(sizes[1]) == size
    need(fits, False_(f"these are not the squares of {name}"))
    w, h, k = map(int, sizes)
    for square, (di, dj) in product(range(w * h), [(1, 0), (0, 1), (1, 1), (1, -1)]):
        row = [(square // h + n * di, square % h + n * dj) for n in range(k)]
        row = [(a % w, b % h) for a, b in row if family == "torus" or 0 <= a < w and 0 <= b < h]
        lines.add(bits(a * h + b for a, b in row) if len(set(row)) == k else 0)
    return w * h, lines - {0}, variant == ["weak"]

def check(path):
    """Checks a certificate about squares and lines. Returns the position, its value, and the nodes."""
    header, packed = read(path)
    def one(key):
        found = header.pop(key, [])
        need(len(found) == 1, Damaged(f"the header does not say `{key}` once"))
        return found[0]
    _, name, value, reasons, nodes = map(one, ["morpion", "game", "value", "reasons", "nodes"])
    need(re.fullmatch("[a-z0-9-]+(:.*)?", name), Damaged(f"`{name}` is not the name of a game"))
    need("squares" in header, Damaged("this checker knows squares and lines only"))
    size, by, turn = min(int(one("squares")), 1025), one("filled-by"), one("turn")
    need(by in ("either", "first") and turn in PLAYERS and size <= 1024, Damaged("`squares`, `filled-by` or `turn`"))
    turn, held = PLAYERS.index(turn), [numbers(one(player), size) for player in PLAYERS]
    lines = [bits(numbers(text, size)) for text in header.pop("line", [])]
    maps = [list(range(size))] + [numbers(text, size) for text in header.pop("relabelling", [])]
    need(not header, Damaged(f"{list(header)} has no meaning in this header"))
    own, fits = list(map(bits, held)), all(len(map_) == size for map_ in maps)
    need(fits and not own[0] & own[1], Damaged("squares are missing or double"))
    known = named(name, size)
    need(known in (None, (size, set(lines), by == "first")), False_(f"these are not the lines of {name}"))
    opened = [[line & ~own[at] for line in lines if not line & own[1 - at]] for at in (0, 1)]
    opened[1] = [] if by == "first" else opened[1]
    need(0 not in opened[0] + opened[1], False_("the game is over: a line is full"))
    word, _, plies = value.partition(" ")
    winner, words = turn if word == "win" else 1 - turn, value
    need(word in ("win", "loss") or value == "draw", Damaged(f"`{value}` is no value"))
    facts = [(0, False, None), (1, False, None)]
    if value != "draw":
        plies = int(plies) if plies else None
        need(plies is None or plies > 0, Damaged("the plies do not fit"))
        facts = [(winner, True, plies)] + ([(winner, False, plies - 1)] if plies else [])
        words = f"win for the {PLAYERS[winner]} player" + (f" in {plies} plies" if plies else "")
    need(len(reasons.split()) == len(facts), False_("the reasons are not those of the value"))
    decoder = zlib.decompressobj(-15)
    proof = Proof(decoder.decompress(packed) + decoder.flush(), maps)
    need(decoder.eof and not decoder.unused_data, False_("the proof is cut, or goes on after its end"))
    for (player, wins, plies), reason in zip(facts, reasons.split()):
        steals = player != turn and all(any(a & b == a for a in opened[turn]) for b in opened[player])
        if not wins and (reason == "stealing" and steals or reason == "rules" and by == "first" and player == 1):
            continue
        need(reason == "proof" or reason == "weak" and not wins, False_(f"`{reason}` does not show it"))
        sides = [opened[player], [] if reason == "weak" else opened[1 - player]]
        moves = ANY if plies is None else (plies + (turn == player)) // 2
        proof.kept, proof.begun, start = {}, 0, Position(wins, (turn == player) == wins, moves, sides if wins else sides[::-1])
        proof.node(start)
    need(proof.at == len(proof.bytes), False_("the proof goes on after its end"))
    need(proof.nodes == int(nodes), False_("the number of nodes is not that of the header"))
    seen = all(letter == " " or letter.isalnum() or "!" <= letter <= "~" and letter != "`" for letter in name)
    need(known or seen and len(name.encode()) <= 200, Damaged("the name of the game is too long, or has letters that cannot be seen"))
    who = "only the first player" if by == "first" else "either player"
    rule = f"{size} squares; {who} wins by filling one of {len(set(lines))} lines, as listed"
    at = f" with {held[0]} and {held[1]} held and the {PLAYERS[turn]} to move" if turn or own != [0, 0] else ""
    return (name if known else f"`{name}` ({rule})") + at, words, proof.nodes

def main():
    worst = 0
    sys.setrecursionlimit(20000)
    for path in sys.argv[1:]:
        start = time.process_time()
        try:
            game, value, nodes = check(path)
            print(f"{path}: valid: {game} is a {value}; {nodes} nodes, {time.process_time() - start:.1f} s")
        except (False_, zlib.error, Damaged, OSError, ValueError) as fault:
            code, why = (1, "false") if isinstance(fault, (False_, zlib.error)) else (2, "not a certificate that can be read")
            print(f"{path}: {why}: {fault}", file=sys.stderr)
            worst = max(worst, code)
    sys.exit(worst if sys.argv[1:] else 2)

if __name__ == "__main__":
    main()
