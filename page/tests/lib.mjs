// What the tests share: a browser, pages that record what goes wrong, and waiting for what the page says.

import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "playwright-core";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const AXE = createRequire(import.meta.url)("axe-core").source;

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 800 };

/** How long the page may take to show what is waited for: far more than it needs, also where the machine is busy. */
export const PATIENCE = Number(process.env.PATIENCE ?? 120) * 1000;

export function launch() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: FLAGS, timeout: PATIENCE });
}

/** Fails with a message. */
export function fail(message) {
  throw new Error(message);
}

export function equal(found, expected, what) {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) fail(`${what}: found ${one}, expected ${other}`);
}

export function check(truth, what) {
  if (!truth) fail(what);
}

const written = (value) => (value instanceof Error ? `\`${value.message.split("\n")[0]}\`` : JSON.stringify(value));

/**
 * Reads until what is read is what it should be: a value, a pattern for a text, or a function that says so. Returns it.
 *
 * What a page shows changes some time after what was done to it, so every look at a page goes this way. A look that
 * fails, because what it is for is not there yet, is one more that was too early.
 */
export async function until(read, expected, what) {
  const fits =
    typeof expected === "function"
      ? expected
      : expected instanceof RegExp
        ? (value) => expected.test(value)
        : (value) => JSON.stringify(value) === JSON.stringify(expected);
  const end = performance.now() + PATIENCE;
  for (let wait = 10; ; wait = Math.min(2 * wait, 200)) {
    const found = await read().catch((error) => error);
    if (!(found instanceof Error) && fits(found)) return found;
    if (performance.now() >= end) {
      const wanted = typeof expected === "function" || expected instanceof RegExp ? `${expected}` : written(expected);
      fail(`${what}: found ${written(found)}, expected ${wanted}`);
    }
    await pause(wait);
  }
}

/** Runs in the page: keeps all that it says in a message, since messages fade. */
function keepMessages() {
  window.messages = [];
  const keep = (records) => {
    for (const { target, addedNodes } of records)
      if (target.id === "messages") for (const { textContent } of addedNodes) window.messages.push(textContent);
  };
  new MutationObserver(keep).observe(document, { childList: true, subtree: true });
}

/** A page in a context of its own, which no other page has seen. */
export class Visit {
  constructor(page, context, { url, isStatic, morpion, pictures }) {
    Object.assign(this, { page, context, url, isStatic, morpion, pictures, problems: [], expected: null });
  }

  static async open(browser, options, { viewport = DESK, colorScheme = "light", hasTouch = false } = {}) {
    const context = await browser.newContext({ viewport, colorScheme, hasTouch, reducedMotion: "reduce" });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(options.url).origin });
    await context.addInitScript(keepMessages);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const visit = new Visit(page, context, options);
    const own = new URL(options.url).host;
    const problem = (text) => {
      if (!visit.expected?.test(text)) visit.problems.push(text);
    };
    page.on("console", (message) => {
      if (message.type() === "error") problem(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => problem(`error: ${error.message}`));
    page.on("request", (request) => {
      const { protocol, host, pathname } = new URL(request.url());
      if (["http:", "https:", "ws:"].includes(protocol) && host !== own)
        problem(`request to another host: ${request.url()}`);
      if (options.isStatic && pathname.includes("/api/")) problem(`request to a server: ${request.url()}`);
    });
    return visit;
  }

  /** Goes to an address of the page, and waits until it is shown. */
  async go(hash = "") {
    await this.page.goto("about:blank");
    await this.page.goto(this.url + hash);
    await this.page.waitForSelector("body[data-ready=true]");
  }

  /** Goes to another address without loading the page again, as a link in the page does. */
  async follow(hash) {
    await this.page.evaluate((to) => {
      window.location.hash = to;
    }, hash);
  }

  /** Waits until the text of the first of these elements is what it should be: a text or a pattern. */
  text(selector, expected) {
    return until(() => this.page.$eval(selector, (element) => element.textContent), expected, selector);
  }

  /** Waits until the texts of all these elements are what they should be. */
  texts(selector, expected, what) {
    const read = () => this.page.$$eval(selector, (all) => all.map((element) => element.textContent));
    return until(read, expected, what);
  }

  /** Waits until there are so many of these elements. */
  count(selector, expected, what = selector) {
    return until(() => this.page.locator(selector).count(), expected, what);
  }

  /** Waits until the names of these cells are what they should be. */
  cells(selector, expected, what) {
    const read = () => this.page.$$eval(selector, (cells) => cells.map((cell) => cell.dataset.cell));
    return until(read, expected, what);
  }

  /** Waits until so many squares are taken. */
  taken(expected, what = "the squares taken") {
    return this.count(".cell.taken", expected, what);
  }

  /** Waits until so many squares can be played. */
  open(expected, what) {
    return this.count(".cell.open", expected, what);
  }

  /** Waits until the page has said something, whether that can still be seen or not. */
  message(expected) {
    const fits = (all) => all.some((text) => (expected instanceof RegExp ? expected.test(text) : text === expected));
    return until(() => this.page.evaluate(() => window.messages), fits, `a message \`${expected}\``);
  }

  /** Waits until the address is what it should be. */
  address(expected, what) {
    return until(() => this.page.evaluate(() => window.location.hash), expected, what);
  }

  status(expected) {
    return this.text(".play .status", expected);
  }

  /** Waits until all values are known. */
  values() {
    return this.page.waitForSelector(".play[data-values=done]");
  }

  cell(name) {
    return this.page.locator(`[data-cell="${name}"]`);
  }

  /** Waits until a cell is called as it should be. */
  spoken(name, expected, what = name) {
    return until(() => this.page.$eval(`[data-cell="${name}"]`, (cell) => cell.ariaLabel), expected, what);
  }

  /** Returns the names of the cells that can be played, to choose among them. */
  free() {
    return this.page.$$eval(".cell.open", (cells) => cells.map((cell) => cell.dataset.cell));
  }

  /** Checks that nothing has gone wrong, and that nothing is wider than the page. */
  async settle() {
    const wide = () =>
      this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await until(wide, 0, "pixels by which the page scrolls sideways");
    if (this.problems.length > 0) fail(this.problems.join("\n  "));
  }

  /** Runs the accessibility audit; fails with what it finds. */
  async audit() {
    await this.page.evaluate(AXE);
    const found = await this.page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    const lines = found.violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes
          .slice(0, 3)
          .map(({ target, failureSummary }) => `${target} ${failureSummary}`)
          .join(" | ")}`,
    );
    if (lines.length > 0) fail(`accessibility:\n  ${lines.join("\n  ")}`);
  }

  async picture(name) {
    if (!this.pictures) return;
    mkdirSync(this.pictures, { recursive: true });
    await this.page.screenshot({ path: join(this.pictures, `${name}.png`) });
  }

  close() {
    return this.context.close();
  }
}

/** Returns what the command line prints as JSON. Its exit code says whether claims hold, which is no error here. */
export function program(morpion, ...args) {
  const { stdout, error } = spawnSync(morpion, [...args, "--json"], { encoding: "utf8", maxBuffer: 1 << 26 });
  if (error) throw error;
  return JSON.parse(stdout);
}
