// node broken.mjs FOLDER: runs programs that break in place of the engines, and writes the last event of each, one a line.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const { answer } = await import(pathToFileURL(resolve(process.argv[2], "engines.js")));

const bytes = (text) => [...new TextEncoder().encode(text)];
const number = (value) => (value < 128 ? [value] : [(value % 128) + 128, ...number(value >> 7)]);
const counted = (list) => [...number(list.length), ...list];
const name = (text) => counted(bytes(text));
const section = (id, ...items) => [id, ...counted([...number(items.length), ...items.flat()])];

const [I32, FUNCTION, CONSTANT, CALL, DROP, END, UNREACHABLE] = [0x7f, 0x60, 0x41, 0x10, 0x1a, 0x0b, 0x00];
const [AT_TEXT, AT_RESULT] = [8, 60];

/** Returns a program that writes a text to an output and then does what it should not. */
function program(output, text, deed) {
  const write = [output, 0, 1, AT_RESULT].flatMap((argument) => [CONSTANT, argument]);
  const body = (...code) => counted([0, ...code, END]);
  const buffer = [AT_TEXT, 0, 0, 0, text.length, 0, 0, 0];
  return new WebAssembly.Module(new Uint8Array([
    0, ...bytes("asm"), 1, 0, 0, 0,
    ...section(1, [FUNCTION, 4, I32, I32, I32, I32, 1, I32], [FUNCTION, 0, 0]),
    ...section(2, [...name("wasi_snapshot_preview1"), ...name("fd_write"), 0, 0]),
    ...section(3, [1], [1]),
    ...section(5, [0, 1]),
    ...section(7, [...name("memory"), 2, 0], [...name("_start"), 0, 1]),
    ...section(10, body(...write, CALL, 0, DROP, CALL, 2), body(...deed)),
    ...section(11, [0, CONSTANT, 0, END, ...counted([...buffer, ...bytes(text)])]),
  ]));
}

const [OUTPUT, ERRORS] = [1, 2];
const COMMAND = '{"at_home":"morpion solve ttt"}\n';
const FOR_EVER = [CALL, 2];
const programs = [
  program(OUTPUT, COMMAND, FOR_EVER),
  program(ERRORS, "memory allocation of 9 bytes failed\n", [UNREACHABLE]),
  program(ERRORS, "a law is broken\n", [UNREACHABLE]),
  program(OUTPUT, COMMAND, []),
];
for (const module of programs) {
  const events = [];
  answer(module, { name: "values", body: {} }, (event) => events.push(event));
  console.log(JSON.stringify(events.at(-1)));
}
