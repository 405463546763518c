// Clocks: the one of the player to move runs. They are for people at the table; the program's limits are its own.

export const TIMES = [
  ["0", "no clock"],
  ["60", "1 minute"],
  ["180", "3 minutes"],
  ["300", "5 minutes"],
  ["600", "10 minutes"],
  ["1800", "30 minutes"],
];

export class Clocks {
  seconds = 0;
  left = [0, 0];
  /** The player whose time is up. */
  fallen = null;
  #running = null;
  #since = 0;
  #timer = null;

  /** `tick` is called while a clock runs, several times a second. */
  constructor(tick) {
    this.tick = tick;
  }

  /** Sets both clocks; 0 takes them away. */
  set(seconds) {
    this.stop();
    [this.seconds, this.left, this.fallen] = [seconds, [seconds, seconds], null];
    this.tick();
  }

  /** Lets the clock of a player run; null stops both. */
  run(turn) {
    if (this.#running === turn && this.#timer) return;
    this.stop();
    if (this.seconds === 0 || turn === null || this.fallen !== null) return;
    this.#running = turn;
    this.#since = performance.now();
    this.#timer = setInterval(() => this.#count(), 200);
  }

  stop() {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#count();
    [this.#timer, this.#running] = [null, null];
  }

  #count() {
    const now = performance.now();
    const turn = this.#running;
    this.left[turn] = Math.max(0, this.left[turn] - (now - this.#since) / 1000);
    this.#since = now;
    if (this.left[turn] === 0 && this.fallen === null) {
      this.fallen = turn;
      clearInterval(this.#timer);
      this.#timer = null;
    }
    this.tick();
  }

  /** Returns the time that a player has: `4:05`. */
  text(player) {
    const left = Math.ceil(this.left[player]);
    return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}
