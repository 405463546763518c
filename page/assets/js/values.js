// What a value looks like and how it is spoken: a tone for the colour, a sign that needs no colour, and words.

/** The tones: classes of CSS. `low` and `high` are values that are known in part. */
export const TONES = {
  win: { sign: "+", word: "win" },
  draw: { sign: "=", word: "draw" },
  loss: { sign: "−", word: "loss" },
  high: { sign: "≥", word: "draw or win" },
  low: { sign: "≤", word: "loss or draw" },
  unknown: { sign: "?", word: "unknown" },
};

const verdict = (text) => (text ?? "").split(" ")[0];

/** Returns the tone of a value. */
export function tone(value) {
  if (!value) return "unknown";
  if (["win", "draw", "loss"].includes(value.value)) return value.value;
  const [least, most] = [verdict(value.least), verdict(value.most)];
  if (least === "draw" && most === "win") return "high";
  if (least === "loss" && most === "draw") return "low";
  return "unknown";
}

/** Returns the short form for a square: `+3`, `=`, `−6`, `?`. */
export function short(value) {
  const kind = tone(value);
  if (kind === "high") return "≥=";
  if (kind === "low") return "≤=";
  const { sign } = TONES[kind];
  return value?.plies !== null && value?.plies !== undefined && kind !== "draw" ? `${sign}${value.plies}` : sign;
}

/** Returns the value in words: `draw`, `win in 3`, `unknown`. */
export function words(value) {
  const kind = tone(value);
  const { word } = TONES[kind];
  if (["win", "loss"].includes(kind)) {
    return value.plies === null || value.plies === undefined ? word : `${word} in ${value.plies}`;
  }
  return word;
}

const ORDER = { win: 5, high: 4, draw: 3, unknown: 2, low: 1, loss: 0 };

/** Returns a number that is greater for better values: quick wins, then slow ones, draws, slow losses, quick ones. */
export function rank(value) {
  const kind = tone(value);
  const plies = value?.plies ?? 0;
  if (kind === "win") return 5000 - plies;
  if (kind === "loss") return plies;
  return ORDER[kind] * 1000;
}

/** Returns the best of several values, or null if there is none. */
export function best(values) {
  return values.reduce((one, other) => (one && rank(one) >= rank(other) ? one : other), null);
}

/** Returns the value as the other player sees it. */
export function turned(value) {
  if (!value) return value;
  const other = { win: "loss", loss: "win" };
  const flip = (text) => text?.replace(/win|loss/, (word) => other[word]);
  return { ...value, value: other[value.value] ?? value.value, least: flip(value.most), most: flip(value.least) };
}

/** Returns a map from the text of a move to its value. */
export function byMove(values) {
  return new Map((values?.moves ?? []).map((one) => [one.move, one]));
}
