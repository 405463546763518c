// The worker behind the page without a server: each request runs the engines once, in an instance of their own.
//
// The page posts {id, name, body} and gets {id, event} for every event. To give a request up, it ends the worker.

import { answer } from "./engines.js";

const PROGRAM = new URL("morpion.wasm", import.meta.url);

let compiled = null;

async function compile() {
  const response = await fetch(PROGRAM);
  if (!response.ok) throw new Error(`${PROGRAM.pathname} cannot be loaded: ${response.status} ${response.statusText}`);
  // Some web spaces do not know the type of the file, and a browser compiles while it loads only if they do.
  const typed = response.headers.get("content-type") === "application/wasm";
  return typed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

addEventListener("message", async ({ data: { id, name, body } }) => {
  const tell = (event) => postMessage({ id, event });
  try {
    compiled ??= compile();
    answer(await compiled, { name, body }, tell);
  } catch (thrown) {
    compiled = null;
    tell({ error: `the engines cannot be started: ${thrown.message}`, help: "load the page again" });
  }
});
