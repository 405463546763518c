// Play: games by clicks and by keys, branches, values, records, links.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Visit, check, equal, program, until } from "./lib.mjs";

const TTT = "mnk:3,3,3";

/** Plays a game against the perfect player: `choose` picks among the free squares. Returns how it ended. */
async function game(visit, choose, act) {
  for (let turn = 0; turn < 5; turn += 1) {
    // Where x is to move, nothing happens until x does.
    if (!/to move/.test(await visit.status(/x to move|wins|draw/))) break;
    const square = choose(await visit.free());
    await act(square);
    await visit.page.waitForSelector(`[data-cell="${square}"].taken`);
    await visit.status(/x to move|wins|draw/);
  }
  return visit.status(/wins|draw/);
}

const STYLES = [
  ["the first free square", (free) => free[0]],
  ["the last free square", (free) => free.at(-1)],
  ["the middle one", (free) => free[Math.floor(free.length / 2)]],
  ["corners first", (free) => free.find((name) => /[ac][13]/.test(name)) ?? free[0]],
];

async function byClicks(visit) {
  for (const [style, choose] of STYLES) {
    await visit.go(`#play/${TTT}?second=perfect`);
    const end = await game(visit, choose, (square) => visit.cell(square).click());
    check(/o wins|draw/.test(end), `${style}: the game ended with \`${end}\``);
  }
}

/** Presses a key that moves the focus; waits until it is somewhere else, and returns the name of the cell there. */
async function moveFocus(page, key) {
  await page.evaluate(() => {
    window.before = document.activeElement;
  });
  await page.keyboard.press(key);
  await until(() => page.evaluate(() => document.activeElement !== window.before), true, `${key} moves the focus`);
  return page.evaluate(() => document.activeElement.dataset.cell);
}

/** Walks to a square by arrows and picks it. */
async function pickByKeys(visit, square) {
  const { page } = visit;
  let here = await until(
    () => page.evaluate(() => document.activeElement.dataset.cell),
    (name) => name !== undefined,
    "the focus is on a square",
  );
  for (let step = 0; step < 6 && here !== square; step += 1) {
    const key =
      here[0] < square[0]
        ? "ArrowRight"
        : here[0] > square[0]
          ? "ArrowLeft"
          : here[1] < square[1]
            ? "ArrowUp"
            : "ArrowDown";
    here = await moveFocus(page, key);
  }
  equal(here, square, "the focus");
  await page.keyboard.press("Enter");
}

async function byKeys(visit) {
  const { page } = visit;
  await visit.go(`#play/${TTT}?second=perfect`);
  for (let tabs = 0; tabs < 20 && !(await moveFocus(page, "Tab")); tabs += 1);
  const end = await game(
    visit,
    (free) => free.at(-1),
    (square) => pickByKeys(visit, square),
  );
  check(/o wins|draw/.test(end), `the game ended with \`${end}\``);
  await page.keyboard.press("n");
  await visit.status("x to move");
  await visit.open(9, "free squares after n");
}

async function takeBack(visit) {
  const { page } = visit;
  await visit.go(`#play/${TTT}`);
  for (const square of ["a1", "b2", "c3"]) {
    await visit.cell(square).click();
    await page.waitForSelector(`[data-cell="${square}"].taken`);
  }
  await page.keyboard.press("u");
  await page.waitForSelector('[data-cell="c3"]:not(.taken)');
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForSelector('[data-cell="b2"]:not(.taken)');
  await visit.cell("b1").click();
  await page.waitForSelector('[data-cell="b1"].taken');
  await visit.texts(".tree .move", ["a1", "b2", "b1", "c3"], "the tree");
  await visit.texts(".variation .move", ["b1"], "the variation");
  await page.click(".tree .move >> text=c3");
  await page.waitForSelector('[data-cell="c3"].taken');
  await visit.cells(".cell.taken", ["c3", "b2", "a1"], "the main line came back");
  await page.goBack();
  await page.waitForSelector('[data-cell="b1"].taken');
  await page.goForward();
  await page.waitForSelector('[data-cell="c3"].taken');
  await page.keyboard.press("Home");
  await visit.taken(0);
  await page.keyboard.press("r");
  await page.waitForSelector('[data-cell="a1"].taken');
}

/** Keys that are pressed before the page could answer the first of them all count. */
async function quickKeys(visit) {
  const press = (...keys) =>
    visit.page.evaluate((all) => {
      for (const key of all) document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }, keys);
  // A link brings the last position only; those before it have to be asked for.
  await visit.go(`#play/${TTT}/a1,b2,c3,a2,b1`);
  await press("u", "u");
  await visit.taken(3);
  await press("u", "[", "u", "r");
  await visit.taken(1);
  await press("r", "]", "End", "u");
  await visit.taken(4);
  await press("u", "u", "Home");
  await visit.taken(0);
  await visit.address(`#play/${TTT}/a1,b2,c3,a2,b1?at=0`, "all moves are still there");
  // Against the computer a step goes past its move.
  await visit.go(`#play/${TTT}/a1,b2,c3,a2,c1,b1?second=level:1`);
  await press("u");
  await visit.taken(4);
  await press("u", "u");
  await visit.taken(0);
  await press("r");
  await visit.taken(2);
  await visit.status("x to move");
}

async function corner(visit) {
  await visit.go(`#play/${TTT}/a1`);
  await visit.page.keyboard.press("v");
  await visit.values();
  await visit.spoken("b2", "b2, empty, draw", "the centre");
  const others = ["a3", "b3", "c3", "a2", "c2", "b1", "c1"];
  await visit.cells(".cell.open:not([data-cell=b2])", others, "other replies");
  for (const name of others) await visit.spoken(name, `${name}, empty, loss in 6`);
  await visit.text("[data-cell=c3]", "−6");
  await visit.picture("values-3x3");
  await visit.page.keyboard.press("v");
  await visit.page.waitForSelector(".play[data-values=off]");
  await visit.spoken("b2", "b2, empty", "the centre without values");
}

/** Returns what is said about each move of a game in the list of its moves, once the engines are done. */
async function judged(visit, game, moves) {
  const { page } = visit;
  await visit.go(`#play/${game}/${moves.join(",")}?values=1`);
  // The server may think for four minutes; this is how it is started.
  await page.waitForSelector(".play[data-judged=true]", { timeout: 5 * 60_000 });
  await page.getByText("Legal moves").click();
  // The list is drawn after the click: the browser tells of an opened panel in a task of its own.
  const labels = () => page.$$eval(".move-list .move", (all) => all.map((move) => move.getAttribute("aria-label")));
  const said = await until(labels, (all) => all.length > 0, "the list of moves");
  return Object.fromEntries(said.map((label) => label.split(", ")));
}

/** What is known of Connect Four is what the command line says, and near the end of the game all is known. */
async function connectFour(visit) {
  for (const [moves, all] of [
    ["4444433552", true],
    ["44444", false],
  ]) {
    const { analysis } = program(visit.morpion, "analyze", "connect4", "--moves", moves);
    const shown = await judged(visit, "connect:7,6,4", [...moves]);
    equal(Object.keys(shown).sort(), analysis.map(({ move }) => move).sort(), `${moves}: the moves`);
    // A busy machine, or one without threads, may not see through all of the longer game before its time is up.
    const open = (text, value) => !all && (/unknown|or/.test(text) || text === value);
    for (const { move, value, plies } of analysis.filter((one) => !open(shown[one.move], one.value)))
      equal(shown[move], plies === null ? value : `${value} in ${plies}`, `${moves}: column ${move}`);
  }
  await visit.picture("values-connect");
}

const RECORD = "1. b2 b1 2. a1 c3 3. a3 c1 4. a2";

async function mistakes(visit) {
  const { page } = visit;
  await visit.go(`#play/${TTT}?values=1`);
  await page.getByText("Share and open").click();
  await page.getByLabel("A record or a list of moves").fill(RECORD);
  await page.getByRole("button", { name: "Open it" }).click();
  await visit.status("x wins");
  await visit.values();
  await until(
    () => page.$$eval(".history .mistake", (points) => points.map((point) => point.getAttribute("aria-label"))),
    (marked) => marked.some((name) => /^move 2, b1, x wins.*threw away a draw/.test(name)),
    "b1 is marked",
  );
  await visit.picture("history");
  await page.locator('.history [data-ply="1"]').click();
  await visit.status("o to move");
  await visit.taken(1, "the click goes to the position");
}

async function links(visit, browser) {
  const { page } = visit;
  await visit.go(`#play/${TTT}/a1,b2,c3?at=2&values=1`);
  await visit.values();
  await page.getByText("Share and open").click();
  const copied = (expected, what) => until(() => page.evaluate(() => navigator.clipboard.readText()), expected, what);
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = await copied(`${visit.url}#play/${TTT}/a1,b2,c3?at=2&values=1`, "the link");
  const names = (one) => one.page.$$eval(".cell", (cells) => cells.map((cell) => cell.getAttribute("aria-label")));
  const other = await Visit.open(browser, visit);
  try {
    await other.page.goto(link);
    await other.page.waitForSelector("body[data-ready=true]");
    await other.values();
    await until(() => names(other), await names(visit), "the board in a fresh browser");
    await other.count(".tree .move", 3, "the moves in a fresh browser");
    await other.settle();
  } finally {
    await other.close();
  }
  await page.getByRole("button", { name: "Copy command" }).click();
  await copied("morpion analyze mnk:3,3,3 --moves a1,b2", "the command line");
  await page.getByRole("button", { name: "Copy record" }).click();
  await copied(/c3/, "the record");
}

/** All branches are in the address, in their order, and whoever opens it can walk in them. */
async function variations(visit, browser) {
  const { page } = visit;
  visit.expected = /status of 4\d\d/;
  await visit.go(`#play/${TTT}/a1,b2,c3`);
  for (const [at, square] of [
    [2, "b1"],
    [1, "c1"],
    [0, "b2"],
  ]) {
    await page.keyboard.press("Home");
    await visit.taken(0);
    for (let step = 0; step < at; step += 1) await page.keyboard.press("]");
    await visit.taken(at);
    await visit.cell(square).click();
    await page.waitForSelector(`[data-cell="${square}"].taken`);
    await page.locator(".tree .move", { hasText: "c3" }).click();
    await visit.cells(".cell.taken", ["c3", "b2", "a1"], "the main line");
  }
  await visit.address(`#play/${TTT}/a1,b2,c3?also=2.b1&also=1.c1&also=0.b2`, "the branches");
  const shown = await visit.texts(".tree .ply", (all) => all.length === 6, "six moves");
  // A branch on the board: the main line stays the main line.
  await page.locator(".variation .move", { hasText: "c1" }).click();
  await visit.cells(".cell.taken", ["a1", "c1"], "the branch");
  await visit.address(`#play/${TTT}/a1,c1?also=1.b2,c3&also=2.b1&also=-&also=0.b2`, "the branch in the address");
  const other = await Visit.open(browser, visit);
  try {
    await other.go(await page.evaluate(() => window.location.hash));
    await other.texts(".tree .ply", shown, "the same moves in the same order");
    await other.cells(".cell.taken", ["a1", "c1"], "the same board");
    await other.page.locator(".variation .move", { hasText: "b1" }).click();
    await other.cells(".cell.taken", ["b2", "a1", "b1"], "another branch");
    await other.settle();
  } finally {
    await other.close();
  }
  // What cannot be played, or read, is told and left out.
  await visit.go(`#play/${TTT}/a1,b2,c3?also=2.z9&also=1.a2,a1&also=99.&also=x&also=0.a1,c1`);
  await visit.message(/z9/);
  await visit.texts(".tree .move", ["a1", "b2", "c1", "c3"], "what can be played");
}

async function files(visit) {
  const { page } = visit;
  await visit.go(`#play/${TTT}/a1,b2`);
  await page.getByText("Share and open").click();
  const take = async (name) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const picture = await take("Board as SVG");
  equal(picture.name, "mnk-3-3-3-2.svg", "the name of the file");
  check(picture.bytes.toString().startsWith("<svg") && picture.bytes.includes("circle"), "an SVG with a ring in it");
  const png = await take("Board as PNG");
  equal([...png.bytes.subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join(""), "PNG", "the file is a PNG");
}

async function computers(visit) {
  const { page } = visit;
  await visit.go(`#play/${TTT}`);
  await page.getByLabel("x is").selectOption("perfect");
  await page.getByLabel("o is").selectOption("perfect");
  await visit.status(/draw/);
  await visit.taken(9, "the board is full");
  await visit.go(`#play/${TTT}/a1?second=level:1`);
  await visit.taken(2);
  await page.getByLabel("o is").selectOption("level:2");
  await page.locator(".cell.open").first().click();
  await visit.taken(4);
  await visit.address(/second=level:2/, "the level is in the address");
  await page.getByRole("button", { name: "Take back" }).click();
  await visit.taken(2);
  await visit.status("x to move");
  // In a new game the computer answers also what it has answered before.
  await visit.go(`#play/${TTT}?second=perfect`);
  for (let game = 0; game < 2; game += 1) {
    await visit.cell("b2").click();
    await visit.taken(2);
    await visit.status("x to move");
    await page.keyboard.press("n");
    await visit.taken(0);
  }
}

/** Opens a game with a minute for each, where no time passes but what the test lets pass. */
async function withClocks(visit) {
  const { page } = visit;
  await page.clock.install({ time: 0 });
  await visit.go(`#play/${TTT}`);
  await page.clock.pauseAt(3_600_000);
  await page.getByLabel("Clock").selectOption("60");
  await visit.texts(".clock", ["1:00", "1:00"], "the clocks at first");
}

async function clocks(visit) {
  const { page } = visit;
  await withClocks(visit);
  await page.clock.runFor(5000);
  await visit.cell("b2").click();
  await page.waitForSelector('[data-cell="b2"].taken');
  await page.clock.runFor(1500);
  await visit.texts(".clock", ["1:00", "0:59"], "only the clock of o runs");
  await visit.cell("a1").click();
  await page.waitForSelector('[data-cell="a1"].taken');
  await page.clock.runFor(12_500);
  await visit.texts(".clock", ["0:48", "0:59"], "only the clock of x runs");
}

/** A clock that has run out ends the game; a new game has all its time again. */
async function outOfTime(visit) {
  const { page } = visit;
  await withClocks(visit);
  await visit.cell("b2").click();
  await page.waitForSelector('[data-cell="b2"].taken');
  await page.clock.fastForward(61_000);
  await visit.status("o has run out of time");
  await visit.texts(".clock", ["1:00", "0:00"], "the clocks");
  await visit.open(0, "nobody can move any more");
  await page.keyboard.press("n");
  await visit.status("x to move");
  await visit.open(9, "a new game");
  await visit.texts(".clock", ["1:00", "1:00"], "new clocks");
}

/** A file dropped on the page is read as a record, on any view. */
async function dropped(visit) {
  const { page } = visit;
  await visit.go("#games");
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "game.txt", { type: "text/plain" }));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
  }, RECORD);
  await visit.status("x wins");
  await visit.message("Read 7 moves.");
  await visit.count(".tree .move", 7, "the moves of the record");
}

/** Delete takes away the branch of the move that has the focus, and no other. */
async function deleted(visit) {
  const { page } = visit;
  const moves = (expected, what) => visit.texts(".tree .move", expected, what);
  const play = async (square) => {
    await visit.cell(square).click();
    await page.waitForSelector(`[data-cell="${square}"].taken`);
  };
  await visit.go(`#play/${TTT}/a1,b2,c3`);
  for (const square of ["c3", "b2"]) {
    await page.keyboard.press("u");
    await page.waitForSelector(`[data-cell="${square}"]:not(.taken)`);
  }
  await play("b1");
  await moves(["a1", "b2", "b1", "c3"], "two branches");
  // The focus is on the main line while the variation is on the board.
  await page.locator(".tree .move", { hasText: "c3" }).focus();
  await page.keyboard.press("Delete");
  await moves(["a1", "b2", "b1"], "the end of the main line is gone");
  await visit.cells(".cell.taken", ["a1", "b1"], "the board is as it was");
  await page.locator(".tree .move", { hasText: "b1" }).focus();
  await page.keyboard.press("Delete");
  await page.waitForSelector('[data-cell="b1"]:not(.taken)');
  await moves(["a1", "b2"], "the variation is gone");
  await visit.address((hash) => !hash.includes("b1"), "it is gone from the address, too");
}

/** What a limit has cut short shows the command that has no such limit. */
async function atHome(visit) {
  const { page } = visit;
  // The limits of a browser are generous, so these requests are given less.
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (["values", "count", "check", "diagram"].includes(message.name)) message.body.seconds = 0.2;
      return post.call(this, message, ...rest);
    };
  });
  const command = "code.command";
  await visit.go("#play/connect:7,6,4/4?values=1");
  await visit.text(`.worth ${command}`, "morpion analyze connect:7,6,4 --moves 4");
  await visit.picture("at-home");
  await visit.audit();
  await visit.go("#explore/connect:7,6,4?claim=over");
  await page.getByRole("button", { name: "Count one by one" }).click();
  await visit.text(`.explore ${command}`, "morpion count connect:7,6,4 --by explicit");
  await visit.go("#check/connect:7,6,4?claim=always|not+(winner+%3D+x+and+winner+%3D+o)");
  await visit.text(`.check ${command}`, /^morpion check connect:7,6,4 --always 'not \(winner = x and winner = o\)'$/);
  await visit.go("#diagram/connect:7,6,4");
  await visit.text(`.diagram ${command}`, "morpion reach connect:7,6,4 --svg diagram.svg");
}

/** The policy of the page keeps out what is not its own, whoever brings it. */
async function foreignCode(visit) {
  const { page } = visit;
  // What is blocked is never sent, but the browser tells of the attempt.
  visit.expected = /Content Security Policy|127\.0\.0\.1:9\/picture\.png/;
  await visit.go(`#play/${TTT}`);
  const ran = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    const image = new Image();
    const failed = new Promise((resolve) => image.addEventListener("error", () => resolve(true)));
    image.src = "http://127.0.0.1:9/picture.png";
    return { script: window.ran === true, image: !(await failed) };
  });
  equal(ran, { script: false, image: false }, "what is foreign");
}

/** Starts a server that refuses long work, calls `use` with its address, and ends it. */
async function withReadOnly(visit, use) {
  const server = spawn(visit.morpion, ["serve", "--port", "0", "--read-only"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = await once(createInterface(server.stdout), "line");
    await use(line.trim());
  } finally {
    server.kill();
  }
}

async function readOnly(visit, browser) {
  await withReadOnly(visit, async (url) => {
    const other = await Visit.open(browser, { ...visit, url });
    other.expected = /status of 403/;
    try {
      const { page } = other;
      await other.go(`#play/${TTT}?second=level:3`);
      await other.cell("b2").click();
      await other.taken(2);
      await page.keyboard.press("v");
      await other.text(".worth .note", /read-only/);
      await other.open(7, "one can play on");
      await page.keyboard.press("2");
      await other.text(".explore .error-text", /read-only/);
      await other.go(`#check/${TTT}?claim=always|over`);
      await other.text(".check .error-text", /read-only/);
      await other.go(`#diagram/${TTT}`);
      await other.text(".diagram .error-text", /read-only/);
      await other.picture("read-only");
      await other.audit();
      await other.settle();
    } finally {
      await other.close();
    }
  });
}

async function badInput(visit) {
  const { page } = visit;
  visit.expected = /status of 4\d\d/;
  await visit.go(`#play/${TTT}/a1,z9`);
  await visit.message(/z9/);
  await visit.open(9, "the start is shown");
  await visit.go("#play/mnk:99,99,3");
  await visit.message(/too large/);
  await visit.status("x to move");
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text", "not a record");
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
  });
  await visit.message(/`not` is not a move/);
}

/** Other games have the same moves; their values are others. */
async function otherHistory(visit) {
  const first = (pattern) =>
    until(
      () => visit.page.$eval('.history [data-ply="0"]', (point) => point.getAttribute("aria-label")),
      pattern,
      "the value of the start",
    );
  for (const [moves, other] of [
    ["", "nim:3,4,5"],
    ["/a1,b1,b2", "mnk:4,3,3"],
  ]) {
    await visit.go(`#play/${TTT}${moves}?values=1`);
    await first(/draw/);
    await visit.values();
    await visit.follow(`#play/${other}${moves}?values=1`);
    await visit.text("#game-name", other);
    await first(/wins/);
    await visit.values();
  }
}

async function oddLinks(visit) {
  for (const [param, taken] of [
    ["at=-1", 0],
    ["at=0.5", 0],
    ["at=1.5", 1],
    ["at=nowhere", 0],
    ["at=-Infinity", 0],
    ["at=99", 2],
    ["constructor=1", 2],
    ["__proto__=1", 2],
    ["toString=1&toString=2", 2],
  ]) {
    await visit.go(`#play/${TTT}/a1,b2?${param}`);
    await visit.status(taken === 1 ? "o to move" : "x to move");
    await visit.taken(taken, `${param}: the squares taken`);
    await visit.cell("c3").click();
    await visit.page.waitForSelector('[data-cell="c3"].taken');
  }
}

export const play = [
  { name: "a game on 3x3 against the perfect player by clicks is never won", run: byClicks },
  { name: "a game on 3x3 by keys alone", run: byKeys },
  { name: "take back, branch, walk in the tree, back and forward", run: takeBack },
  { name: "keys pressed quickly all count", run: quickKeys },
  { name: "values after a corner: the centre draws, all else loses in 6", run: corner },
  { name: "Connect Four agrees with the command line, also after 44444", run: connectFour },
  { name: "the value history marks the mistake in a record", run: mistakes },
  { name: "a link opened in a fresh browser gives the same view", run: links },
  { name: "a link has all branches", run: variations },
  { name: "the board as SVG and PNG", run: files },
  { name: "computers play both sides; levels change while playing", run: computers },
  { name: "clocks", run: clocks },
  { name: "a clock runs out", run: outOfTime },
  { name: "a record is dropped on the page", run: dropped },
  { name: "Delete takes a branch away", run: deleted },
  { name: "what is too heavy shows the command for home", run: atHome, home: "static" },
  { name: "foreign code is not run", run: foreignCode },
  { name: "a read-only server plays and refuses the rest", run: readOnly, home: "server" },
  { name: "bad input is told and does no harm", run: badInput },
  { name: "the value history is that of the game, not of another with the same moves", run: otherHistory },
  { name: "links with odd parameters do no harm", run: oddLinks },
];
