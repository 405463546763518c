// Boards that are not one grid of squares: gravity, layers, nine boards, heaps, queens with arrows, pegs.

import { until } from "./lib.mjs";

async function gravity(visit) {
  const { page } = visit;
  await visit.go("#play/connect:7,6,4/4");
  await page.locator(".cell").nth(3).hover();
  await until(
    () => page.$eval(".cell.ghost", (cell) => [...cell.parentElement.children].indexOf(cell)),
    4 * 7 + 3,
    "the ghost is above the piece in column 4",
  );
  await visit.picture("connect-hover");
  await page.locator(".cell").nth(2).click();
  await visit.taken(2);
  await until(
    () => page.$$eval(".cell", (cells) => cells.flatMap((cell, index) => (cell.matches(".taken") ? [index] : []))),
    [5 * 7 + 2, 5 * 7 + 3],
    "a click on top falls to the bottom",
  );
}

async function layers(visit) {
  const { page } = visit;
  await visit.go("#play/cube:3,3");
  await visit.count(".grid", 3, "layers");
  await page.locator(".grid").nth(1).locator(".cell").nth(4).click();
  await page.waitForSelector(".cell.taken");
  await page.locator(".grid").nth(0).locator(".cell").nth(2).focus();
  await page.keyboard.press("ArrowRight");
  const first = page.locator(".grid").nth(1).locator(".cell").nth(0);
  await until(
    () => first.evaluate((cell) => cell === document.activeElement),
    true,
    "an arrow goes on to the next layer",
  );
}

async function nineBoards(visit) {
  await visit.go("#play/ultimate");
  await visit.count(".cell", 81, "squares");
  await visit.cell("e5").click();
  await visit.count(".grid.active", 1);
  await visit.open(8, "the reply goes into the middle board");
}

async function heaps(visit) {
  const { page } = visit;
  await visit.go("#play/nim:3,4,5");
  await page.locator(".heap").nth(2).click();
  await visit.texts(".labels button", ["1", "2", "3", "4", "5"], "how many to take");
  await page.keyboard.press("Escape");
  await visit.count(".labels button", 0);
  await page.locator(".heap").nth(0).click();
  await visit.texts(".labels button", ["1", "2", "3"], "how many to take of another");
  await page.keyboard.press("v");
  await visit.values();
  const wins = page.getByRole("button", { name: /^2, win/ });
  await until(() => wins.count(), 1, "taking 2 of the first heap wins");
  await wins.click();
  await until(() => page.$eval(".heap-size", (size) => size.dataset.text), "1", "what is left of it");
}

async function queens(visit) {
  const { page } = visit;
  await visit.go("#play/amazons:6,6");
  const queen = (await visit.free())[0];
  await visit.cell(queen).click();
  await visit.count(".cell.picked", 1);
  await page.keyboard.press("Escape");
  await visit.count(".cell.picked", 0);
  await visit.cell(queen).click();
  await visit.count(".cell.picked", 1);
  const target = (await visit.free())[0];
  await visit.cell(target).click();
  await visit.count(".cell.picked", 2);
  const arrow = (await visit.free()).find((name) => name !== queen && name !== target);
  await visit.cell(arrow).click();
  await visit.text(".tree", new RegExp(`${queen}-${target}/${arrow}`));
  await visit.spoken(arrow, /blocked/, "the arrow is on the board");
}

async function pegs(visit) {
  const { page } = visit;
  await visit.go("#play/hanoi:3,3");
  await page.waitForSelector("section[aria-label=Players]", { state: "hidden" });
  await page.locator(".heap").nth(0).focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".heap.picked");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const third = page.locator(".heap").nth(2).locator(".piece");
  await until(() => third.count(), 1, "the disks on the third peg");
}

async function textAndList(visit) {
  const { page } = visit;
  await visit.go("#play/coins:10,1,2,5");
  await page.waitForSelector(".text-board");
  const before = await page.textContent(".text-board");
  await page.locator(".labels button", { hasText: "2" }).click();
  await visit.text(".text-board", (text) => text !== before);
  await page.getByText("Legal moves").click();
  await page.locator(".move-list .move", { hasText: "5" }).click();
  await visit.text(".tree", /2.*5/);
}

async function eitherMark(visit) {
  const { page } = visit;
  await visit.go("#play/mnk:3,3,3,wild");
  await visit.cell("b2").click();
  await page.locator(".labels button", { hasText: "o" }).click();
  await visit.spoken("b2", /^b2, o/);
}

async function winningLine(visit) {
  await visit.go("#play/mnk:3,3,3/a1,a2,b1,b2,c1");
  await visit.status("x wins");
  await visit.cells(".cell.lit", ["a1", "b1", "c1"], "the winning line");
  await visit.cells(".cell.changed", ["c1"], "the last move");
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
