// The migrations: what was applied, what is due, and what that would do.
import { html, useState } from "../vendor/preact.js";
import { clock, duration } from "../format.js";
import { Action, Badge, Bar, Table, useAnswer, Waiting } from "../parts.js";

export const title = "Migrations";
export const order = 100;

const kinds = { applied: "good", due: "info", changed: "warn", missing: "bad" };

export function Pane({ get }) {
  const answer = useAnswer("api/manage/migrations");
  const [plan, setPlan] = useState(null);
  const connections = answer.value?.connections ?? [];
  const due = connections.reduce((sum, c) => sum + c.files.filter((f) => f.state === "due").length, 0);
  const columns = [
    { title: "file", kind: "wide", cell: (f) => html`<code>${f.path}</code>` },
    { title: "state", kind: "tight", cell: (f) => html`<${Badge} kind=${kinds[f.state]}>${f.state}<//>` },
    { title: "applied", kind: "tight", cell: (f) => (f.executed_at ? html`<span title=${f.executed_at}>${clock(f.executed_at)}</span> <span class="soft">by ${f.executed_by}</span>` : "–") },
    { title: "took", kind: "number", cell: (f) => (f.duration_ms == null ? "–" : duration(f.duration_ms)) },
  ];
  return html`<${Bar} title="Migrations" count=${`${connections.reduce((sum, c) => sum + c.files.length, 0)}, ${due} due`}>
      <${Action} act=${async () => setPlan(await get("api/migrations/plan"))} title="what a run would do; nothing is changed">Plan<//><//>
    ${answer.value ? html`<div class="scroll" role="region" aria-label="content" tabindex="0">
      ${answer.value.problems?.map((p) => html`<p class="bad" role="alert">${p.connection}: ${p.message}</p>`)}
      ${plan ? html`<${Plan} plan=${plan} />` : null}
      ${connections.map((c) => html`<section key=${c.name}><h3>${c.name} <${Badge}>${c.kind}<//></h3><${Table} label=${`migrations of ${c.name}`} columns=${columns} rows=${c.files} keyOf=${(f) => f.path} empty="no files" /></section>`)}
      ${connections.length === 0 ? html`<div class="empty">no datasource has migrations</div>` : null}</div>` : html`<${Waiting} answer=${answer} />`}`;
}

function Plan({ plan }) {
  const files = plan.connections.flatMap((c) => c.files.map((f) => ({ ...f, connection: c.name })));
  return html`<section aria-label="plan"><h3>What a run would do</h3>
    ${plan.problems?.map((p) => html`<p class="bad">${p.connection}: ${p.message}</p>`)}
    ${files.length === 0 ? html`<p class="good">Nothing: all files have run.</p>` : files.map((f) => html`<div key=${f.path}><code>${f.path}</code> <${Badge} kind=${kinds[f.state]}>${f.state}<//>
      ${(f.steps ?? []).map((step) => html`<pre class="code" tabindex="0">${stepText(step)}</pre>`)}</div>`)}</section>`;
}

const stepText = (step) => [step.note && `-- ${step.note}`, step.sql ?? [step.method, step.path].filter(Boolean).join(" "), step.body && JSON.stringify(step.body, null, 2)].filter(Boolean).join("\n");
