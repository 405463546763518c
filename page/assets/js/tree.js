// The moves that were played, with all branches: a tree whose root is the start of the game.

import { formatMoves, parseMoves, whole } from "./address.js";

export class Node {
  constructor(move, parent) {
    this.move = move;
    this.parent = parent;
    this.children = [];
    /** The child that goes on the line on which one was last. */
    this.next = null;
    /** What the program said about the position, once it did. */
    this.position = null;
    /** The values of its moves, as far as they are known. */
    this.values = null;
  }

  /** Returns the number of moves from the start. */
  get ply() {
    return this.parent ? this.parent.ply + 1 : 0;
  }

  /** Returns the moves from the start. */
  get moves() {
    return this.parent ? [...this.parent.moves, this.move] : [];
  }

  /** Returns the child for a move; makes it if this is a new branch. */
  child(move) {
    let child = this.children.find((one) => one.move === move);
    if (!child) {
      child = new Node(move, this);
      this.children.push(child);
    }
    return child;
  }

  /** Returns the last node of the line that goes on from here. */
  get tip() {
    let node = this;
    while (node.next) node = node.next;
    return node;
  }

  /** Makes the line to this node the one that redo follows. */
  select() {
    for (let node = this; node.parent; node = node.parent) node.parent.next = node;
  }

  /** Returns the nodes from the start to here. */
  get line() {
    return this.parent ? [...this.parent.line, this] : [this];
  }

  /** Takes the branch that begins here out of the tree. */
  remove() {
    const { parent } = this;
    parent.children = parent.children.filter((one) => one !== this);
    if (parent.next === this) parent.next = parent.children[0] ?? null;
  }
}

/** Returns the node after these moves, or null if nobody was there. */
export function find(root, moves) {
  return moves.reduce((node, move) => node?.children.find((one) => one.move === move) ?? null, root);
}

/** Returns the last nodes of all lines, in the order in which they are written. */
function tips(node) {
  return node.children.length === 0 ? [node] : node.children.flatMap(tips);
}

/** Returns how many moves two lines have in common at first. */
function common(one, other) {
  const differs = one.findIndex((move, ply) => move !== other[ply]);
  return differs < 0 ? one.length : differs;
}

/** Stands among the lines of an address for the one that the address itself goes along. */
const OWN = "-";

/**
 * Returns the lines other than the one that ends at `tip` as texts for an address, in their order. Each says how many
 * moves it has in common with the one before, and what comes then: `2.b1,c3`.
 */
export function writeBranches(root, tip) {
  const all = tips(root).filter((node) => node !== root);
  let before = tip.moves;
  return (all[0] === tip ? all.slice(1) : all).map((node) => {
    const { moves } = node;
    const same = common(moves, before);
    before = moves;
    return node === tip ? OWN : `${same}.${formatMoves(moves.slice(same))}`;
  });
}

/** Reads what `writeBranches` wrote for the line of these moves. Returns the moves of all lines, the main one first. */
export function readBranches(texts, moves) {
  let before = moves;
  const all = texts.map((text) => {
    const dot = text.indexOf(".");
    const same = dot < 0 ? 0 : whole(text.slice(0, dot), before.length);
    before = text === OWN ? moves : [...before.slice(0, same), ...parseMoves(text.slice(dot + 1))];
    return before;
  });
  return all.some((line) => common(moves, line) === moves.length) ? all : [moves, ...all];
}

/** Returns the node after these moves, making what is not there. */
export function follow(root, moves) {
  return moves.reduce((node, move) => node.child(move), root);
}
