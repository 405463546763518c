// One request to the engines: the same in a worker of a browser and in tests.

import { run } from "./wasi.js";

const AT_HOME = (command) =>
  command === null
    ? "the program for the command line has no such limit"
    : `at home, the command line has no such limit: ${command}`;

/** Returns what to say when the program breaks. */
function broken(thrown, complaints) {
  const text = complaints.join("\n");
  if (thrown instanceof RangeError) return "this position needs a deeper search than a browser allows";
  if (/memory allocation of \d+ bytes failed/.test(text)) return "this needs more memory than a browser gives it";
  return `the engines broke off: ${text || thrown.message}`;
}

/**
 * Answers one request, `{name, body}`, by a compiled module, and calls `tell` with every event. The last one has the key
 * `done` or `error`, whatever happens.
 */
export function answer(module, request, tell) {
  const complaints = [];
  let [command, ended] = [null, false];
  const line = (text) => {
    const event = JSON.parse(text);
    if ("at_home" in event) {
      command = event.at_home;
      return;
    }
    ended = "done" in event || "error" in event;
    tell(event);
  };
  const fail = (error) => tell({ error, help: AT_HOME(command) });
  try {
    const code = run(module, JSON.stringify(request), line, (text) => complaints.push(text));
    if (!ended) fail(`the engines broke off: ${complaints.join("\n") || `exit ${code}`}`);
  } catch (thrown) {
    fail(broken(thrown, complaints));
  }
}
