// The methods that are run by the clock: when they ran and will run, and a run by hand.
import { html } from "../vendor/preact.js";
import { clock, duration, number, relative } from "../format.js";
import { Action, Badge, Bar, Place, Table, useAnswer, Waiting } from "../parts.js";

export const title = "Schedules";
export const order = 60;

const kinds = { ok: "good", failed: "bad", running: "info", skipped: "warn" };

export function Pane({ post }) {
  const answer = useAnswer("api/schedules", { live: true });
  const jobs = answer.value?.schedules ?? [];
  const columns = [
    { title: "job", kind: "wide", cell: (j) => html`<b>${j.name}</b><br /><${Place} at=${j.place} />${j.error && j.status === "failed" ? html`<div class="bad">${j.error}</div>` : null}` },
    { title: "when", kind: "tight", cell: (j) => (j.disabled ? html`<${Badge}>disabled<//> ${j.disabled}` : html`<code>${j.when}</code>${j.zone ? html`<br /><span class="soft">${j.zone === "Local" ? "local time" : j.zone}</span>` : null}`) },
    { title: "last", kind: "tight", cell: (j) => (j.status ? html`<${Badge} kind=${kinds[j.status]}>${j.status}<//> <span title=${j.start}>${relative(j.start)}</span><br /><span class="soft">${j.ms != null ? `took ${duration(j.ms)}` : ""}</span>` : html`<span class="soft">never</span>`) },
    { title: "next", kind: "tight", cell: (j) => (j.next ? html`<span title=${j.later.map((t) => clock(t)).join(", ")}>${relative(j.next)}</span><br /><span class="soft">${clock(j.next)}</span>` : "–") },
    { title: "runs", kind: "number", cell: (j) => number(j.runs) },
    { title: "failed", kind: "number", cell: (j) => html`<span class=${j.failures ? "bad" : ""}>${number(j.failures)}</span>` },
    { title: "skipped", kind: "number", cell: (j) => number(j.skipped) },
    { title: "", kind: "tight", cell: (j) => html`<${Action} act=${async () => (await post("api/schedules/run", { name: j.name }), `${j.name} was started`)} title="run it now; the schedule stays as it is">Run now<//>` },
  ];
  return html`<${Bar} title="Schedules" count=${jobs.length} />
    ${answer.value ? html`<div class="scroll" role="region" aria-label="content" tabindex="0"><${Table} label="schedules" columns=${columns} rows=${jobs} keyOf=${(j) => j.name} empty="no method has @Scheduled" /></div>` : html`<${Waiting} answer=${answer} />`}`;
}
