// The databases: their tables and rows, and statements that only read.
import { html, useEffect, useState } from "../vendor/preact.js";
import { duration, matches, number } from "../format.js";
import { VirtualList } from "../list.js";
import { Action, Badge, Bar, Choice, Missing, Split, useAnswer, Waiting } from "../parts.js";

export const title = "Database";
export const order = 90;

export function Pane({ go, args, get, post, query }) {
  const [filter, setFilter] = useState("");
  const answer = useAnswer("api/databases");
  const databases = answer.value?.databases ?? [];
  const db = databases.find((one) => one.name === args[0]) ?? databases.find((one) => one.primary) ?? databases[0];
  const table = db?.tables.find((one) => one.name === args[1]);
  const sql = query.get("sql") !== null;
  if (!answer.value) return html`<${Bar} title="Database" /><${Waiting} answer=${answer} />`;
  if (!db) return html`<${Bar} title="Database" /><div class="empty">no datasource is configured</div>`;
  const shown = db.tables.filter((one) => matches(filter, one.name));
  const base = `database/${encodeURIComponent(db.name)}`;
  const list = html`${db.error ? html`<p class="problem bad" role="alert">${db.error}</p>` : null}
    <${VirtualList} label="tables" items=${shown} height=${28} idOf=${(one) => one.name} selected=${table?.name} onSelect=${(one) => go(`${base}/${encodeURIComponent(one.name)}`)} empty="there are no tables"
    row=${(one) => html`<span class="grow">${one.name}</span>${one.view ? html`<${Badge}>view<//>` : null}`} />`;
  const detail = sql ? html`<${Query} key=${db.name} ...${{ db, post, table }} />` : table ? html`<${Rows} key=${`${db.name}/${table.name}`} ...${{ db, table, get, go, base }} />`
    : args[0] && args[0] !== db.name ? html`<${Missing} what="datasource" name=${args[0]} />` : args[1] ? html`<${Missing} what="table" name=${args[1]} />` : null;
  return html`<${Bar} title="Database" count=${db.kind} filter=${filter} onFilter=${setFilter}>
      ${databases.length > 1 ? html`<${Choice} label="datasource" options=${databases.map((one) => one.name)} value=${db.name} onChange=${(name) => go(`database/${encodeURIComponent(name)}`)} />` : null}
      <button type="button" class=${sql ? "primary" : ""} onClick=${() => go(`${base}${table ? "/" + encodeURIComponent(table.name) : ""}${sql ? "" : "?sql="}`)}>SQL</button><//>
    <${Split} onBack=${() => go(base)} list=${list} detail=${detail} />`;
}

const page = 100;

function Rows({ db, table, get }) {
  const [at, setAt] = useState({ offset: 0, sort: "", down: false });
  const path = `api/databases/rows?database=${encodeURIComponent(db.name)}&table=${encodeURIComponent(table.name)}&limit=${page}&offset=${at.offset}&sort=${encodeURIComponent(at.sort)}&down=${at.down}`;
  const answer = useAnswer(path);
  const [before, setBefore] = useState(null);
  useEffect(() => void (answer.value && setBefore(answer.value)), [answer.value]);
  const found = answer.value ?? before;
  const total = found?.total;
  return html`<div class="title"><span class="name">${table.name}</span><span class="soft">${total ? `${number(total.rows)}${total.more ? " and more" : ""} ${total.rows === 1 ? "row" : "rows"}` : ""}</span></div>
    ${answer.error ? html`<p class="bad" role="alert">${answer.error.message}</p>` : null}
    ${found ? html`<${Grid} found=${found} sort=${at} onSort=${(column) => setAt({ offset: 0, sort: column, down: at.sort === column && !at.down })} />
      <div class="buttons"><button type="button" disabled=${at.offset === 0} onClick=${() => setAt({ ...at, offset: Math.max(0, at.offset - page) })}>‹ before</button>
        <span class="soft">${found.rows.length ? `${number(at.offset + 1)}–${number(at.offset + found.rows.length)}` : "no rows"}</span>
        <button type="button" disabled=${found.rows.length < page} onClick=${() => setAt({ ...at, offset: at.offset + page })}>next ›</button></div>` : html`<${Waiting} answer=${answer} />`}`;
}

let typed = {}; // by datasource, while the page is open

function Query({ db, post, table }) {
  const [text, setText] = useState(typed[db.name] ?? `SELECT * FROM ${table?.name ?? db.tables.find((one) => !one.view)?.name ?? "…"}`);
  const [found, setFound] = useState(null);
  const [error, setError] = useState(null);
  useEffect(() => void (typed[db.name] = text), [text]);
  const run = async (plan) => {
    setError(null);
    try {
      setFound({ ...(await post("api/databases/query", { database: db.name, sql: text, plan })), plan });
    } catch (failed) {
      setFound(null);
      setError(failed);
    }
  };
  const pressed = (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run(false);
  };
  return html`<div class="title"><span class="name">SQL</span><span class="soft">read only: the database refuses everything else</span></div>
    <textarea rows="5" aria-label="statement" spellcheck="false" value=${text} onInput=${(event) => setText(event.currentTarget.value)} onKeyDown=${pressed}></textarea>
    <div class="buttons"><${Action} kind="primary" act=${() => run(false)} title="Ctrl Enter">Run<//><${Action} act=${() => run(true)} title="how the database would run it">Plan<//>
      ${found ? html`<span class="soft">${number(found.rows.length)}${found.more ? " and more" : ""} ${found.rows.length === 1 && !found.more ? "row" : "rows"}, ${duration(found.ms)}</span>` : null}</div>
    ${error ? html`<p class="bad" role="alert">${error.message}${error.hint ? html`<br /><span class="soft">${error.hint}</span>` : null}</p>` : null}
    ${found ? (found.plan && db.kind === "sqlite" ? html`<${Plan} found=${found} />` : html`<${Grid} found=${found} />`) : null}`;
}

/** SQLite's plan, as the tree that it is. */
function Plan({ found }) {
  const depth = new Map();
  return html`<ul class="plan" aria-label="plan">${found.rows.map(([id, parent, , detail]) => {
    depth.set(id, (depth.get(parent) ?? -1) + 1);
    return html`<li style=${{ paddingLeft: `${depth.get(id) * 18}px` }} class=${/^SCAN/.test(detail) ? "warn" : ""}><code>${detail}</code></li>`;
  })}</ul>`;
}

function Grid({ found, sort, onSort }) {
  if (found.columns.length === 0) return html`<div class="empty">no columns</div>`;
  return html`<div class="table grid" role="region" aria-label="rows" tabindex="0"><table><thead><tr>${found.columns.map((column, i) => html`<th scope="col" title=${found.types[i]} aria-sort=${sort?.sort === column ? (sort.down ? "descending" : "ascending") : undefined}>
      ${onSort ? html`<button type="button" class="link" onClick=${() => onSort(column)}>${column}${sort.sort === column ? (sort.down ? " ↓" : " ↑") : ""}</button>` : column}</th>`)}</tr></thead>
    <tbody>${found.rows.map((row) => html`<tr>${row.map((value) => html`<td class=${typeof value === "number" ? "number" : ""}>${value === null ? html`<span class="soft">null</span>` : typeof value === "object" ? JSON.stringify(value) : String(value)}</td>`)}</tr>`)}</tbody></table></div>`;
}
