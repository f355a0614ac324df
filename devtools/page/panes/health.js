// The process: whether it is well, what its workers and its memory do.
import { html } from "../vendor/preact.js";
import { bytes, number, relative } from "../format.js";
import { Action, Badge, Bar, Facts, useAnswer, Waiting } from "../parts.js";

export const title = "Health";
export const order = 120;

const kinds = { UP: "good", DOWN: "bad", OUT_OF_SERVICE: "bad", UNKNOWN: "warn" };

export function Pane() {
  const health = useAnswer("api/manage/health");
  const process = useAnswer("api/process", { live: true });
  const parts = Object.entries(health.value?.components ?? {});
  return html`<${Bar} title="Health"><${Action} act=${() => health.again()}>Ask again<//><//>
    <div class="scroll" role="region" aria-label="content" tabindex="0">
      <h3>Components ${health.value ? html`<${Badge} kind=${kinds[health.value.status] ?? "warn"}>${health.value.status}<//>` : null}</h3>
      ${health.value ? html`<div class="parts">${parts.map(([name, part]) => html`<${Part} key=${name} ...${{ name, part }} />`)}</div>` : html`<${Waiting} answer=${health} />`}
      ${process.value ? html`<${Process} p=${process.value} />` : html`<${Waiting} answer=${process} />`}
    </div>`;
}

function Part({ name, part }) {
  const details = part.components ? Object.entries(part.components).map(([one, of]) => [one, of.status]) : Object.entries(part.details ?? {}).map(([key, value]) => [key, shown(key, value)]);
  return html`<section class="part"><div class="title"><span class="name">${name}</span><${Badge} kind=${kinds[part.status] ?? "warn"}>${part.status}<//></div><${Facts} rows=${details} /></section>`;
}

const shown = (key, value) => (typeof value === "number" && /total|free|threshold|bytes|used/i.test(key) ? bytes(value) : typeof value === "object" ? JSON.stringify(value) : String(value));

function Process({ p }) {
  const w = p.workers;
  return html`<h3>Workers</h3>
    <div class="meters">
      <${Meter} label="busy workers" value=${w.busy} of=${w.made} text=${`${w.busy} of ${w.made}`} />
      <${Meter} label="heap" value=${p.heap} of=${p.limit || p.heap * 2} text=${p.limit ? `${bytes(p.heap)} of ${bytes(p.limit)}` : bytes(p.heap)} />
    </div>
    <${Facts} rows=${[["calls in progress", number(w.inFlight)], ["calls that wait for a worker", number(w.waiting)], ["timers", number(w.timers)], ["open connections of scripts", number(w.opened)],
      ["memory of the process", bytes(p.memory)], ["goroutines", number(p.goroutines)], ["processors", number(p.processors)], ["serves since", relative(p.began)], ["built with", p.go]]} />`;
}

const Meter = ({ label, value, of, text }) => html`<div class="meter"><span class="soft">${label}</span><b>${text}</b>
  <span class="bar-chart" role="meter" aria-label=${label} aria-valuenow=${value} aria-valuemin="0" aria-valuemax=${of} aria-valuetext=${text}><div style=${{ width: `${Math.min(100, of ? (value / of) * 100 : 0)}%` }}></div></span></div>`;
