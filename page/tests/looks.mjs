// How everything looks: every view on a desk, on a phone, light and dark, with the accessibility audit and a picture.

import { DESK, PHONE } from "./lib.mjs";

const PLACES = [
  ["3x3", "#play/mnk:3,3,3/a1?values=1", ".play[data-values=done]"],
  ["connect", "#play/connect:4,4,3/2,2,3?values=1", ".play[data-values=done]"],
  ["gomoku", "#play/mnk:15,15,5/h8,i9,h9,h10,g8", ".cell.taken"],
  ["cube", "#play/cube:3,3/b2b,a1a,c3c?values=1", ".play[data-values=done]"],
  ["ultimate", "#play/ultimate/e5,d4,b2,e4", ".cell.taken"],
  ["nim", "#play/nim:3,4,5?values=1", ".play[data-values=done]"],
  ["amazons", "#play/amazons:6,6", ".cell.taken"],
  ["hanoi", "#play/hanoi:4,3/a-b", ".piece"],
  ["coins", "#play/coins:10,1,2,5", ".text-board"],
  ["explore", "#explore/mnk:3,3,3/a1,b2,c3?values=1", ".explore[data-state=done]"],
  ["check", "#check/mnk:3,3,3?claim=always|not+(winner+%3D+x)&claim=eventually|over", ".holds"],
  ["diagram", "#diagram/mnk:3,3,3/a1,b2?subject=3", ".diagram[data-state=done]"],
  ["games", "#games", ".game"],
];

/** How the page is looked at. How it looks does not depend on who answers, so two of these do for static files. */
const SHOWN = [
  ["desk", { viewport: DESK }],
  ["desk-dark", { viewport: DESK, colorScheme: "dark" }, "server"],
  ["phone", { viewport: PHONE, hasTouch: true }, "server"],
  ["phone-dark", { viewport: PHONE, hasTouch: true, colorScheme: "dark" }],
];

export const looks = SHOWN.flatMap(([where, context, home]) =>
  PLACES.map(([name, place, ready]) => ({
    name: `look: ${name} on ${where}`,
    context,
    home,
    run: async (visit) => {
      await visit.go(place);
      await visit.page.waitForSelector(ready);
      await visit.picture(`${name}-${where}`);
      await visit.audit();
    },
  })),
);
