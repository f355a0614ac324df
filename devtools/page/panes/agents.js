// What agents are offered, as they see it, and a playground that calls it as they do.
import { html, useMemo, useState } from "../vendor/preact.js";
import { clock, duration, matches, number } from "../format.js";
import { Field, Group, Raw, sample } from "../form.js";
import { useIdentity, vouchedFor, Who } from "../identity.js";
import { VirtualList } from "../list.js";
import { Action, Badge, Bar, Choice, Facts, Json, Missing, Place, Split, Waiting, useAnswer } from "../parts.js";

export const title = "Agents";
export const order = 110;

const kinds = { tool: "good", resource: "info", prompt: "warn" };
const idOf = (e) => `${e.kind}:${e.name}`;

export function Pane({ go, args, get, post, about }) {
  const [filter, setFilter] = useState("");
  const answer = useAnswer("api/agents");
  const entries = answer.value?.entries ?? [];
  const shown = useMemo(() => entries.filter((e) => matches(filter, e.kind, e.name, e.handler, JSON.stringify(e.shown))), [entries, filter]);
  const chosen = entries.find((e) => idOf(e) === args[0]);
  const list = html`<${VirtualList} label="what agents are offered" items=${shown} height=${40} idOf=${idOf} selected=${chosen && idOf(chosen)} onSelect=${(e) => go(`agents/${encodeURIComponent(idOf(e))}`)}
    empty=${entries.length ? "nothing matches" : "the application offers nothing to agents; see @McpTool"}
    row=${(e) => html`<span class="grow two"><span>${e.name}</span><span class="soft">${e.shown.description ?? e.shown.title ?? e.handler}</span></span><span class="cell-n">${number(e.tokens)} tokens</span><${Badge} kind=${kinds[e.kind]}>${e.kind}<//>`} />`;
  return html`<${Bar} title="Agents" count=${entries.length ? `${entries.length}, about ${number(answer.value.tokens)} tokens` : 0} filter=${filter} onFilter=${setFilter} />
    ${answer.value ? html`<${Split} onBack=${() => go("agents")} list=${list} detail=${chosen ? html`<${Entry} key=${idOf(chosen)} entry=${chosen} ...${{ get, post, go, about }} />` : args[0] ? html`<${Missing} what="entry" name=${args[0]} />` : null} />` : html`<${Waiting} answer=${answer} />`}`;
}

function Entry({ entry, get, post, go, about }) {
  const notes = entry.shown.annotations ?? {};
  return html`<div class="title"><span class="name">${entry.name}</span><${Badge} kind=${kinds[entry.kind]}>${entry.kind}<//>
      ${notes.readOnlyHint ? html`<${Badge}>read only<//>` : null}${notes.destructiveHint ? html`<${Badge} kind="bad">destructive<//>` : null}${notes.idempotentHint ? html`<${Badge}>idempotent<//>` : null}</div>
    ${entry.shown.description ? html`<p class="prose">${entry.shown.description}</p>` : null}
    <${Facts} rows=${[["handler", html`${entry.handler} <${Place} at=${entry.place} />`], ["may use", entry.mayUse], ["takes", `about ${number(entry.tokens)} tokens of a context`]]} />
    <details><summary>as agents see it</summary><${Json} value=${entry.shown} /></details>
    <${Playground} ...${{ entry, post, about }} />
    ${entry.kind === "tool" ? html`<${Calls} name=${entry.name} go=${go} />` : null}`;
}

/** Calls a tool, reads a resource or gets a prompt, as an agent does. */
function Playground({ entry, post, about }) {
  const input = useMemo(() => inputOf(entry), [entry]);
  const [value, setValue] = useState(() => sample(input, input) ?? {});
  const [mode, setMode] = useState("form");
  const [identity, change] = useIdentity();
  const [answer, setAnswer] = useState(null);
  const send = async () => {
    setAnswer(null);
    const began = performance.now();
    const got = await post("api/agents/call", { ...messageOf(entry, value), as: vouchedFor(identity) });
    setAnswer({ ...got, ms: performance.now() - began });
  };
  const has = Object.keys(input.properties ?? {}).length > 0;
  return html`<h3>Playground</h3>
    <${Who} identity=${identity} change=${change} about=${about} nobody="no user" credentials=${false} />
    ${has ? html`<${Choice} label="how arguments are written" options=${["form", "JSON"]} value=${mode} onChange=${setMode} />
      ${mode === "form" ? html`<${Group} s=${input} root=${input} value=${value} onChange=${setValue} />` : html`<${Raw} value=${value} onChange=${(next) => setValue(next ?? {})} rows=${8} label="arguments as JSON" />`}` : html`<p class="soft">It takes no arguments.</p>`}
    <div class="buttons"><${Action} kind="primary" act=${send}>${{ tool: "Call", resource: "Read", prompt: "Get" }[entry.kind]}<//></div>
    ${answer ? html`<${Result} answer=${answer} />` : null}`;
}

/** The schema of what is asked for. */
function inputOf(entry) {
  if (entry.kind === "tool") return entry.shown.inputSchema ?? { type: "object" };
  const names = entry.kind === "prompt" ? (entry.shown.arguments ?? []) : [...entry.name.matchAll(/\{[+#./;?&]?([^},*:]+)/g)].map(([, name]) => ({ name, required: true }));
  return { type: "object", properties: Object.fromEntries(names.map((one) => [one.name, { type: "string", description: one.description }])), required: names.filter((one) => one.required).map((one) => one.name) };
}

function messageOf(entry, value) {
  if (entry.kind === "tool") return { method: "tools/call", params: { name: entry.name, arguments: value } };
  if (entry.kind === "prompt") return { method: "prompts/get", params: { name: entry.name, arguments: value } };
  return { method: "resources/read", params: { uri: entry.name.replace(/\{([+]?)[#./;?&]?([^},*:]+)\*?\}/g, (_, plus, name) => (plus ? String(value[name] ?? "") : encodeURIComponent(value[name] ?? ""))) } };
}

function Result({ answer }) {
  const { result, error } = answer.message ?? {};
  const failed = error || result?.isError;
  return html`<div class="title" role="status"><${Badge} kind=${failed ? "bad" : "good"}>${error ? `error ${error.code}` : result?.isError ? "the tool failed" : "done"}<//><span class="soft">${duration(answer.ms)}</span></div>
    ${error ? html`<p class="bad">${error.message}</p>` : null}
    ${(result?.content ?? []).map((part) => (part.type === "text" ? html`<${Json} value=${part.text} />` : part.type === "image" ? html`<img class="preview" alt="the image that the tool returned" src=${`data:${part.mimeType};base64,${part.data}`} />` : html`<${Json} value=${part} />`))}
    <details><summary>the whole message</summary><${Json} value=${answer.message ?? answer.text} /></details>`;
}

/** The last calls of a tool, as far as they are remembered. */
function Calls({ name, go }) {
  const answer = useAnswer(`api/stories?kind=tool&text=${encodeURIComponent(name)}&limit=20`, { live: true });
  const calls = answer.value?.stories ?? [];
  if (!answer.value) return null;
  return html`<h3>The last calls</h3>${calls.length === 0 ? html`<p class="soft">no calls are kept</p>` : html`<table><tbody>${calls.map((call) => html`<tr key=${call.id}><td class="tight">${clock(call.at)}</td>
    <td><${Badge} kind=${call.error ? "bad" : "good"}>${call.error ? "failed" : "done"}<//></td><td class="number">${duration(call.ms)}</td><td class="wide">${call.error}</td><td><button type="button" class="link" onClick=${() => go(`requests/${call.id}`)}>its story</button></td></tr>`)}</tbody></table>`}`;
}
