// The caches: how well each works, and how to empty it.
import { html } from "../vendor/preact.js";
import { number } from "../format.js";
import { Action, Badge, Bar, Table, useAnswer, Waiting } from "../parts.js";

export const title = "Caches";
export const order = 80;

export function Pane({ del }) {
  const answer = useAnswer("api/manage/caches", { live: true });
  const caches = Object.entries(answer.value?.cacheManagers?.cacheManager?.caches ?? {}).map(([name, of]) => ({ name, ...of }));
  const share = (c) => (c.hits + c.misses ? c.hits / (c.hits + c.misses) : null);
  const columns = [
    { title: "cache", cell: (c) => html`<b>${c.name}</b>` },
    { title: "kept in", cell: (c) => html`<${Badge}>${c.target}<//>` },
    { title: "entries", kind: "number", cell: (c) => number(c.entries) },
    { title: "found", kind: "number", cell: (c) => number(c.hits) },
    { title: "missing", kind: "number", cell: (c) => number(c.misses) },
    { title: "pushed out", kind: "number", cell: (c) => number(c.evictions) },
    { title: "share found", kind: "wide", cell: (c) => (share(c) == null ? html`<span class="soft">not used yet</span>` : html`<span class="share"><span class="bar-chart"><div style=${{ width: `${Math.round(share(c) * 100)}%` }}></div></span> ${Math.round(share(c) * 100)} %</span>`) },
    { title: "", kind: "tight", cell: (c) => html`<${Action} sure="Empty: really?" act=${async () => (await del(`api/manage/caches/${encodeURIComponent(c.name)}`), `${c.name} is empty`)}>Empty<//>` },
  ];
  return html`<${Bar} title="Caches" count=${caches.length}>
      ${caches.length > 1 ? html`<${Action} sure="Empty all: really?" act=${async () => (await del("api/manage/caches"), "all caches are empty")}>Empty all<//>` : null}<//>
    ${answer.value ? html`<div class="scroll" role="region" aria-label="content" tabindex="0"><${Table} label="caches" columns=${columns} rows=${caches} keyOf=${(c) => c.name} empty="nothing is cached" /></div>` : html`<${Waiting} answer=${answer} />`}`;
}
