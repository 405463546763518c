// The keys, and the card that shows them.

import { button, el } from "./dom.js";

const CARD = [
  [
    "Anywhere",
    [
      ["1 … 5", "Play, Explore, Check, Diagram, Games"],
      ["?", "these keys"],
      ["Escape", "close, or forget a half-made move"],
    ],
  ],
  [
    "Play",
    [
      ["arrows", "walk over the board"],
      ["Enter, Space", "pick a square"],
      ["v", "values on and off"],
      ["u, Backspace", "take back"],
      ["r", "redo"],
      ["[ and ]", "one position back, one forward"],
      ["Home, End", "first, last position"],
      ["n", "new game"],
      ["m", "let the computer move"],
      ["b", "put the focus on the board"],
      ["Delete", "on a move in the list: take the branch away"],
    ],
  ],
  [
    "Explore, Diagram",
    [
      ["arrows", "walk along layers and edges"],
      ["Enter", "go to that position"],
      ["+ − 0", "zoom the diagram"],
    ],
  ],
];

/** Returns the dialog with all keys. */
function card() {
  const rows = CARD.map(([title, keys]) =>
    el(
      "section",
      {},
      el("h3", {}, title),
      el(
        "dl",
        {},
        keys.map(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)]),
      ),
    ),
  );
  const dialog = el(
    "dialog",
    { class: "keys", "aria-label": "Keys" },
    el("h2", {}, "Keys"),
    el("div", { class: "key-columns" }, rows),
    button("Close", () => dialog.close(), { class: "primary" }),
  );
  return dialog;
}

/** Listens for keys. `views` are the views by name. */
export function listenForKeys(app, views, names) {
  const dialog = card();
  document.body.append(dialog);
  const play = views.play;
  const inPlay = {
    v: () => play.toggleValues(),
    u: () => play.back(),
    Backspace: () => play.back(),
    r: () => play.redo(),
    n: () => play.restart(),
    m: () => play.opponent.move(),
    b: () => play.focus(),
    Home: () => play.first(),
    End: () => play.last(),
    Escape: () => play.cancel(),
    "[": () => app.step((node) => node.parent),
    "]": () => app.step((node) => node.next),
  };
  const inExplore = { u: () => views.explore.back(), Backspace: () => views.explore.back() };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("input, textarea, select") && event.key !== "Escape") return;
    const act = actionFor(event.key, { app, dialog, names, inPlay, inExplore });
    if (!act) return;
    event.preventDefault();
    act();
  });
  return dialog;
}

function actionFor(key, { app, dialog, names, inPlay, inExplore }) {
  if (key === "?") return () => dialog.showModal();
  const view = names[Number(key) - 1];
  if (view) return () => app.show(view);
  if (app.view === "play") return inPlay[key];
  return app.view === "explore" ? inExplore[key] : null;
}
