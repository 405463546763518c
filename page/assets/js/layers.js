// Puts the nodes of a layered graph in places: one layer below the other, few crossings.

/** Returns nodes by layer, each layer in an order that follows its neighbours. */
export function order(nodes, edges, layerOf) {
  const layers = new Map();
  for (const node of nodes) {
    const layer = layerOf(node);
    if (!layers.has(layer)) layers.set(layer, []);
    layers.get(layer).push(node);
  }
  const sorted = [...layers.keys()].sort((one, other) => one - other).map((layer) => layers.get(layer));
  const above = neighbours(edges, "to", "from");
  const below = neighbours(edges, "from", "to");
  for (let sweep = 0; sweep < 4; sweep += 1) {
    for (let at = 1; at < sorted.length; at += 1) arrange(sorted, at, above);
    for (let at = sorted.length - 2; at >= 0; at -= 1) arrange(sorted, at, below);
  }
  for (let at = 1; at < sorted.length; at += 1) arrange(sorted, at, above);
  return sorted;
}

function neighbours(edges, from, to) {
  const found = new Map();
  for (const edge of edges) {
    if (!found.has(edge[from])) found.set(edge[from], []);
    found.get(edge[from]).push(edge[to]);
  }
  return found;
}

/** Sorts a layer by the middle of the neighbours that its nodes have in other layers. */
function arrange(layers, at, near) {
  const places = new Map();
  for (const layer of layers) layer.forEach((node, index) => places.set(node.id, (index + 0.5) / layer.length));
  const middle = (node) => {
    const known = (near.get(node.id) ?? []).map((id) => places.get(id)).filter((place) => place !== undefined);
    return known.length === 0 ? places.get(node.id) : known.reduce((sum, place) => sum + place, 0) / known.length;
  };
  const wanted = new Map(layers[at].map((node) => [node, middle(node)]));
  layers[at].sort((one, other) => wanted.get(one) - wanted.get(other));
}

/**
 * Returns `{places, width, height}`: for each id the centre and the side of its square. A layer with many nodes has
 * smaller ones, and breaks into rows when they would become too small to point at.
 */
export function place(layers, width, { largest = 84, smallest = 26, gap = 56 } = {}) {
  const places = new Map();
  let y = 0;
  for (const layer of layers) {
    const room = (width / layer.length) * 0.86;
    const side = Math.max(smallest, Math.min(largest, room));
    const fit = Math.max(1, Math.floor(width / (side / 0.86)));
    const rows = Math.ceil(layer.length / fit);
    const each = Math.ceil(layer.length / rows);
    layer.forEach((node, index) => {
      const row = Math.floor(index / each);
      const inRow = Math.min(each, layer.length - row * each);
      const x = (width / inRow) * ((index % each) + 0.5);
      places.set(node.id, { x, y: y + side / 2 + row * (side + 6), side });
    });
    y += rows * (side + 6) + gap;
  }
  return { places, width, height: Math.max(1, y - gap) };
}
