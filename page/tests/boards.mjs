// Boards that are not one grid of squares: gravity, layers, nine boards, heaps, queens with arrows, pegs.

import { check, equal } from "./lib.mjs";

async function gravity(visit) {
  const { page } = visit;
  await visit.go("#play/connect:7,6,4/4");
  await page.locator(".cell").nth(3).hover();
  await page.waitForSelector(".cell.ghost");
  equal(
    await page.$eval(".cell.ghost", (cell) => [...cell.parentElement.children].indexOf(cell)),
    4 * 7 + 3,
    "the ghost is above the piece in column 4",
  );
  await visit.picture("connect-hover");
  await page.locator(".cell").nth(2).click();
  await page.waitForFunction(() => document.querySelectorAll(".cell.taken").length === 2);
  check(
    await page
      .locator(".cell")
      .nth(5 * 7 + 2)
      .evaluate((cell) => cell.classList.contains("taken")),
    "a click on top falls to the bottom",
  );
}

async function layers(visit) {
  const { page } = visit;
  await visit.go("#play/cube:3,3");
  equal(await page.$$eval(".grid", (grids) => grids.length), 3, "layers");
  await page.locator(".grid").nth(1).locator(".cell").nth(4).click();
  await page.waitForSelector(".cell.taken");
  await page.locator(".grid").nth(0).locator(".cell").nth(2).focus();
  await page.keyboard.press("ArrowRight");
  check(
    await page
      .locator(".grid")
      .nth(1)
      .locator(".cell")
      .nth(0)
      .evaluate((cell) => cell === document.activeElement),
    "an arrow goes on to the next layer",
  );
}

async function nineBoards(visit) {
  const { page } = visit;
  await visit.go("#play/ultimate");
  equal(await page.$$eval(".cell", (cells) => cells.length), 81, "squares");
  await visit.cell("e5").click();
  await page.waitForFunction(() => document.querySelectorAll(".grid.active").length === 1);
  equal((await visit.free()).length, 8, "the reply goes into the middle board");
}

async function heaps(visit) {
  const { page } = visit;
  await visit.go("#play/nim:3,4,5");
  await page.locator(".heap").nth(2).click();
  equal(
    await page.$$eval(".labels button", (labels) => labels.map((label) => label.textContent)),
    ["1", "2", "3", "4", "5"],
    "how many to take",
  );
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelectorAll(".labels button").length === 0);
  await page.locator(".heap").nth(0).click();
  await page.keyboard.press("v");
  await visit.values();
  equal(await page.getByRole("button", { name: /^2, win/ }).count(), 1, "taking 2 of the first heap wins");
  await page.getByRole("button", { name: /^2, win/ }).click();
  await page.waitForFunction(() => document.querySelector(".heap-size").dataset.text === "1");
}

async function queens(visit) {
  const { page } = visit;
  await visit.go("#play/amazons:6,6");
  const queen = (await visit.free())[0];
  await visit.cell(queen).click();
  await page.waitForSelector(".cell.picked");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector(".cell.picked"));
  await visit.cell(queen).click();
  const target = (await visit.free())[0];
  await visit.cell(target).click();
  await page.waitForFunction(() => document.querySelectorAll(".cell.picked").length === 2);
  const arrow = (await visit.free()).find((name) => name !== queen && name !== target);
  await visit.cell(arrow).click();
  await visit.text(".tree", new RegExp(`${queen}-${target}/${arrow}`));
  check(/blocked/.test(await visit.spoken(arrow)), "the arrow is on the board");
}

async function pegs(visit) {
  const { page } = visit;
  await visit.go("#play/hanoi:3,3");
  check(await page.locator("section[aria-label=Players]").isHidden(), "a system has no players");
  await page.locator(".heap").nth(0).focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".heap.picked");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".heap")[2].querySelectorAll(".piece").length === 1);
}

async function textAndList(visit) {
  const { page } = visit;
  await visit.go("#play/coins:10,1,2,5");
  await page.waitForSelector(".text-board");
  const before = await page.textContent(".text-board");
  await page.locator(".labels button", { hasText: "2" }).click();
  await page.waitForFunction((text) => document.querySelector(".text-board").textContent !== text, before);
  await page.getByText("Legal moves").click();
  await page.locator(".move-list .move", { hasText: "5" }).click();
  await visit.text(".tree", /2.*5/);
}

async function eitherMark(visit) {
  const { page } = visit;
  await visit.go("#play/mnk:3,3,3,wild");
  await visit.cell("b2").click();
  await page.locator(".labels button", { hasText: "o" }).click();
  await page.waitForFunction(() =>
    /^b2, o/.test(document.querySelector('[data-cell="b2"]').getAttribute("aria-label")),
  );
}

async function winningLine(visit) {
  await visit.go("#play/mnk:3,3,3/a1,a2,b1,b2,c1");
  await visit.status("x wins");
  equal(
    await visit.page.$$eval(".cell.lit", (cells) => cells.map((cell) => cell.dataset.cell)),
    ["a1", "b1", "c1"],
    "the winning line",
  );
  equal(
    await visit.page.$$eval(".cell.changed", (cells) => cells.map((cell) => cell.dataset.cell)),
    ["c1"],
    "the last move",
  );
}

export const boards = [
  { name: "gravity: hover shows where the piece falls", run: gravity },
  { name: "layers of a cube", run: layers },
  { name: "nine boards in one", run: nineBoards },
  { name: "heaps: a heap, then how many", run: heaps },
  { name: "queens: source, target, arrow", run: queens },
  { name: "pegs by keys", run: pegs },
  { name: "a game without a look as text, with a list of moves", run: textAndList },
  { name: "a square, then which mark", run: eitherMark },
  { name: "the winning line and the last move are marked", run: winningLine },
];
