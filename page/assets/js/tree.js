// The moves that were played, with all branches: a tree whose root is the start of the game.

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
    this.next = child;
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

/** Returns the node after these moves, making what is not there. */
export function follow(root, moves) {
  return moves.reduce((node, move) => node.child(move), root);
}
