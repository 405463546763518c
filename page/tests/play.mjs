// Play: games by clicks and by keys, branches, values, records, links.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { PATIENCE, Visit, check, equal, program } from "./lib.mjs";

const TTT = "mnk:3,3,3";

/** Plays a game against the perfect player: `choose` picks among the free squares. Returns how it ended. */
async function game(visit, choose, act) {
  for (let turn = 0; turn < 5; turn += 1) {
    await visit.page.waitForSelector(".play[data-thinking=false]");
    await visit.status(/to move|wins|draw/);
    if (!/to move/.test(await visit.page.textContent(".play .status"))) break;
    const free = await visit.free();
    const square = choose(free, turn);
    await act(square);
    await visit.page.waitForFunction(
      (name) => document.querySelector(`[data-cell="${name}"]`).classList.contains("taken"),
      square,
    );
    await visit.status(/x to move|wins|draw/);
  }
  return visit.page.textContent(".play .status");
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

/** Walks to a square by arrows and picks it. */
async function pickByKeys(visit, square) {
  const { page } = visit;
  const at = () => page.evaluate(() => document.activeElement.dataset.cell);
  for (let step = 0; step < 6 && (await at()) !== square; step += 1) {
    const here = await at();
    check(here, "the focus is on a square");
    const key =
      here[0] < square[0]
        ? "ArrowRight"
        : here[0] > square[0]
          ? "ArrowLeft"
          : here[1] < square[1]
            ? "ArrowUp"
            : "ArrowDown";
    await page.keyboard.press(key);
  }
  equal(await at(), square, "the focus");
  await page.keyboard.press("Enter");
}

async function byKeys(visit) {
  const { page } = visit;
  await visit.go(`#play/${TTT}?second=perfect`);
  for (let tabs = 0; tabs < 20 && !(await page.evaluate(() => document.activeElement.dataset.cell)); tabs += 1)
    await page.keyboard.press("Tab");
  const end = await game(
    visit,
    (free) => free.at(-1),
    (square) => pickByKeys(visit, square),
  );
  check(/o wins|draw/.test(end), `the game ended with \`${end}\``);
  await page.keyboard.press("n");
  await visit.status("x to move");
  equal((await visit.free()).length, 9, "free squares after n");
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
  equal(
    await page.$$eval(".tree .move", (moves) => moves.map((move) => move.textContent)),
    ["a1", "b2", "b1", "c3"],
    "the tree",
  );
  equal(
    await page.$$eval(".variation .move", (moves) => moves.map((move) => move.textContent)),
    ["b1"],
    "the variation",
  );
  await page.click(".tree .move >> text=c3");
  await page.waitForSelector('[data-cell="c3"].taken');
  check(await page.$('[data-cell="b2"].taken'), "the main line came back");
  await page.goBack();
  await page.waitForSelector('[data-cell="b1"].taken');
  await page.goForward();
  await page.waitForSelector('[data-cell="c3"].taken');
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelectorAll(".cell.taken").length === 0);
  await page.keyboard.press("r");
  await page.waitForSelector('[data-cell="a1"].taken');
}

async function corner(visit) {
  await visit.go(`#play/${TTT}/a1`);
  await visit.page.keyboard.press("v");
  await visit.values();
  equal(await visit.spoken("b2"), "b2, empty, draw", "the centre");
  const others = (await visit.free()).filter((name) => name !== "b2");
  equal(others.length, 7, "other replies");
  for (const name of others) equal(await visit.spoken(name), `${name}, empty, loss in 6`, name);
  equal(await visit.cell("c3").textContent(), "−6", "the sign");
  await visit.picture("values-3x3");
  await visit.page.keyboard.press("v");
  await visit.page.waitForSelector(".play[data-values=off]");
  equal(await visit.spoken("b2"), "b2, empty", "the centre without values");
}

async function connectFour(visit) {
  const { analysis } = program(visit.morpion, "analyze", "connect4", "--moves", "44444");
  await visit.go("#play/connect:7,6,4/4,4,4,4,4?values=1");
  await visit.page.waitForSelector(".play[data-judged=true]", { timeout: 4 * PATIENCE });
  await visit.page.getByText("Legal moves").click();
  // The list is drawn after the click: the browser tells of an opened panel in a task of its own.
  await visit.page.waitForSelector(".move-list .move");
  const shown = Object.fromEntries(
    await visit.page.$$eval(".move-list .move", (moves) =>
      moves.map((move) => move.getAttribute("aria-label").split(", ")),
    ),
  );
  // On a busy machine, or without threads, the time may end before everything is known. What is shown must be right.
  const open = (text) => visit.isStatic && /unknown|or/.test(text);
  for (const { move, value, plies } of analysis.filter((one) => !open(shown[one.move]))) {
    const expected = plies === null || shown[move] === value ? value : `${value} in ${plies}`;
    equal(shown[move], expected, `column ${move}`);
  }
  check(
    analysis.some(({ move }) => / in /.test(shown[move])),
    "a distance is known",
  );
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
  const marked = await page.$$eval(".history .mistake", (points) =>
    points.map((point) => point.getAttribute("aria-label")),
  );
  check(
    marked.some((name) => /^move 2, b1, x wins.*threw away a draw/.test(name)),
    `b1 is marked: ${marked.join("; ")}`,
  );
  await visit.picture("history");
  await page.locator('.history [data-ply="1"]').click();
  await visit.status("o to move");
  equal(await page.$$eval(".cell.taken", (cells) => cells.length), 1, "the click goes to the position");
}

async function links(visit, browser) {
  const { page } = visit;
  await visit.go(`#play/${TTT}/a1,b2,c3?at=2&values=1`);
  await visit.values();
  await page.getByText("Share and open").click();
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const names = (one) => one.page.$$eval(".cell", (cells) => cells.map((cell) => cell.getAttribute("aria-label")));
  const other = await Visit.open(browser, visit);
  try {
    await other.page.goto(link);
    await other.page.waitForSelector("body[data-ready=true]");
    await other.values();
    equal(await names(other), await names(visit), "the board in a fresh browser");
    equal(await other.page.$$eval(".tree .move", (moves) => moves.length), 3, "the moves in a fresh browser");
    await other.settle();
  } finally {
    await other.close();
  }
  await page.getByRole("button", { name: "Copy command" }).click();
  equal(
    await page.evaluate(() => navigator.clipboard.readText()),
    "morpion analyze mnk:3,3,3 --moves a1,b2",
    "the command line",
  );
  await page.getByRole("button", { name: "Copy record" }).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes("c3"));
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
  equal(await page.$$eval(".cell.taken", (cells) => cells.length), 9, "the board is full");
  await visit.go(`#play/${TTT}/a1?second=level:1`);
  await page.waitForFunction(() => document.querySelectorAll(".cell.taken").length === 2);
  await page.getByLabel("o is").selectOption("level:2");
  await page.locator(".cell.open").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".cell.taken").length === 4);
  check((await page.url()).includes("second=level:2"), "the level is in the address");
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".cell.taken").length === 2);
  await visit.status("x to move");
}

async function clocks(visit) {
  const { page } = visit;
  await visit.go(`#play/${TTT}`);
  await page.getByLabel("Clock").selectOption("60");
  await visit.text(".player .clock", "1:00");
  await visit.cell("b2").click();
  await page.waitForFunction(() => document.querySelectorAll(".clock")[1].textContent === "0:59");
  equal(await page.textContent(".player .clock"), "1:00", "the clock of x stands");
}

/** A clock that has run out ends the game; a new game has all its time again. */
async function outOfTime(visit) {
  const { page } = visit;
  await page.clock.install();
  await visit.go(`#play/${TTT}`);
  await page.getByLabel("Clock").selectOption("60");
  await visit.cell("b2").click();
  await page.waitForSelector('[data-cell="b2"].taken');
  await page.clock.fastForward(61_000);
  await visit.status("o has run out of time");
  equal(await page.$$eval(".clock", (all) => all.map((clock) => clock.textContent)), ["1:00", "0:00"], "the clocks");
  equal(await visit.free(), [], "nobody can move any more");
  await page.keyboard.press("n");
  await visit.status("x to move");
  equal((await visit.free()).length, 9, "a new game");
  equal(await page.$$eval(".clock", (all) => all.map((clock) => clock.textContent)), ["1:00", "1:00"], "new clocks");
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
  await visit.text("#messages", "Read 7 moves.");
  equal(await page.$$eval(".tree .move", (moves) => moves.length), 7, "the moves of the record");
}

/** Delete takes away the branch of the move that has the focus, and no other. */
async function deleted(visit) {
  const { page } = visit;
  const moves = () => page.$$eval(".tree .move", (all) => all.map((move) => move.textContent));
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
  equal(await moves(), ["a1", "b2", "b1", "c3"], "two branches");
  // The focus is on the main line while the variation is on the board.
  await page.locator(".tree .move", { hasText: "c3" }).focus();
  await page.keyboard.press("Delete");
  await page.waitForFunction(() => document.querySelectorAll(".tree .move").length === 3);
  equal(await moves(), ["a1", "b2", "b1"], "the end of the main line is gone");
  check(await page.$('[data-cell="b1"].taken'), "the board is as it was");
  await page.locator(".tree .move", { hasText: "b1" }).focus();
  await page.keyboard.press("Delete");
  await page.waitForSelector('[data-cell="b1"]:not(.taken)');
  await page.waitForFunction(() => document.querySelectorAll(".tree .move").length === 2);
  equal(await moves(), ["a1", "b2"], "the variation is gone");
  check(!(await page.url()).includes("b1"), "it is gone from the address, too");
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
  visit.expected = /Content Security Policy/;
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
  // What is blocked is never sent, but the browser tells of the attempt.
  visit.problems = visit.problems.filter((problem) => !problem.includes("127.0.0.1:9/picture.png"));
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
      await page.waitForFunction(() => document.querySelectorAll(".cell.taken").length === 2);
      await page.keyboard.press("v");
      await other.text(".worth .note", /read-only/);
      equal((await other.free()).length, 7, "one can play on");
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
  await visit.text("#messages", /z9/);
  equal((await visit.free()).length, 9, "the start is shown");
  await visit.go("#play/mnk:99,99,3");
  await visit.text("#messages", /too large/);
  await visit.status("x to move");
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text", "not a record");
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
  });
  await visit.text("#messages", /not/);
}

/** Other games have the same moves; their values are others. */
async function otherHistory(visit) {
  const first = (pattern) =>
    visit.page.waitForFunction(
      (wanted) =>
        new RegExp(wanted).test(document.querySelector('.history [data-ply="0"]')?.getAttribute("aria-label") ?? ""),
      pattern,
    );
  for (const [moves, other] of [
    ["", "nim:3,4,5"],
    ["/a1,b1,b2", "mnk:4,3,3"],
  ]) {
    await visit.go(`#play/${TTT}${moves}?values=1`);
    await first("draw");
    await visit.values();
    await visit.follow(`#play/${other}${moves}?values=1`);
    await visit.text("#game-name", other);
    await first("wins");
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
    equal(await visit.page.$$eval(".cell.taken", (cells) => cells.length), taken, `${param}: the squares taken`);
    await visit.cell("c3").click();
    await visit.page.waitForSelector('[data-cell="c3"].taken');
  }
}

export const play = [
  { name: "a game on 3x3 against the perfect player by clicks is never won", run: byClicks },
  { name: "a game on 3x3 by keys alone", run: byKeys },
  { name: "take back, branch, walk in the tree, back and forward", run: takeBack },
  { name: "values after a corner: the centre draws, all else loses in 6", run: corner },
  { name: "Connect Four after 44444 agrees with the command line", run: connectFour },
  { name: "the value history marks the mistake in a record", run: mistakes },
  { name: "a link opened in a fresh browser gives the same view", run: links },
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
