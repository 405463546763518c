// What the address says: view, game, moves, and what else a view wants to keep.
//
//   #play/mnk:3,3,3/a1,b2?at=1&values=1
//
// The same text gives the same view in any browser.

export const VIEWS = ["play", "explore", "check", "diagram", "games"];

/** Escapes a part of the address, but leaves readable what needs no escape. */
function escape(text) {
  return encodeURIComponent(text).replace(/%3A/g, ":").replace(/%2C/g, ",").replace(/%20/g, "+");
}

function unescape(text) {
  try {
    return decodeURIComponent(text.replace(/\+/g, "%20"));
  } catch {
    return text;
  }
}

/** Returns moves as one text, which `parseMoves` reads. */
export function formatMoves(moves) {
  return moves.map((move) => escape(move).replace(/,/g, "%2C")).join(",");
}

export function parseMoves(text) {
  return text
    .split(",")
    .filter((move) => move !== "")
    .map(unescape);
}

/** Returns the hash of a place: `{view, game, moves, params}`. Parameters that are null or empty are left out. */
export function format({ view, game, moves = [], params = {} }) {
  const path = [view];
  if (game) path.push(escape(game));
  if (moves.length > 0) path.push(formatMoves(moves));
  const pairs = [];
  for (const [name, value] of Object.entries(params)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== "") pairs.push(`${name}=${escape(String(one))}`);
    }
  }
  return `#${path.join("/")}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`;
}

/** Returns the whole number from 0 to `most` that is nearest to what a parameter says; 0 if that is no number. */
export function whole(text, most) {
  const number = Math.trunc(Number(text)) || 0;
  return Math.min(most, Math.max(0, number));
}

/** Reads a hash. Every parameter is a list of texts. */
export function parse(hash) {
  const text = hash.replace(/^#\/?/, "");
  const cut = text.indexOf("?");
  const path = (cut < 0 ? text : text.slice(0, cut)).split("/");
  // Without a prototype: a link may name any parameter, also `constructor`.
  const params = Object.create(null);
  for (const pair of cut < 0 ? [] : text.slice(cut + 1).split("&")) {
    const equals = pair.indexOf("=");
    if (equals <= 0) continue;
    (params[pair.slice(0, equals)] ??= []).push(unescape(pair.slice(equals + 1)));
  }
  const moves = parseMoves(path[2] ?? "");
  return { view: VIEWS.includes(path[0]) ? path[0] : null, game: unescape(path[1] ?? "") || null, moves, params };
}
