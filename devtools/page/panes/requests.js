// The requests: what each has done, in the order in which it was done.
import { html, useCallback, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { bytes, duration } from "../format.js";
import { VirtualList } from "../list.js";
import { Action, Badge, Bar, Facts, Json, Missing, Place, Split, statusKind, useKept } from "../parts.js";

export const title = "Requests";
export const order = 10;

const most = 2000; // rows that the page remembers

/** Calls work after a pause in which nothing has changed. */
function useLater(work, pause, changes) {
  useEffect(() => {
    const timer = setTimeout(work, pause);
    return () => clearTimeout(timer);
  }, changes);
}

/** The list of stories that a filter chooses, kept up to date; {rows, page, paused, error, more, reload}. */
function useStories(filter, { get, events }) {
  const [state, setState] = useState({ rows: [], page: null, error: null });
  const coming = useRef([]);
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value)).toString();
  const reload = useCallback(async () => {
    try {
      coming.current = [];
      const page = await get(`api/stories?limit=200&${query}`);
      setState({ rows: page.stories, page, error: null });
    } catch (error) {
      setState((before) => ({ ...before, error }));
    }
  }, [query]);
  const more = useCallback(async () => {
    const before = state.page?.next;
    if (!before) return;
    const page = await get(`api/stories?limit=500&before=${before}&${query}`);
    setState((s) => ({ ...s, rows: [...s.rows, ...page.stories].slice(0, most), page: { ...page, kept: s.page.kept } }));
  }, [query, state.page?.next]);
  useLater(reload, 120, [reload]);
  useEffect(() => {
    let planned = null;
    const show = () => {
      planned = null;
      const fresh = coming.current.splice(0).reverse();
      setState((s) => {
        const known = s.rows[0]?.id ?? 0;
        const rows = fresh.filter((one) => one.id > known);
        return rows.length ? { ...s, rows: [...rows, ...s.rows].slice(0, most), page: { ...s.page, kept: (s.page?.kept ?? 0) + rows.length } } : s;
      });
    };
    const stop = events(({ type, data }) => {
      if (type === "open" || type === "stories-cleared" || type === "stories-lost") reload();
      else if (type === "stories-paused") setState((s) => ({ ...s, page: { ...s.page, paused: data } }));
      else if (type === "story" && query === "") {
        coming.current.push(data);
        planned ??= setTimeout(show, 150); // many may come at once
      } else if (type === "story") planned ??= setTimeout(() => ((planned = null), reload()), 400); // the server knows which the filter chooses
    });
    return () => (clearTimeout(planned), stop());
  }, [reload, query]);
  return { ...state, more, reload };
}

const time = (at) => new Date(at).toLocaleTimeString("en", { hour12: false }) + "." + String(new Date(at).getMilliseconds()).padStart(3, "0");

/** What is chosen, in the address: it can be shared, and the way back leads to it. */
const fieldsOf = (query) => Object.fromEntries(["text", "status", "method", "kind", "route", "trace"].map((name) => [name, query.get(name) ?? ""]));

export function Pane({ get, post, del, events, go, args, query }) {
  const [filter, setFilter] = useState(() => fieldsOf(query));
  const stories = useStories(filter, { get, events });
  const id = Number(args[0]) || null;
  const search = new URLSearchParams(Object.entries(filter).filter(([, value]) => value)).toString();
  const at = (path) => go(path + (search ? `?${search}` : ""), { replace: true });
  const opened = useRef(id); // that is open when the pause is over, and not when it began
  opened.current = id;
  const here = () => location.hash.startsWith("#/requests"); // and nobody has gone back meanwhile
  useLater(() => void (here() && at(opened.current ? `requests/${opened.current}` : "requests")), 300, [search]);
  const change = (name) => (value) => setFilter((f) => ({ ...f, [name]: value }));
  const { page, rows, error } = stories;
  const select = (name, label, options) => html`<select aria-label=${label} value=${filter[name]} onChange=${(event) => change(name)(event.currentTarget.value)}>
    <option value="">${label}</option>${options.map((one) => html`<option key=${one} value=${one}>${one}</option>`)}</select>`;
  const list = html`<${VirtualList} label="requests" items=${rows} height=${30} selected=${id} onSelect=${(one) => at(`requests/${one.id}`)} row=${Row}
    classOf=${(one) => (one.error || one.status >= 500 ? "failed" : "")}
    empty=${error ? error.message : search ? "no request matches" : page?.paused ? "paused: requests are not kept" : "no request yet: send one"} />
    ${page?.next && rows.length < most ? html`<div class="buttons centred"><${Action} act=${stories.more}>Show older ones<//></div>` : null}`;
  return html`<${Bar} title="Requests" count=${page?.kept} filter=${filter.text} onFilter=${change("text")} placeholder="path, handler, SQL, error, trace">
      ${select("status", "any status", ["2xx", "3xx", "4xx", "5xx", "error"])}
      ${select("method", "any method", ["GET", "POST", "PUT", "PATCH", "DELETE"])}
      ${select("kind", "any kind", ["http", "tool", "message", "schedule"])}
      ${filter.trace || filter.route ? html`<button type="button" onClick=${() => setFilter((f) => ({ ...f, trace: "", route: "" }))} title="show all again">${filter.trace ? `trace ${filter.trace.slice(0, 8)}…` : filter.route} ×</button>` : null}
      <${Action} disabled=${!page} act=${() => post("api/stories/pause", { paused: !page.paused })} title="requests that arrive during the pause are not kept">${page?.paused ? "Go on" : "Pause"}<//>
      <${Action} act=${() => del("api/stories")} title=${page ? `${bytes(page.bytes)} of ${bytes(page.limit)} are taken` : ""}>Clear<//>
    <//>
    <${Split} onBack=${() => at("requests")} list=${list} detail=${id ? html`<${Story} key=${id} ...${{ id, get, post, go }} />` : args[0] ? html`<${Missing} what="request" name=${args[0]} />` : null} />`;
}

const Row = (one) => html`<span class="soft mono when">${time(one.at)}</span>
  <span class=${`method ${one.method}`}>${one.kind === "tool" ? "TOOL" : one.method === "MESSAGE" ? "QUEUE" : one.method === "SCHEDULE" ? "JOB" : one.method}</span>
  <span class="grow mono" title=${one.path}>${one.kind === "tool" ? one.handler : one.path}${one.error ? html` <span class="bad">${one.error}</span>` : null}</span>
  ${one.repeated > 2 ? html`<${Badge} kind="warn">N+1 ×${one.repeated}<//>` : null}
  ${one.sql ? html`<span class="soft few">${one.sql} SQL</span>` : null}${one.fetches ? html`<span class="soft few">${one.fetches} fetch</span>` : null}
  ${one.status ? html`<${Badge} kind=${statusKind(one.status)}>${one.status}<//>` : html`<${Badge} kind=${one.error ? "bad" : "good"}>${one.error ? "failed" : "done"}<//>`}
  <span class="cell-n">${duration(one.ms)}</span>`;

/** One story, whole. */
function Story({ id, get, post, go }) {
  const [{ story, error }, setState] = useState({});
  useEffect(() => {
    let wanted = true;
    get(`api/stories/${id}`).then((story) => wanted && setState({ story }), (error) => wanted && setState({ error }));
    return () => void (wanted = false);
  }, [id]);
  if (error) return html`<div class="empty bad" role="alert">${error.message}</div>`;
  if (!story) return html`<div class="empty" aria-busy="true">…</div>`;
  const isRequest = story.kind === "http" || story.kind === "tool";
  return html`<div class="title"><span class=${`method ${story.method}`}>${story.method}</span><span class="name mono">${story.path}${story.request.query ? `?${story.request.query}` : ""}</span>
      ${story.status ? html`<${Badge} kind=${statusKind(story.status)}>${story.status}<//>` : null}<span class="soft">${duration(story.ms)}</span></div>
    ${isRequest ? html`<${Buttons} ...${{ story, go, post }} />` : null}
    <${Facts} rows=${[
      ["at", new Date(story.at).toLocaleString("en", { hour12: false })], ["route", story.route && story.route !== story.path ? html`<code>${story.route}</code>` : null],
      ["handler", story.handler], ["user", story.user],
      ["trace", story.trace ? html`<code>${story.trace}</code> <button type="button" class="link" onClick=${() => go(`logs?trace=${story.trace}`)}>log</button> · <button type="button" class="link" onClick=${() => go(`requests?trace=${story.trace}`)}>all of this trace</button>` : null],
    ]} />
    ${story.error ? html`<h3>Error</h3><${Failure} of=${story.error} />` : null}
    <h3>What it did <span class="soft">${summary(story)}</span></h3>
    <${Steps} story=${story} />
    <h3>Request</h3><${Sent} of=${story.request} />
    ${isRequest ? html`<h3>Response</h3><${Sent} of=${story.response} />` : null}`;
}

const summary = (s) => [s.sql && `${s.sql} SQL`, s.fetches && `${s.fetches} fetched`, s.logs && `${s.logs} lines`, s.lost && `${s.lost} further steps were not kept`].filter(Boolean).join(", ");

// The line with the place stands between two of these.
const here = "\u0000";
const sourceLine = ({ number, text, caret }) => {
  const line = `${String(number).padStart(5)}  ${text}\n`;
  return caret ? `${here}${line}${" ".repeat(7)}${caret}\n${here}` : line;
};

/** An error with its place and its source. */
export const Failure = ({ of }) => html`<p class="bad"><b>${of.name ? `${of.name}: ` : ""}</b>${of.message}</p>
  ${of.hint ? html`<p class="soft">${of.hint}</p>` : null}
  ${of.place ? html`<p>${of.open ? html`<a class="place" href=${of.open} title="open in the editor">${of.place}</a>` : html`<${Place} at=${of.place} />`}</p>` : null}
  ${of.excerpt ? html`<pre class="code source" tabindex="0">${of.excerpt.map(sourceLine).join("").split(here).map((part, i) => (i % 2 ? html`<span class="here">${part}</span>` : part))}</pre>` : null}
  ${of.stack ? html`<details><summary>stack</summary><pre class="code" tabindex="0">${of.stack}</pre></details>` : null}`;

/** The steps, with when each began and how long it took, to scale. */
function Steps({ story }) {
  const [kinds, setKinds] = useKept("steps", []);
  const steps = useMemo(() => story.steps.map((step, index) => ({ ...step, index })).sort((a, b) => a.at - b.at || a.index - b.index), [story]);
  const there = [...new Set(steps.map((step) => step.kind))];
  const shown = steps.filter((step) => !kinds.includes(step.kind));
  const whole = Math.max(story.ms, ...steps.map((step) => step.at + step.ms), 0.001);
  if (!steps.length) return html`<p class="soft">nothing but its answer</p>`;
  return html`${there.length > 1 ? html`<div class="buttons">${there.map((kind) => html`<button type="button" key=${kind} aria-pressed=${!kinds.includes(kind)}
      onClick=${() => setKinds(kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind])}>${kinds.includes(kind) ? "" : "✓ "}${kind}</button>`)}</div>` : null}
    <ol class="steps">${shown.map((step) => html`<li key=${step.index} class=${step.failed ? "failed" : ""}>
      <span class="cell-n" title=${`${duration(step.at)} after the beginning`}>+${duration(step.at)}</span><${Badge} kind=${kindOf(step)}>${step.kind}<//>
      <div class="what"><code>${step.text}</code>${step.repeated ? html` <${Badge} kind="warn">${step.repeated > 2 ? "N+1 " : ""}×${step.repeated}<//>` : null}
        ${step.values ? html`<div class="soft">${step.values.map((v) => html`<span class="pair">${v.name ? `${v.name} = ` : ""}<code>${v.value}</code></span>`)}</div>` : null}
        ${step.detail ? html`<div class="soft">${step.detail.map((v) => html`<span class="pair">${v.name}: <code>${v.value}</code></span>`)}</div>` : null}
        ${step.failed ? html`<div class="bad">${step.failed}</div>` : null}
        <div class="span"><div style=${{ marginLeft: `${Math.min(99.5, (step.at / whole) * 100)}%`, width: `${Math.max(0.5, Math.min(100 - (step.at / whole) * 100, (step.ms / whole) * 100))}%` }}></div></div></div>
      <span class="cell-n">${duration(step.ms)}</span></li>`)}</ol>`;
}

const kindOf = (step) => (step.failed ? "bad" : { sql: "info", fetch: "info", guard: "good", log: "plain" }[step.kind] ?? "plain");

const Sent = ({ of }) => html`${of.body ? html`<${Json} value=${of.body} />` : of.note ? null : html`<p class="soft">no body</p>`}
  ${of.note ? html`<p class="soft">${of.note}</p>` : null}
  ${of.headers.length ? html`<details><summary>${of.headers.length} headers</summary><${Facts} rows=${of.headers.map((h) => [h.name, h.value])} /></details>` : null}`;

const masked = "******";
const own = /^(host|content-length|connection|traceparent|tracestate|accept-encoding|user-agent|referer|origin|cookie|sec-.*|te|transfer-encoding|expect)$/i;

/** What of a request is missing, so that it cannot be sent as it was; empty if nothing is. */
function missing({ request }) {
  const list = [];
  if (request.body.includes(masked) || request.query?.includes(masked)) list.push("secrets");
  if (request.note) list.push("its whole body");
  if (request.headers.some((h) => h.value === masked && !/^cookie$/i.test(h.name))) list.push("the headers with secrets");
  return list.join(" and ");
}

const target = (s) => s.path + (s.request.query ? `?${s.request.query}` : "");

function curlOf(s) {
  const quote = (text) => `'${String(text).replaceAll("'", `'\\''`)}'`;
  const parts = ["curl", "-X", s.method, quote(location.origin + target(s))];
  for (const h of s.request.headers) if (!/^(host|content-length|connection|accept-encoding)$/i.test(h.name)) parts.push("-H", quote(`${h.name}: ${h.value}`));
  if (s.request.body) parts.push("--data-raw", quote(s.request.body));
  return parts.join(" ");
}

/** Sends a request again from this browser, and opens the story of that. */
async function again(s, go) {
  const headers = s.request.headers.filter((h) => h.value !== masked && !own.test(h.name)).map((h) => [h.name, h.value]);
  const trace = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  headers.push(["traceparent", `00-${trace}-${trace.slice(0, 16)}-01`]);
  const answer = await fetch(target(s), { method: s.method, headers, body: s.request.body || undefined, redirect: "manual", cache: "no-store" });
  await answer.blob();
  go(`requests?trace=${trace}`);
  return `sent again: ${answer.status || "a redirect"}`;
}

/** Writes the request as a file of fwrun test. */
async function saveAsTest(story, post) {
  const { file } = await post(`api/stories/${story.id}/test`, { name: "" });
  return `saved as ${file}`;
}

function Buttons({ story, go, post }) {
  const lacks = missing(story);
  const hasBody = story.request.note && !/^(get|head)$/i.test(story.method);
  return html`<div class="buttons">
    <${Action} act=${async () => (await navigator.clipboard.writeText(curlOf(story)), lacks ? `copied, without ${lacks}` : "copied as curl")}>Copy as curl<//>
    <${Action} disabled=${hasBody} sure=${lacks ? `without ${lacks}: really?` : undefined} act=${() => again(story, go)} title=${hasBody ? "its body was not kept completely" : "from this browser, as the user who is logged in here"}>Send again<//>
    ${story.kind === "http" ? html`<${Action} act=${() => saveAsTest(story, post)} title="as a file for fwrun test, with the recorded results of its calls">Save as test<//>` : null}</div>`;
}
