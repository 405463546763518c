// The legal moves as a list of buttons, the best first once their values are known.

import { button, counted, el, replace } from "./dom.js";
import { byMove, rank, short, tone, words } from "./values.js";

const MOST = 400;

export class MoveList {
  constructor(play) {
    this.play = play;
    this.element = el("div", { class: "move-list" });
  }

  draw(position, values, playable) {
    const known = byMove(values);
    const all = position.legal.map(({ move }) => ({ move, value: known.get(move) }));
    if (known.size > 0) all.sort((one, other) => rank(other.value) - rank(one.value));
    const items = all
      .slice(0, MOST)
      .map(({ move, value }) => el("li", {}, this.#item(move, value, values !== null, playable)));
    const total = position.legal_total ?? all.length;
    const more =
      total > items.length
        ? el("p", { class: "note" }, `${counted(total, "move")}; the first ${items.length} are shown.`)
        : null;
    const none = all.length === 0 ? el("p", { class: "note" }, "No moves: the game is over.") : null;
    replace(this.element, el("ul", {}, items), more, none);
  }

  #item(move, value, shown, playable) {
    const props = { disabled: !playable, class: "move" };
    if (!shown) return button(move, () => this.play(move), props);
    const item = button(move, () => this.play(move), { ...props, "aria-label": `${move}, ${words(value)}` });
    item.append(el("span", { class: `chip tone-${tone(value)}` }, short(value)));
    return item;
  }
}
