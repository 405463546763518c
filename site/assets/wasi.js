// What a program compiled for WASI asks of its surroundings: input, output, the clock, random bytes. No files.
//
// Each run is a new instance: the memory of one request is gone when it is answered.

const SUCCESS = 0;
const BAD_DESCRIPTOR = 8;
const INVALID = 28;
const NOT_SUPPORTED = 58;

const CHARACTER_DEVICE = 2;
const [INPUT, OUTPUT, ERRORS] = [0, 1, 2];
const [REALTIME, MONOTONIC] = [0, 1];

/** Thrown to leave a program that has called exit. */
class Exit extends Error {
  constructor(code) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/** Cuts bytes into lines, and hands on each that is complete. */
class Lines {
  #decoder = new TextDecoder();
  #rest = "";
  #take;

  constructor(take) {
    this.#take = take;
  }

  write(bytes) {
    const parts = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split("\n");
    this.#rest = parts.pop();
    parts.forEach((line) => this.#take(line));
  }

  end() {
    if (this.#rest !== "") this.#take(this.#rest);
    this.#rest = "";
  }
}

class Surroundings {
  #input;
  #taken = 0;
  #outputs;
  memory = null;

  constructor(input, outputs) {
    this.#input = input;
    this.#outputs = outputs;
  }

  // The buffer is another one whenever the memory has grown.
  get #view() {
    return new DataView(this.memory.buffer);
  }

  #bytes(start, length) {
    return new Uint8Array(this.memory.buffer, start, length);
  }

  /** Calls `work` with each buffer of a list, until it returns false. */
  #buffers(list, count, work) {
    for (let number = 0; number < count; number += 1) {
      const [start, length] = [0, 4].map((part) => this.#view.getUint32(list + 8 * number + part, true));
      if (!work(this.#bytes(start, length))) return;
    }
  }

  fd_read(descriptor, list, count, result) {
    if (descriptor !== INPUT) return BAD_DESCRIPTOR;
    const before = this.#taken;
    this.#buffers(list, count, (buffer) => {
      const part = this.#input.subarray(this.#taken, this.#taken + buffer.length);
      buffer.set(part);
      this.#taken += part.length;
      return this.#taken < this.#input.length;
    });
    this.#view.setUint32(result, this.#taken - before, true);
    return SUCCESS;
  }

  fd_write(descriptor, list, count, result) {
    const output = this.#outputs[descriptor];
    if (output === undefined) return BAD_DESCRIPTOR;
    let written = 0;
    this.#buffers(list, count, (buffer) => {
      // A decoder may keep what it is given: what is shown to it must not change.
      output.write(buffer.slice());
      written += buffer.length;
      return true;
    });
    this.#view.setUint32(result, written, true);
    return SUCCESS;
  }

  fd_fdstat_get(descriptor, result) {
    if (descriptor > ERRORS) return BAD_DESCRIPTOR;
    this.#bytes(result, 24).fill(0);
    this.#view.setUint8(result, CHARACTER_DEVICE);
    return SUCCESS;
  }

  clock_time_get(clock, precision, result) {
    if (clock !== REALTIME && clock !== MONOTONIC) return INVALID;
    const milliseconds = clock === REALTIME ? Date.now() : performance.now();
    this.#view.setBigUint64(result, BigInt(Math.round(milliseconds * 1e6)), true);
    return SUCCESS;
  }

  random_get(start, length) {
    const most = 65536;
    for (let done = 0; done < length; done += most) {
      crypto.getRandomValues(this.#bytes(start + done, Math.min(most, length - done)));
    }
    return SUCCESS;
  }

  // Neither arguments nor an environment.
  #none(count, size) {
    this.#view.setUint32(count, 0, true);
    this.#view.setUint32(size, 0, true);
    return SUCCESS;
  }

  args_sizes_get(count, size) {
    return this.#none(count, size);
  }

  environ_sizes_get(count, size) {
    return this.#none(count, size);
  }

  args_get() {
    return SUCCESS;
  }

  environ_get() {
    return SUCCESS;
  }

  sched_yield() {
    return SUCCESS;
  }

  // No folder is open.
  fd_prestat_get() {
    return BAD_DESCRIPTOR;
  }

  proc_exit(code) {
    throw new Exit(code);
  }

  /** Returns a function for every import of a module; what is not here is refused when it is called. */
  imports(module) {
    const functions = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      if (from !== "wasi_snapshot_preview1") throw new Error(`the module asks for ${from}.${name}`);
      functions[name] = name in this ? this[name].bind(this) : () => NOT_SUPPORTED;
    }
    return { wasi_snapshot_preview1: functions };
  }
}

/**
 * Runs a program once and returns its exit code. `input` is what it reads; `line` is called with each line that it
 * writes, and `complaint` with each line that it writes to the standard error. Throws what WebAssembly throws if the
 * program breaks.
 */
export function run(module, input, line, complaint) {
  const outputs = { [OUTPUT]: new Lines(line), [ERRORS]: new Lines(complaint) };
  const surroundings = new Surroundings(new TextEncoder().encode(input), outputs);
  const instance = new WebAssembly.Instance(module, surroundings.imports(module));
  surroundings.memory = instance.exports.memory;
  try {
    instance.exports._start();
    return 0;
  } catch (thrown) {
    if (thrown instanceof Exit) return thrown.code;
    throw thrown;
  } finally {
    Object.values(outputs).forEach((output) => output.end());
  }
}
