// The kinds of claims, how they are written in the address, and how they go into a request.

/** For each kind: what it says, and what its parts are called. */
export const KINDS = {
  always: { text: "always", hint: "is true of every position", parts: ["this"] },
  find: { text: "can be reached", hint: "a position where this is true can be reached", parts: ["this"] },
  eventually: { text: "eventually", hint: "becomes true in every game", parts: ["this"] },
  leads_to: {
    text: "leads to",
    hint: "whenever the first is true, the second becomes true in every game",
    parts: ["whenever", "then in the end"],
  },
  until: {
    text: "until",
    hint: "the first stays true until the second becomes true, which must happen",
    parts: ["this stays", "until"],
  },
  path: { text: "path", hint: "some game meets all of these, in this order", parts: ["this"] },
  force: {
    text: "can force",
    hint: "a player can bring this about, whatever the other does",
    parts: ["this"],
    player: true,
  },
  no_deadlock: { text: "no deadlock", hint: "every unfinished position has a move", parts: [] },
};

/** Reads claims from the address: `kind|expression|expression`. For `force` the first part is the player. */
export function readClaims(texts) {
  return texts
    .map((text) => text.split("|"))
    .filter(([kind]) => Object.hasOwn(KINDS, kind))
    .map(([kind, ...parts]) =>
      KINDS[kind].player ? { kind, player: parts[0], parts: parts.slice(1) } : { kind, parts },
    );
}

export function writeClaims(claims) {
  return claims.map(({ kind, player, parts }) => [kind, ...(KINDS[kind].player ? [player] : []), ...parts].join("|"));
}

/** Returns the field `claims` of a request. */
export function bodyOf(claims) {
  const body = {};
  for (const { kind, player, parts } of claims) {
    if (kind === "no_deadlock") body.no_deadlock = true;
    else (body[kind] ??= []).push(...(KINDS[kind].player ? [`${player}:${parts[0]}`] : parts));
  }
  return body;
}
