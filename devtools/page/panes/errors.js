// The errors by place: what fails, how often, and the requests that it has ended; before them, what TypeScript has said.
import { html, useMemo, useState } from "../vendor/preact.js";
import { matches } from "../format.js";
import { VirtualList } from "../list.js";
import { Badge, Bar, Facts, Missing, Split, Waiting, useAnswer } from "../parts.js";
import { Failure } from "./requests.js";

export const title = "Errors";
export const order = 20;

const idOf = (group) => `${group.name} ${group.place ?? group.handler}`;
const when = (at) => new Date(at).toLocaleTimeString("en", { hour12: false });

export function Pane({ go, args }) {
  const [filter, setFilter] = useState("");
  const answer = useAnswer("api/errors", { live: true });
  const types = (useAnswer("api/types", { live: true }).value?.types ?? []).filter((one) => matches(filter, one.name, one.message, one.place));
  const groups = answer.value?.errors ?? [];
  const shown = useMemo(() => groups.filter((g) => matches(filter, g.name, g.message, g.place, g.handler)), [groups, filter]);
  const chosen = groups.find((g) => idOf(g) === args[0]);
  const list = html`<${VirtualList} label="errors" items=${shown} height=${42} idOf=${idOf} selected=${chosen && idOf(chosen)} onSelect=${(g) => go(`errors/${encodeURIComponent(idOf(g))}`)}
    empty=${groups.length ? "no error matches" : "no error is kept"}
    row=${(g) => html`<span class="grow two"><span><b>${g.name || "error"}</b> ${g.message}</span><span class="soft mono">${g.place ?? g.handler}</span></span>
      <${Badge} kind="bad">×${g.count}<//><span class="cell-n">${when(g.last)}</span>`} />`;
  return html`<${Bar} title="Errors" count=${groups.length} filter=${filter} onFilter=${setFilter} />
    ${types.length ? html`<details open class="types"><summary>TypeScript: ${types.length}</summary>${types.map((of) => html`<${Failure} key=${of.place + of.name + of.message} of=${of} />`)}</details>` : null}
    ${answer.value ? html`<${Split} onBack=${() => go("errors")} list=${list} detail=${chosen ? html`<${Group} key=${idOf(chosen)} of=${chosen} go=${go} />` : args[0] ? html`<${Missing} what="error" name=${args[0]} />` : null} />` : html`<${Waiting} answer=${answer} />`}`;
}

const Group = ({ of, go }) => html`<div class="title"><span class="name">${of.name || "error"}</span><${Badge} kind="bad">×${of.count}<//></div>
  <${Failure} of=${of} />
  <${Facts} rows=${[["handler", of.handler], ["first", when(of.first)], ["last", when(of.last)]]} />
  <h3>Requests</h3>
  <div class="buttons">${of.stories.map((id) => html`<button type="button" key=${id} onClick=${() => go(`requests/${id}`)}>${id}</button>`)}</div>
  ${of.count > of.stories.length ? html`<p class="soft">and ${of.count - of.stories.length} before them</p>` : null}`;
