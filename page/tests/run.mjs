// Drives the page in a real browser.
//
//   node run.mjs URL [--static] [--morpion PATH] [--pictures FOLDER] [--only WORD]
//
// URL is where the page is, --static says that it has no server. The last line is `N passed, N failed`.

import { parseArgs } from "node:util";
import { PATIENCE, Visit, launch } from "./lib.mjs";
import { boards } from "./boards.mjs";
import { looks } from "./looks.mjs";
import { play } from "./play.mjs";
import { views } from "./views.mjs";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    static: { type: "boolean", default: false },
    morpion: { type: "string", default: "morpion" },
    pictures: { type: "string" },
    only: { type: "string", default: "" },
  },
});
if (positionals.length !== 1) {
  console.error("usage: node run.mjs URL [--static] [--morpion PATH] [--pictures FOLDER] [--only WORD]");
  process.exit(2);
}

const settings = {
  url: positionals[0],
  isStatic: options.static,
  morpion: options.morpion,
  pictures: options.pictures,
};
const here = options.static ? "static" : "server";
const tests = [...play, ...boards, ...views, ...looks].filter(
  ({ name, home = here }) => home === here && name.includes(options.only),
);

/** Fails if a test does not end: every step of it has a limit, but their number has none. */
async function inTime(test) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("the test does not end")), 10 * PATIENCE);
  });
  await Promise.race([test, late]).finally(() => clearTimeout(timer));
}

const browser = await launch();
let [passed, failed] = [0, 0];
for (const { name, run, context } of tests) {
  const visit = await Visit.open(browser, settings, context);
  const begin = performance.now();
  const seconds = () => `${((performance.now() - begin) / 1000).toFixed(1).padStart(6)} s`;
  try {
    await inTime(run(visit, browser));
    await visit.settle();
    passed += 1;
    console.log(`ok     ${seconds()}  ${name}`);
  } catch (error) {
    failed += 1;
    await visit.picture(`failed ${name}`.replace(/[^a-z0-9]+/gi, "-")).catch(() => {});
    console.log(`FAILED ${seconds()}  ${name}\n  ${error.message}`);
    for (const problem of visit.problems) console.log(`  ${problem}`);
  }
  await visit.close();
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
