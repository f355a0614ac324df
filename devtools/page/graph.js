// The graph of all beans: each in a column to the right of those that it is given.
import { html, useEffect, useMemo, useRef, useState } from "./vendor/preact.js";

const box = { width: 168, height: 24, row: 30, between: 64, inside: 12 };
const tallest = 40; // beans of a column; more make a second one beside it

/** Puts beans into layers: those that are given nothing of what is shown into the first, and each behind all that it is given. */
function layersOf(beans) {
  const byName = new Map(beans.map((bean) => [bean.name, bean]));
  const depths = new Map();
  const depthOf = (bean) => {
    if (depths.has(bean.name)) return depths.get(bean.name);
    depths.set(bean.name, 0); // what is in a circle stays in the first layer
    let depth = 0;
    for (const name of bean.asks) if (byName.has(name)) depth = Math.max(depth, depthOf(byName.get(name)) + 1);
    depths.set(bean.name, depth);
    return depth;
  };
  const layers = [];
  for (const bean of beans) (layers[depthOf(bean)] ??= []).push(bean);
  return layers;
}

/** Sorts each layer by where its neighbours are, a few times, so that fewer lines cross. */
function untangle(layers) {
  const at = new Map();
  const note = (layer) => layer.forEach((bean, i) => at.set(bean.name, layer.length > 1 ? i / (layer.length - 1) : 0.5));
  layers.forEach(note);
  const sort = (layer, neighbours) => {
    const middle = new Map(layer.map((bean) => {
      const places = bean[neighbours].map((name) => at.get(name)).filter((place) => place !== undefined);
      return [bean.name, places.length ? places.reduce((sum, place) => sum + place, 0) / places.length : at.get(bean.name)];
    }));
    layer.sort((a, b) => middle.get(a.name) - middle.get(b.name));
    note(layer);
  };
  for (let round = 0; round < 3; round++) {
    for (const layer of layers) sort(layer, "asks");
    for (const layer of layers.toReversed()) sort(layer, "given");
  }
  return layers;
}

/** Says where each bean is drawn: {nodes by name, width, height}. */
export function layout(beans) {
  const nodes = new Map();
  let left = 1, height = 0;
  for (const layer of untangle(layersOf(beans))) {
    const columns = Math.ceil(layer.length / tallest), rows = Math.ceil(layer.length / columns);
    layer.forEach((bean, i) => nodes.set(bean.name, { bean, x: left + Math.floor(i / rows) * (box.width + box.inside), y: 1 + (i % rows) * box.row }));
    height = Math.max(height, rows * box.row);
    left += columns * (box.width + box.inside) - box.inside + box.between;
  }
  return { nodes, width: Math.max(0, left - box.between + 1), height: height + 2 };
}

function path(from, to) {
  const x1 = from.x + box.width, y1 = from.y + box.height / 2, x2 = to.x - 5, y2 = to.y + box.height / 2, bend = Math.max(24, (x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

/** Draws the beans, or those that a filter shows with their neighbours. The lines of the one that is pointed at, or chosen, stand out. */
export function Whole({ beans, shown, kinds, chosen, open }) {
  const [own, setOwn] = useState(true);
  const [pointed, setPointed] = useState(null);
  const region = useRef(null);
  const drawn = useMemo(() => {
    const wanted = new Set(shown.flatMap((bean) => (shown.length === beans.length ? [bean.name] : [bean.name, ...bean.asks, ...bean.given])));
    return beans.filter((bean) => wanted.has(bean.name) && (own || bean.kind !== "host"));
  }, [beans, shown, own]);
  const { nodes, width, height } = useMemo(() => layout(drawn), [drawn]);
  const lines = useMemo(() => drawn.flatMap((bean) => [...new Set(bean.asks)].filter((name) => nodes.has(name)).map((name) => ({ from: name, to: bean.name, d: path(nodes.get(name), nodes.get(bean.name)) }))), [nodes]);
  const of = pointed ?? chosen;
  const near = useMemo(() => new Set(lines.flatMap((line) => (line.from === of ? [line.to] : line.to === of ? [line.from] : []))), [lines, of]);
  const matching = shown.length < beans.length ? new Set(shown.map((bean) => bean.name)) : null;
  useEffect(() => { // what is chosen is in sight
    const node = chosen && nodes.get(chosen), to = region.current;
    if (!node || !to) return;
    if (node.x < to.scrollLeft || node.x + box.width > to.scrollLeft + to.clientWidth) to.scrollLeft = node.x - (to.clientWidth - box.width) / 2;
    if (node.y < to.scrollTop || node.y + box.height > to.scrollTop + to.clientHeight) to.scrollTop = node.y - to.clientHeight / 2;
  }, [chosen, nodes]);
  const draw = (line) => html`<path key=${`${line.from} ${line.to}`} class=${line.from === of ? "gives" : line.to === of ? "asks" : ""} d=${line.d} marker-end="url(#to)" />`;
  const touches = (line) => line.from === of || line.to === of;
  return html`<div class="whole">
    <div class="buttons"><label class="check"><input type="checkbox" checked=${own} onChange=${(event) => setOwn(event.currentTarget.checked)} /> with the beans of fwrun</label>
      <span class="soft">${drawn.length} beans, ${lines.length} injections; each line leads from a bean to one that depends on it</span></div>
    ${drawn.length ? null : html`<div class="empty">no bean matches</div>`}
    <div class="graph" role="region" aria-label="graph of all beans" tabindex="0" ref=${region}>
      <svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} aria-hidden="true">
        <defs><marker id="to" viewBox="0 0 6 6" refX="1" refY="3" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0 6 3 0 6z" /></marker></defs>
        ${lines.filter((line) => !touches(line)).map(draw)}${lines.filter(touches).map(draw)}
      </svg>
      ${drawn.map((bean) => html`<button type="button" key=${bean.name} data-kind=${kinds[bean.kind] ?? "plain"} aria-pressed=${bean.name === chosen}
        class=${`node ${bean.name === chosen ? "middle" : ""} ${near.has(bean.name) ? "near" : ""} ${matching?.has(bean.name) ? "match" : ""}`}
        title=${`${bean.name}: ${bean.kind}${bean.place ? `, ${bean.place}` : ""}; depends on ${bean.asks.length}, is used by ${bean.given.length}`}
        style=${{ left: `${nodes.get(bean.name).x}px`, top: `${nodes.get(bean.name).y}px`, width: `${box.width}px`, height: `${box.height}px` }}
        onMouseEnter=${() => setPointed(bean.name)} onMouseLeave=${() => setPointed(null)} onFocus=${() => setPointed(bean.name)} onBlur=${() => setPointed(null)}
        onClick=${() => open(bean.name)}>${bean.name}</button>`)}
    </div></div>`;
}
