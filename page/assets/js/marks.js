// How a mark is drawn: a cross, a ring, a disc with its letter, or a block. The same for buttons, thumbnails and files.

/** Returns the shapes of a mark in a square of side 100, as `[tag, attributes]`; classes say what they are. */
export function shapes(mark, round) {
  const { text, role } = mark;
  if (role === "blocked") {
    return [
      ["rect", { x: 14, y: 14, width: 72, height: 72, rx: 10, class: "block" }],
      ["path", { d: "M32 32L68 68M68 32L32 68", class: "block-line" }],
    ];
  }
  const plain = text.toLowerCase();
  if (!round && plain === "x") return [["path", { d: "M24 24L76 76M76 24L24 76", class: `stroke ${role}` }]];
  if (!round && plain === "o") return [["circle", { cx: 50, cy: 50, r: 28, class: `stroke ${role}` }]];
  if (role === "neutral") return [label(text, "letter neutral", 46)];
  const disc = ["circle", { cx: 50, cy: 50, r: 38, class: `disc ${role}` }];
  if (round && plain === "x") return [disc, ["path", { d: "M38 38L62 62M62 38L38 62", class: `inner ${role}` }]];
  if (round && plain === "o") return [disc, ["circle", { cx: 50, cy: 50, r: 13, class: `inner ${role}` }]];
  disc[1].class += " lettered";
  return [disc, label(text, `letter on-${role}`, text.length > 2 ? 26 : 38)];
}

function label(text, kind, size) {
  return [
    "text",
    { x: 50, y: 50, class: kind, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central", text },
  ];
}

/** Returns the words for a mark. */
export function spoken(mark) {
  if (!mark) return "empty";
  return mark.role === "blocked" ? "blocked" : mark.text;
}
