// The configuration: what is set and where, what else could be, and what each key means.
import { html, useMemo, useState } from "../vendor/preact.js";
import { matches } from "../format.js";
import { VirtualList } from "../list.js";
import { Badge, Bar, Choice, Facts, Missing, Place, Split, Waiting, useAnswer } from "../parts.js";

export const title = "Configuration";
export const order = 50;

const shownValue = (value) => (value === null || value === undefined ? "–" : typeof value === "string" ? value || '""' : JSON.stringify(value));

export function Pane({ go, args, query }) {
  const [filter, setFilter] = useState("");
  const answer = useAnswer("api/config");
  const properties = answer.value?.properties ?? [];
  const which = query.get("show") ?? "set";
  const shown = useMemo(() => properties.filter((p) => (which === "all" || (which === "set" ? p.set : p.own)) && matches(filter, p.key, shownValue(p.value), p.origin, p.meaning)), [properties, which, filter]);
  const chosen = properties.find((p) => p.key === args[0]);
  const to = (key, show = which) => go(`config${key ? "/" + encodeURIComponent(key) : ""}?show=${show}`);
  const list = html`<${VirtualList} label="properties" items=${shown} height=${28} idOf=${(p) => p.key} selected=${chosen?.key} onSelect=${(p) => to(p.key)}
    empty=${which === "own" ? "the application sets no keys of its own" : "no key matches"}
    row=${(p) => html`<span class=${`grow mono ${p.set ? "" : "soft"}`}>${p.key}</span><span class="grow mono value">${shownValue(p.value)}</span><span class="origin soft">${p.origin}</span>`} />`;
  return html`<${Bar} title="Configuration" count=${shown.length} filter=${filter} onFilter=${setFilter}>
      <${Choice} label="which keys" options=${[["set", "set"], ["own", "the application's"], ["all", "all"]]} value=${which} onChange=${(show) => to("", show)} />
    <//>
    ${answer.value ? html`<${Split} onBack=${() => to("")} list=${list} detail=${chosen ? html`<${Detail} property=${chosen} />` : args[0] ? html`<${Missing} what="key" name=${args[0]} />` : null} />` : html`<${Waiting} answer=${answer} />`}`;
}

const Detail = ({ property: p }) => html`<div class="title"><span class="name mono">${p.key}</span>${p.own ? html`<${Badge} kind="info">the application's<//>` : null}${p.restart ? html`<${Badge} kind="warn">needs a restart<//>` : null}</div>
  ${p.meaning ? html`<p class="prose">${p.meaning}</p>` : null}
  <${Facts} rows=${[["value", html`<code>${shownValue(p.value)}</code>`], ["origin", p.place ? html`<${Place} at=${p.place} />` : p.origin], ["default", p.default ? html`<code>${p.default}</code>` : "none"], ["type", p.type]]} />
  ${p.value === "******" ? html`<p class="hint">The value looks secret, and is not shown.</p>` : null}`;
