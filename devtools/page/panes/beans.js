// The beans: what the container has made, what is injected into what, and where that is written.
import { html, useMemo, useState } from "../vendor/preact.js";
import { matches } from "../format.js";
import { Whole } from "../graph.js";
import { VirtualList } from "../list.js";
import { Badge, Bar, Choice, Facts, Missing, Place, Split, Waiting, useAnswer, useKept } from "../parts.js";

export const title = "Beans";
export const order = 40;

const kinds = { RestController: "info", Service: "good", Component: "good", Repository: "warn", Configuration: "warn", ConfigurationProperties: "warn", host: "plain" };

export function Pane({ go, args }) {
  const [filter, setFilter] = useState("");
  const [view, setView] = useKept("beans", "list");
  const answer = useAnswer("api/beans");
  const beans = answer.value?.beans ?? [];
  const shown = useMemo(() => beans.filter((bean) => matches(filter, bean.name, bean.kind, bean.type, bean.place)), [beans, filter]);
  const chosen = beans.find((bean) => bean.name === args[0]);
  const open = (name) => go(`beans/${encodeURIComponent(name)}`);
  const list = html`<${VirtualList} label="beans" items=${shown} height=${30} idOf=${(bean) => bean.name} selected=${chosen?.name} onSelect=${(bean) => open(bean.name)}
    empty="no bean matches" row=${(bean) => html`<span class="grow">${bean.name}</span><${Badge} kind=${kinds[bean.kind]}>${bean.kind}<//>`} />`;
  const waiting = answer.value ? null : html`<${Waiting} answer=${answer} />`;
  return html`<${Bar} title="Beans" count=${beans.length} filter=${filter} onFilter=${setFilter}><${Choice} label="how they are shown" options=${["list", "graph"]} value=${view} onChange=${setView} /><//>
    ${waiting ?? html`<${Split} onBack=${() => go("beans")}
      list=${view === "graph" ? html`<${Whole} beans=${beans} shown=${shown} kinds=${kinds} chosen=${chosen?.name} open=${open} />` : list}
      detail=${chosen ? html`<${Detail} bean=${chosen} beans=${beans} open=${open} />` : args[0] ? html`<${Missing} what="bean" name=${args[0]} />` : null} />`}
    ${answer.value?.leftOut.length && !chosen ? html`<${LeftOut} list=${answer.value.leftOut} />` : null}`;
}

function Detail({ bean, beans, open }) {
  return html`<div class="title"><span class="name">${bean.name}</span><${Badge} kind=${kinds[bean.kind]}>${bean.kind}<//>
      ${bean.primary ? html`<${Badge}>primary<//>` : null}${bean.lazy ? html`<${Badge}>lazy<//>` : null}</div>
    <${Facts} rows=${[["class", html`<code>${bean.type}</code>`], ["source", bean.place ? html`<${Place} at=${bean.place} />` : "fwrun"], ["depends on", bean.asks.length], ["is used by", bean.given.length]]} />
    <h3>Its dependencies, and the beans that depend on it</h3>
    <${Graph} of=${bean} beans=${beans} open=${open} />`;
}

const box = { width: 170, height: 24, gap: 10, between: 56 };

/** Draws a bean between those that it is given, on the left, and those that it is given to; each opens when it is chosen. */
function Graph({ of, beans, open }) {
  const tall = Math.max(1, of.asks.length, of.given.length);
  const height = tall * (box.height + box.gap) - box.gap;
  const columns = [of.asks, [of.name], of.given].map((names, column) => {
    const top = (height - (names.length * (box.height + box.gap) - box.gap)) / 2;
    return names.map((name, i) => ({ name, x: column * (box.width + box.between) + 1, y: top + i * (box.height + box.gap) + 1, middle: column === 1 }));
  });
  const center = columns[1][0];
  const line = (from, to) => {
    const x1 = from.x + box.width, y1 = from.y + box.height / 2, x2 = to.x, y2 = to.y + box.height / 2, half = (x1 + x2) / 2;
    return html`<path d=${`M${x1} ${y1} C${half} ${y1} ${half} ${y2} ${x2 - 5} ${y2}`} marker-end="url(#arrow)" />`;
  };
  const width = 3 * box.width + 2 * box.between + 2;
  return html`<div class="graph" role="region" aria-label="graph" tabindex="0"><svg width=${width} height=${height + 2} viewBox=${`0 0 ${width} ${height + 2}`} aria-hidden="true">
      <defs><marker id="arrow" viewBox="0 0 6 6" refX="1" refY="3" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0 6 3 0 6z" /></marker></defs>
      ${columns[0].map((one) => line(one, center))}${columns[2].map((one) => line(center, one))}
    </svg>
    ${columns.flat().map((one) => html`<button type="button" class=${`node ${one.middle ? "middle" : ""}`} title=${kindOf(beans, one.name)} disabled=${one.middle}
      style=${{ left: `${one.x}px`, top: `${one.y}px`, width: `${box.width}px`, height: `${box.height}px` }} onClick=${() => open(one.name)}>${one.name}</button>`)}
  </div>`;
}

const kindOf = (beans, name) => beans.find((bean) => bean.name === name)?.kind ?? "not in use";

const LeftOut = ({ list }) => html`<section class="below"><h3>Excluded by conditions</h3>
  ${list.map((one) => html`<p><b>${one.name}</b> <span class="soft">${one.why}</span> <${Place} at=${one.place} /></p>`)}</section>`;
