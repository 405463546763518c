// What the tests share: a browser, pages that record what goes wrong, and waiting for what the page says.

import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
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

/** How long the page may take to show what is waited for: for what is computed, far more than it needs. */
export const PATIENCE = Number(process.env.PATIENCE ?? 60) * 1000;

export function launch() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: FLAGS });
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

/** A page in a context of its own, which no other page has seen. */
export class Visit {
  constructor(page, context, { url, isStatic, morpion, pictures }) {
    Object.assign(this, { page, context, url, isStatic, morpion, pictures, problems: [], expected: null });
  }

  static async open(browser, options, { viewport = DESK, colorScheme = "light", hasTouch = false } = {}) {
    const context = await browser.newContext({ viewport, colorScheme, hasTouch, reducedMotion: "reduce" });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(options.url).origin });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const visit = new Visit(page, context, options);
    const own = new URL(options.url).host;
    page.on("console", (message) => {
      if (message.type() === "error" && !visit.expected?.test(message.text()))
        visit.problems.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => visit.problems.push(`error: ${error.message}`));
    page.on("request", (request) => {
      const { protocol, host, pathname } = new URL(request.url());
      if (["http:", "https:", "ws:"].includes(protocol) && host !== own)
        visit.problems.push(`request to another host: ${request.url()}`);
      if (options.isStatic && pathname.includes("/api/")) visit.problems.push(`request to a server: ${request.url()}`);
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

  /** Waits until a text is what it should be: a text or a pattern. */
  async text(selector, expected) {
    await this.page
      .waitForFunction(
        ([place, wanted, isPattern]) => {
          const found = document.querySelector(place)?.textContent ?? "";
          return isPattern ? new RegExp(wanted).test(found) : found === wanted;
        },
        [selector, expected.source ?? expected, expected instanceof RegExp],
      )
      .catch(async () => {
        const found = await this.page.textContent(selector, { timeout: 1000 }).catch(() => "nothing");
        fail(`${selector} says \`${found}\`, not \`${expected}\``);
      });
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

  spoken(name) {
    return this.cell(name).getAttribute("aria-label");
  }

  /** Returns the names of the cells that can be played. */
  free() {
    return this.page.$$eval(".cell.open", (cells) => cells.map((cell) => cell.dataset.cell));
  }

  /** Checks that nothing has gone wrong, and that nothing is wider than the page. */
  async settle() {
    const wide = await this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (wide > 0) this.problems.push(`the page scrolls sideways by ${wide} pixels`);
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
