// From what a person points at to moves: a move is made by one pick or by several, one after another.

/** Returns a text that is the same for the same pick. */
export function key(pick) {
  if (pick.cell) return `c${pick.cell[0]}.${pick.cell[1]}`;
  return "heap" in pick ? `h${pick.heap}` : `l${pick.label}`;
}

export class Choices {
  /** Takes the legal moves of a position. Those without picks can be chosen from a list only. */
  constructor(legal) {
    this.all = legal.filter((one) => one.picks.length > 0);
    this.keys = new Map(this.all.map((one) => [one, one.picks.map(key)]));
  }

  /** Returns the moves that begin with these picks. */
  among(picked) {
    return this.all.filter((one) => picked.every((pick, index) => this.keys.get(one)[index] === pick));
  }

  /** Returns what can be picked next: each key with its pick and the moves that go through it. */
  next(picked) {
    const found = new Map();
    for (const one of this.among(picked)) {
      if (one.picks.length <= picked.length) continue;
      const name = this.keys.get(one)[picked.length];
      if (!found.has(name)) found.set(name, { pick: one.picks[picked.length], moves: [] });
      found.get(name).moves.push(one.move);
    }
    return found;
  }

  /** Returns the move that these picks make, if no more is to be picked. */
  chosen(picked) {
    const one = this.among(picked).find((move) => move.picks.length === picked.length);
    return one ? one.move : null;
  }
}

/** Returns what a pick is called on this look. */
export function nameOf(look, pick) {
  if (pick.cell) return look.grids?.[pick.cell[0]]?.cells[pick.cell[1]]?.name ?? "";
  if ("heap" in pick) return look.heaps?.[pick.heap]?.name ?? "";
  return pick.label;
}
