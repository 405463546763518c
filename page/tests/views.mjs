// Explore, Check, Diagram, Games, the keys.

import { readFileSync } from "node:fs";
import { Visit, check, equal, program, until } from "./lib.mjs";

const TTT = "mnk:3,3,3";
const numberIn = (text) => text.replace(/\D/g, "");
const COUNTS = "section[aria-label='Positions by ply from the start of the game']";

/** Waits until the graph is drawn around a position at this ply. */
function here(page, ply) {
  return until(() => page.$eval(".node.is-here", (node) => Number(node.dataset.ply)), ply, "the ply of this position");
}

async function walkToAWin(visit) {
  const { page } = visit;
  await visit.go(`#explore/${TTT}/a1,a2?down=1`);
  for (const [index, move] of ["b1", "b2", "c1"].entries()) {
    await here(page, 2 + index);
    await page.waitForSelector(".explore[data-state=done]");
    await page.locator(`.node[data-ply="${3 + index}"][data-last="${move}"]`).click();
  }
  await here(page, 5);
  await visit.text(".here-board .status", "after c1: x wins");
  await page.waitForSelector(".explore[data-state=done]");
  await visit.picture("explore-won");
  await page.goBack();
  await visit.text(".here-board .status", /after b2/);
}

async function walkByKeys(visit) {
  const { page } = visit;
  await visit.go(`#explore/${TTT}/a1,a2,b1,b2?down=1`);
  await page.waitForSelector(".explore[data-state=done]");
  await page.locator(".node.is-here").focus();
  await page.keyboard.press("ArrowDown");
  const focus = (expected, what) =>
    until(() => page.evaluate(() => document.activeElement.dataset.ply ?? null), expected, what);
  await focus("5", "the focus goes down");
  // The graph is drawn anew for another width; whoever walks in it does not notice.
  const width = () => page.$eval(".graph", (graph) => graph.getAttribute("viewBox"));
  const before = await width();
  await page.setViewportSize({ width: 1000, height: 800 });
  await until(width, (now) => now !== before, "the graph for another width");
  await focus("5", "the focus stays");
  await page.keyboard.press("Enter");
  await here(page, 5);
  await page.waitForSelector(".explore[data-state=done]");
  await focus("5", "the focus goes along");
  // Back keeps the focus, so that it can be pressed again.
  await page.getByRole("button", { name: "Back", exact: true }).focus();
  for (const ply of [4, 3]) {
    await page.keyboard.press("Enter");
    await here(page, ply);
  }
  // Whoever has left the graph is not called back when it is drawn anew.
  const claim = page.getByLabel("Colour by a claim");
  await claim.fill("winner = x");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".node.tone-yes, .node.tone-no");
  await page.waitForSelector(".explore[data-state=done]");
  await until(() => claim.evaluate((input) => input === document.activeElement), true, "the focus is in the field");
}

async function colours(visit) {
  const { page } = visit;
  await visit.go(`#explore/${TTT}/a1,a2,b1,b2?down=1`);
  await page.waitForSelector(".explore[data-state=done]");
  const last = (selector) => () => page.$$eval(selector, (nodes) => nodes.map((node) => node.dataset.last));
  await until(last('.node[data-ply="5"].tone-win'), ["c1"], "the winning child");
  await page.getByLabel("Colour by a claim").fill("winner = x");
  await page.getByRole("button", { name: "Colour", exact: true }).click();
  await until(last(".node.tone-yes"), ["c1"], "where the claim holds");
  await visit.address(/claim=/, "the claim is in the address");
}

async function counts(visit) {
  const { page } = visit;
  const { by_ply: plies, positions } = program(visit.morpion, "count", TTT);
  await visit.go(`#explore/${TTT}`);
  for (const way of ["Count one by one", "Count symbolically"]) {
    await page.getByRole("button", { name: way }).click();
    await page.waitForSelector(`${COUNTS}[data-state=done]`);
    const expected = plies.map((count, ply) => `ply ${ply}: ${count}`).join(", ");
    const label = () => page.$eval(".counts svg", (chart) => chart.getAttribute("aria-label"));
    await until(label, `positions by ply: ${expected}`, way);
    await visit.text(`${COUNTS} .note`, (text) => numberIn(text).startsWith(positions));
  }
}

async function claims(visit) {
  const { page } = visit;
  await visit.go(`#check/${TTT}`);
  await page.getByLabel("this", { exact: true }).fill("not (winner = x)");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.waitForSelector(".check[data-state=done] .result");
  await visit.text(".verdict .chip", "✗ does not hold");
  const { explored } = program(visit.morpion, "check", TTT, "--always", "not (winner = x)");
  await visit.text(".result .note", (text) => numberIn(text) === explored);
  await visit.text(".walk .status", /Step 5 of 5.*x wins/);
  await visit.text(".holds .chip", "✗ false");
  await visit.picture("check");
  await page.getByRole("button", { name: "Step back" }).click();
  await visit.text(".walk .status", /Step 4 of 5/);
  await visit.text(".holds .chip", "✓ true");
  await page.locator(".step").first().click();
  await visit.text(".walk .status", /Step 0 of 5/);
}

/** Every kind of claim that has more than one part is decided as the command line does. */
async function allKinds(visit) {
  const { page } = visit;
  const kinds = [
    ["leads to", ["count(x) = 3", "winner = x"], ["--leads-to", "count(x) = 3", "winner = x"]],
    ["until", ["not over", "over"], ["--until", "not over", "over"]],
    ["path", ["winner = o"], ["--path", "winner = o"]],
    ["can force", ["winner = o or winner = draw"], ["--force", "o:winner = o or winner = draw"]],
  ];
  for (const [kind, parts, options] of kinds) {
    await visit.go(`#check/${TTT}`);
    await page.getByLabel("kind of claim").selectOption({ label: kind });
    if (kind === "can force") await page.getByLabel("player").selectOption({ label: "o" });
    await visit.count(".claim input", parts.length, `${kind}: fields`);
    for (const [number, part] of parts.entries()) await page.locator(".claim input").nth(number).fill(part);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.waitForSelector(".check[data-state=done] .result");
    const { claims } = program(visit.morpion, "check", TTT, ...options);
    const { holds, explored, path } = claims[0];
    await visit.text(".verdict .chip", holds ? "✓ holds" : "✗ does not hold");
    await visit.text(".result .note", (text) => numberIn(text) === explored);
    await visit.count(".step", path === null ? 0 : path.length + 1, `${kind}: the steps of the way`);
    // The address says the same.
    await page.reload();
    await page.waitForSelector(".check[data-state=done] .result");
    await visit.text(".verdict .chip", holds ? "✓ holds" : "✗ does not hold");
  }
}

/** A claim about a position that was drawn is not one about the empty board. */
async function drawnBoard(visit) {
  const { page } = visit;
  const claim = "from=here&claim=always|not+(winner+%3D+x)";
  await visit.go(`#check/${TTT}?board=xx.%0Aoo.%0A...&${claim}`);
  await visit.text(".walk .status", /Step 1 of 1.*x wins/);
  await visit.follow(`#check/${TTT}?${claim}`);
  await visit.text(".walk .status", /Step 5 of 5.*x wins/);
  await visit.follow(`#check/${TTT}?board=oo.%0Axx.%0A...&${claim}`);
  await visit.text(".walk .status", /Step 1 of 1, c2: x wins/);
  await page.getByLabel("Begin at").selectOption("start");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await visit.text(".walk .status", /Step 5 of 5.*x wins/);
  await page.getByLabel("Begin at").selectOption("here");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await visit.text(".walk .status", /Step 1 of 1, c2: x wins/);
  await page.getByRole("button", { name: "Open in Play" }).click();
  await visit.status("x wins");
  await visit.taken(5, "the drawn squares and the move");
}

/** Records what a note says from now on; returns a function that returns all of it. */
async function listen(page, selector) {
  await page.$eval(selector, (note) => {
    window.said = [];
    new MutationObserver(() => window.said.push(note.textContent)).observe(note, { childList: true });
  });
  return () => page.evaluate(() => window.said);
}

/** A run that another takes the place of says nothing any more. */
async function olderRuns(visit) {
  const { page } = visit;
  const large = "mnk:5,5,4";
  await visit.go(`#check/${large}?claim=always|over+or+not+over`);
  await page.waitForSelector(".check[data-state=working]");
  let said = await listen(page, ".check .note[role=status]");
  await page.getByLabel("this", { exact: true }).fill("not over or over");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await visit.follow(`#check/${TTT}?claim=always|not+(winner+%3D+x)`);
  await visit.text(".walk .status", /Step 5 of 5/);
  await page.waitForSelector(".check[data-state=done]");
  check(!(await said()).includes("stopped"), `the claims: ${await said()}`);
  await visit.go(`#explore/${large}?claim=over`);
  said = await listen(page, `${COUNTS} .note[role=status]`);
  const count = page.getByRole("button", { name: "Count one by one" });
  await count.click();
  await count.click();
  await visit.follow(`#explore/${TTT}?claim=over`);
  await visit.text("#game-name", TTT);
  await count.click();
  await page.waitForSelector(`${COUNTS}[data-state=done]`);
  check(!(await said()).includes("stopped"), `the counts: ${await said()}`);
}

async function oddLinks(visit) {
  const { page } = visit;
  for (const [round, shown] of [
    ["9999", "Round 9 of 9"],
    ["1e99", "Round 9 of 9"],
    ["-1", "Round 0 of 9"],
    ["2.5", "Round 2 of 9"],
  ]) {
    await visit.go(`#diagram/${TTT}?round=${round}`);
    await page.waitForSelector(".diagram[data-state=done]");
    await visit.text(".rounds .field", new RegExp(shown));
  }
  await visit.go(`#check/${TTT}?claim=constructor|over`);
  await visit.count(".claim", 1, "an empty claim in place of an unknown kind");
}

async function completion(visit) {
  const { page } = visit;
  visit.expected = /status of 4\d\d/;
  await visit.go(`#check/${TTT}`);
  const input = page.getByLabel("this", { exact: true });
  await input.pressSequentially("win");
  await page.waitForSelector(".completions [role=option]");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await until(() => input.inputValue(), /^winner/, "the name is completed");
  await input.fill("winer = x");
  await page.keyboard.press("Enter");
  await visit.text(".place mark", "winer");
  await visit.text(".place pre", "winer = x\n^^^^^");
}

async function lasso(visit) {
  await visit.go("#check/hanoi:2,3?claim=eventually|over");
  await visit.page.waitForSelector(".check[data-state=done] .result");
  await visit.text(".verdict .chip", "✗ does not hold");
  await visit.text(".loop .note", /Loop: .*for ever/);
}

async function diagram(visit) {
  const { page } = visit;
  const { nodes, states } = program(visit.morpion, "reach", "3");
  await visit.go(`#diagram/${TTT}?subject=3`);
  await page.waitForSelector(".diagram[data-state=done]");
  const facts = (texts) => numberIn(texts[0]) === states && numberIn(texts[1]) === String(nodes);
  await visit.texts(".facts-list dd", facts, `${states} states and ${nodes} nodes`);
  await visit.count(".dd-node", nodes + 1, "the nodes that are drawn, and the end");
  await visit.picture("diagram-3x3");
  await page.locator(".dd-node").first().focus();
  await visit.text(".node-facts", /words pass through/);
  await page.keyboard.press("ArrowDown");
  await visit.text(".node-facts", /words pass through/);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.waitForSelector(".dd");
  await page.getByRole("slider").focus();
  await page.keyboard.press("Home");
  await visit.text(".facts-list dd", "1");
  await page.getByRole("button", { name: "Next round" }).click();
  await visit.text(".facts-list dd", (states) => Number(states) > 1);
  await visit.address(/round=1/, "the round is in the address");
}

async function path(visit) {
  const { page } = visit;
  await visit.go(`#diagram/${TTT}/a1,b2`);
  await page.waitForSelector(".diagram[data-state=done]");
  await visit.count(".dd-node.on-path", (nodes) => nodes > 3, "the path of the position is marked");
}

/** Where there is no diagram, none is shown, and not the one before. */
async function noDiagram(visit) {
  const { page } = visit;
  await visit.go(`#diagram/${TTT}`);
  await page.waitForSelector(".diagram[data-state=done] .dd-node");
  await visit.follow("#diagram/amazons:6,6");
  await visit.text(".diagram .error-text", /no symbolic form/);
  await page.waitForSelector(".dd-node", { state: "hidden" });
  await visit.picture("no-diagram");
  await visit.audit();
  await visit.follow(`#diagram/${TTT}`);
  await page.waitForSelector(".diagram[data-state=done] .dd-node");
}

async function games(visit) {
  const { page } = visit;
  visit.expected = /status of 4\d\d/;
  await visit.go("#games");
  await visit.count(".game", (games) => games >= 8, "games");
  const form = page.locator(".game").first();
  const width = form.locator("input[type=number]").first();
  await width.fill("0");
  await form.getByRole("button", { name: "Play" }).click();
  await until(() => width.evaluate((input) => input.validity.valid), false, "whether 0 columns are accepted");
  await width.fill("4");
  await form.getByRole("button", { name: "Play" }).click();
  await visit.count(".cell", 12);
  await visit.address(/mnk:4,3,3/, "the game is in the address");
}

const RULES = new URL("../../rules/games/", import.meta.url);

/** Drops a file on the page, as a hand would. */
async function drop(page, name, text) {
  const data = await page.evaluateHandle(
    ([file, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], file, { type: "" }));
      return transfer;
    },
    [name, text],
  );
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
}

/** A game from a file: every view works on it, also after the page was loaded again. */
async function ownGame(visit) {
  const { page } = visit;
  const text = readFileSync(new URL("tic-tac-toe.rbg", RULES), "utf8");
  await visit.go(`#play/${TTT}`);
  await drop(page, "my own game.rbg", text);
  await visit.address(/#play\/rbg:my-own-game\.rbg%23[0-9a-f]{8}/, "the game is in the address");
  await visit.text("#game-title", "my-own-game.rbg");
  await visit.open(9, "free squares");
  await visit.cell("b2").click();
  await page.waitForSelector('[data-cell="b2"].taken');
  await page.keyboard.press("v");
  await visit.values();
  await page.reload();
  await page.waitForSelector("body[data-ready=true]");
  await page.waitForSelector('[data-cell="b2"].taken');
  await page.keyboard.press("2");
  await page.waitForSelector(".explore[data-state=done]");
  await page.keyboard.press("4");
  await page.waitForSelector(".diagram[data-state=done] .dd-node");
  await page.keyboard.press("3");
  await page.waitForSelector("nav a[data-view=check][aria-current=page]");
  await visit.picture("own-game");
}

/** A net by the button, and the record of a game from a file. */
async function byButton(visit) {
  const { page } = visit;
  await visit.go("#games");
  const net = readFileSync(new URL("../examples/shop.pnml", RULES), "utf8");
  await page.locator(".game[aria-label=net] input[type=file]").setInputFiles({
    name: "shop.pnml",
    mimeType: "application/xml",
    buffer: Buffer.from(net),
  });
  await visit.text("#game-title", "shop.pnml");
  await page.waitForSelector(".play");
  const games = page.locator('.share input[type="file"]');
  await page.locator(".share summary").click();
  const rules = readFileSync(new URL("hex-3.rbg", RULES));
  await games.setInputFiles({ name: "hex-3.rbg", mimeType: "", buffer: rules });
  await visit.text("#game-title", "hex-3.rbg");
  await visit.open(9, "free cells of hex");
}

/** A mistake is shown in its line, can be mended there, and other files are still records. */
async function mistakes(visit) {
  const { page } = visit;
  visit.expected = /status of 4\d\d/;
  const text = readFileSync(new URL("tic-tac-toe.rbg", RULES), "utf8");
  const wrong = text.replace("{free}", "{fre}");
  const line = wrong.slice(0, wrong.indexOf("{fre}")).split("\n").length;
  await visit.go(`#play/${TTT}`);
  await drop(page, "wrong.rbg", wrong);
  await page.waitForSelector("dialog.mistake[open]");
  await visit.text(".mistake .error-text", new RegExp(`^wrong\\.rbg: line ${line}, column \\d+: nothing is called .fre.`));
  await visit.text(".mistake mark", "fre");
  const lines = async () => (await page.$eval(".mistake pre", (pre) => pre.textContent)).split("\n");
  const shown = await lines();
  const marked = shown.findIndex((one) => one.includes("{fre}"));
  equal(shown[marked + 1].indexOf("^^^"), shown[marked].indexOf("fre"), "the caret is under the mistake");
  check(shown[marked].startsWith(`${line} | `), "the line has its number");
  await visit.audit();
  await visit.picture("mistake");
  const chosen = await page.$eval(".mistake textarea", (area) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  );
  equal(chosen, "fre", "the selection");
  await page.keyboard.type("free");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.waitForSelector("dialog.mistake:not([open])", { state: "attached" });
  await visit.text("#game-title", "wrong.rbg");
  await visit.open(9, "free squares");
  // Where the text is not known, the page says what to do.
  await visit.follow("#play/rbg:elsewhere.rbg%230a1b2c3d");
  await visit.message(/This browser does not have elsewhere\.rbg/);
  await drop(page, "moves.txt", "b2 a1");
  await visit.taken(2);
}

async function keys(visit) {
  const { page } = visit;
  await visit.go(`#play/${TTT}`);
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  await visit.audit();
  await visit.picture("keys");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog:not([open])", { state: "attached" });
  for (const [key, view] of [
    ["2", "explore"],
    ["3", "check"],
    ["4", "diagram"],
    ["5", "games"],
    ["1", "play"],
  ]) {
    await page.keyboard.press(key);
    await page.waitForSelector(`nav a[data-view=${view}][aria-current=page]`);
  }
}

async function viewLinks(visit, browser) {
  const places = [
    `#explore/${TTT}/a1,a2,b1?down=1&claim=winner+%3D+x`,
    `#check/${TTT}?claim=always|not+(winner+%3D+x)`,
    `#diagram/${TTT}?subject=3&round=4`,
  ];
  for (const place of places) {
    await visit.go(place);
    const done = "#stage > [data-state=done]";
    await visit.page.waitForSelector(done);
    const other = await Visit.open(browser, visit);
    try {
      await other.page.goto(await visit.page.evaluate(() => window.location.href));
      await other.page.waitForSelector(done);
      const text = (one) => one.page.$eval("#stage", (stage) => stage.textContent.replace(/Step.*/, ""));
      await until(() => text(other), await text(visit), place);
      await other.settle();
    } finally {
      await other.close();
    }
  }
}

export const views = [
  { name: "Explore reaches a won position in three clicks", run: walkToAWin },
  { name: "Explore by keys", run: walkByKeys },
  { name: "Explore coloured by value and by a claim", run: colours },
  { name: "counts by ply, one by one and symbolically", run: counts },
  { name: "a claim with its counter-example", run: claims },
  { name: "claims of all kinds", run: allKinds },
  { name: "a claim about a drawn board", run: drawnBoard },
  { name: "a run that was replaced says nothing", run: olderRuns },
  { name: "links to rounds and claims that are not there do no harm", run: oddLinks },
  { name: "names are completed, errors stand under their place", run: completion },
  { name: "a lasso is shown as a loop", run: lasso },
  { name: "the 3x3 diagram has the nodes that reach prints", run: diagram },
  { name: "the diagram follows a position", run: path },
  { name: "a game without a diagram", run: noDiagram },
  { name: "games: the form accepts what the registry allows", run: games },
  { name: "own game: dropped on the page, in every view", run: ownGame },
  { name: "own game: opened by the button", run: byButton },
  { name: "own game: a mistake is shown in its line and mended", run: mistakes },
  { name: "the keys", run: keys },
  { name: "links to views opened in a fresh browser", run: viewLinks },
];
