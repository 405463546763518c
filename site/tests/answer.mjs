// node answer.mjs FOLDER: answers requests by the engines of a site, with the very files that a browser loads.
//
// Reads requests from the standard input, one a line, and writes for each a line with the list of its events.

import { readFileSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2]);
const { answer } = await import(pathToFileURL(resolve(folder, "engines.js")));
const module = await WebAssembly.compile(readFileSync(resolve(folder, "morpion.wasm")));

for (const line of readFileSync(0, "utf8").split("\n").filter((text) => text !== "")) {
  const events = [];
  answer(module, JSON.parse(line), (event) => events.push(event));
  writeSync(1, `${JSON.stringify(events)}\n`);
}
