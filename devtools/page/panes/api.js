// The API explorer: the routes, a form for each, and the answer with its story.
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { bytes, duration, matches } from "../format.js";
import { Field, Group, Raw, resolve, sample } from "../form.js";
import { credentialsOf, isBrowser, useIdentity, vouchedFor, Who } from "../identity.js";
import { VirtualList } from "../list.js";
import { Action, Badge, Bar, Choice, Facts, Json, Missing, Place, Split, Waiting, statusKind, useAnswer } from "../parts.js";

export const title = "API";
export const order = 30;

const methodOf = (route) => route.methods?.[0] ?? "ANY";

export function Pane({ go, args, get, post, about }) {
  const [filter, setFilter] = useState("");
  const answer = useAnswer("api/routes");
  const routes = answer.value?.routes ?? [];
  const shown = useMemo(() => routes.filter((r) => matches(filter, methodOf(r), r.path, r.handler, r.summary, r.mayCall)), [routes, filter]);
  // A route is named by its method, path and handler, so that a link leads to the same one after a reload.
  const idOf = (r) => `${methodOf(r)} ${r.path} ${r.handler}`;
  const chosen = routes.find((r) => idOf(r) === args[0]);
  const list = html`<${VirtualList} label="routes" items=${shown} height=${40} idOf=${idOf} selected=${chosen && idOf(chosen)} onSelect=${(r) => go(`api/${encodeURIComponent(idOf(r))}`)}
    empty=${routes.length ? "no route matches" : "there are no routes"}
    row=${(r) => html`<span class=${`method ${methodOf(r)}`}>${methodOf(r)}</span><span class="grow two"><span class="mono">${r.path}</span><span class="soft">${r.summary || r.handler}</span></span>
      ${r.mayCall && r.mayCall !== "anyone" ? html`<${Badge} kind="warn">${r.mayCall}<//>` : null}`} />`;
  return html`<${Bar} title="API" count=${routes.length} filter=${filter} onFilter=${setFilter} />
    ${answer.value ? html`<${Split} onBack=${() => go("api")} list=${list} detail=${chosen ? html`<${Route} key=${idOf(chosen)} ...${{ chosen, get, post, go, about }} />` : args[0] ? html`<${Missing} what="route" name=${args[0]} />` : null} />` : html`<${Waiting} answer=${answer} />`}`;
}

function Route({ chosen, get, post, go, about }) {
  const answer = useAnswer(`api/route?id=${chosen.id}`);
  const route = answer.value;
  return html`<div class="title"><span class=${`method ${methodOf(chosen)}`}>${methodOf(chosen)}</span><span class="name mono">${chosen.path}</span></div>
    ${route?.text ? html`<p class="prose">${route.text}</p>` : null}
    <${Facts} rows=${[["handler", html`${chosen.handler} <${Place} at=${chosen.place} />`], ["may call", chosen.mayCall], ["consumes", chosen.consumes?.join(", ")], ["produces", chosen.produces?.join(", ")], ["result", route?.resultType]]} />
    ${route ? html`<${Sender} ...${{ route, get, post, go, about }} />` : html`<${Waiting} answer=${answer} />`}`;
}

/** The form of a route, and what is answered. */
function Sender({ route, get, post, go, about }) {
  const parameters = route.parameters.filter((p) => p.in !== "body");
  const body = route.parameters.find((p) => p.in === "body");
  const hasFiles = parameters.some((p) => p.file);
  const [method, setMethod] = useState(methodOf(route) === "ANY" ? "GET" : methodOf(route));
  const [values, setValues] = useState(() => Object.fromEntries(parameters.filter((p) => p.required && !p.file).map((p) => [p.name, sample(p.schema, p.schema)])));
  const [document, setDocument] = useState(() => (body ? sample(body.schema, body.schema) : undefined));
  const [mode, setMode] = useState("form");
  const [identity, change] = useIdentity();
  const [answer, setAnswer] = useState(null);
  const isText = body && resolve(body.schema, body.schema).schema.type === "string";
  const request = () => requestOf({ route, parameters, method, values, body, document, isText, hasFiles, credentials: credentialsOf(identity, about) });
  const send = async () => {
    const asked = request();
    const as = vouchedFor(identity);
    if (as && hasFiles) throw new Error("only this browser can send files: choose it under \"as\"");
    setAnswer(null);
    setAnswer({ ...(as ? await sendWithin(post, asked, as) : await sendHere(asked, isBrowser(identity, about))), path: decodeURI(asked.target.split("?")[0]) });
  };
  const several = methodOf(route) === "ANY" || route.methods.length > 1;
  return html`<h3>Request</h3>
    <form onSubmit=${(event) => event.preventDefault()}>
      <${Who} identity=${identity} change=${change} about=${about} />
      ${several ? html`<${Choice} label="method" options=${route.methods?.length ? route.methods : ["GET", "POST", "PUT", "PATCH", "DELETE"]} value=${method} onChange=${setMethod} />` : null}
      ${parameters.length ? html`<div class="form">${parameters.map((p) => (p.file
        ? html`<${Upload} key=${p.name} parameter=${p} onChange=${(files) => setValues({ ...values, [p.name]: files })} />`
        : html`<${Field} key=${p.name} name=${p.name} schema=${p.schema} required=${p.required} value=${values[p.name]} hint=${{ request: "query or form", query: "query" }[p.in] ?? p.in} onChange=${(value) => setValues({ ...values, [p.name]: value })} />`))}</div>` : null}
      ${body ? html`<div class="buttons"><span class="soft">body, ${body.type}</span><${Choice} label="how the body is written" options=${["form", "JSON"]} value=${mode} onChange=${setMode} /></div>
        <${Body} ...${{ body, mode, document, setDocument }} />` : null}
      <div class="buttons"><${Action} kind="primary" act=${send}>Send<//><${Action} act=${async () => (await navigator.clipboard.writeText(curlOf(request())), "copied as curl")}>Copy as curl<//></div>
    </form>
    ${answer ? html`<${Answer} key=${answer.trace} ...${{ answer, get, go }} />` : null}`;
}

function Body({ body, mode, document, setDocument }) {
  const { schema } = resolve(body.schema, body.schema);
  if (mode === "JSON") return html`<${Raw} value=${document} onChange=${setDocument} rows=${8} label="body as JSON" />`;
  if (schema.type === "object" && schema.properties) return html`<${Group} s=${schema} root=${body.schema} value=${document ?? {}} onChange=${setDocument} />`;
  return html`<div class="form"><${Field} name=${body.name} schema=${body.schema} value=${document} required=${body.required} onChange=${setDocument} /></div>`;
}

const Upload = ({ parameter, onChange }) => html`<label class=${parameter.required ? "needed" : ""} for=${`up-${parameter.name}`}>${parameter.name}</label>
  <div class="field"><input type="file" id=${`up-${parameter.name}`} multiple=${parameter.schema?.type === "array"} onChange=${(event) => onChange([...event.currentTarget.files])} /><span class="hint">${parameter.doc}</span></div>`;

const random = (count) => [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const textOf = (value) => (typeof value === "object" && value !== null ? JSON.stringify(value) : String(value));

/** Makes the request that a form says: {method, target, headers, body, trace}. */
function requestOf({ route, parameters, method, values, body, document, isText, hasFiles, credentials }) {
  const trace = random(16);
  const headers = [["traceparent", `00-${trace}-${random(8)}-01`]];
  const query = new URLSearchParams();
  const form = [];
  let target = route.path;
  for (const p of parameters) {
    const value = values[p.name];
    if (p.in === "path") {
      const escaped = p.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      const place = new RegExp(`\\{\\*?${escaped}(:[^}]*(\\{[^}]*\\}[^}]*)*)?\\}`);
      target = target.replace(place, () => textOf(value ?? "").split("/").map(encodeURIComponent).join("/"));
    }
    if (value === undefined || value === null || p.in === "path") continue;
    const list = Array.isArray(value) ? value : [value];
    if (p.in === "header") headers.push([p.name, list.map(textOf).join(", ")]);
    else if (p.in === "cookie") headers.push(["Cookie", `${p.name}=${encodeURIComponent(textOf(value))}`]);
    else if (p.in === "form" || p.file || (hasFiles && p.in === "request")) list.forEach((one) => form.push([p.name, one instanceof File ? one : textOf(one)]));
    else list.forEach((one) => query.append(p.name, textOf(one)));
  }
  if (query.size) target += `?${query}`;
  headers.push(...credentials);
  let sent;
  if (hasFiles) {
    sent = new FormData();
    for (const [name, value] of form) sent.append(name, value);
  } else if (form.length) {
    sent = new URLSearchParams(form).toString();
    headers.push(["Content-Type", "application/x-www-form-urlencoded"]);
  } else if (body && document !== undefined && method !== "GET" && method !== "HEAD") {
    const type = route.consumes?.[0] ?? (isText ? "text/plain" : "application/json");
    sent = isText && !/json/.test(type) ? String(document) : JSON.stringify(document);
    headers.push(["Content-Type", type]);
  }
  return { method, target, headers, body: sent, trace };
}

/** Sends a request from this browser: with the cookies of the application, or without what it knows of it. */
async function sendHere({ method, target, headers, body, trace }, asBrowser) {
  const began = performance.now();
  const got = await fetch(target, { method, headers: headers.filter(([name]) => name !== "Cookie"), body, redirect: "manual", cache: "no-store", credentials: asBrowser ? "same-origin" : "omit" });
  if (got.type === "opaqueredirect") return { status: 302, statusText: "a redirect, whose target browsers do not show", headers: [], text: "", bytes: 0, ms: performance.now() - began, trace };
  const blob = await got.blob();
  const ms = performance.now() - began;
  const type = got.headers.get("Content-Type") ?? "";
  const shown = { status: got.status, statusText: got.statusText, headers: [...got.headers], bytes: blob.size, ms, trace, type };
  if (/^image\/(png|jpeg|gif|webp)/.test(type) && blob.size < 5_000_000) return { ...shown, image: await asDataURL(blob) };
  const isText = /^text\/|json|xml|javascript|urlencoded/.test(type) || type === "";
  return { ...shown, text: isText ? await blob.slice(0, 500_000).text() : null };
}

const asDataURL = (blob) => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result);
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(blob);
});

async function sendWithin(post, { method, target, headers, body, trace }, as) {
  const began = performance.now();
  const got = await post("api/send", { method, target, headers, body: body ?? "", as });
  const list = Object.entries(got.headers ?? {}).flatMap(([name, lines]) => lines.map((line) => [name.toLowerCase(), line]));
  return { status: got.status, headers: list, text: got.body, bytes: got.bytes, ms: performance.now() - began, trace, type: list.find(([name]) => name === "content-type")?.[1] ?? "" };
}

function curlOf({ method, target, headers, body }) {
  const quote = (text) => `'${String(text).replaceAll("'", `'\\''`)}'`;
  const parts = ["curl", "-X", method, quote(location.origin + target)];
  for (const [name, value] of headers) if (name !== "traceparent") parts.push("-H", quote(`${name}: ${value}`));
  if (body instanceof FormData) for (const [name, value] of body) parts.push("-F", quote(value instanceof File ? `${name}=@${value.name}` : `${name}=${value}`));
  else if (body !== undefined) parts.push("--data-raw", quote(body));
  return parts.join(" ");
}

function Answer({ answer, get, go }) {
  return html`<h3>Answer</h3>
    <div class="title"><${Badge} kind=${statusKind(answer.status)}>${answer.status} ${answer.statusText}<//><span class="soft">${duration(answer.ms)} · ${bytes(answer.bytes)} · ${answer.type}</span></div>
    ${answer.image ? html`<img class="preview" src=${answer.image} alt="the image that was answered" />` : answer.text === null ? html`<p class="soft">${bytes(answer.bytes)} that are not text</p>` : answer.text ? html`<${Json} value=${answer.text} />` : html`<p class="soft">no body</p>`}
    <details><summary>${answer.headers.length} headers</summary><${Facts} rows=${answer.headers} /></details>
    <${Story} trace=${answer.trace} path=${answer.path} get=${get} go=${go} />`;
}

/** What the request has done, as far as it is remembered. */
function Story({ trace, path, get, go }) {
  const [story, setStory] = useState(null);
  useEffect(() => {
    let wanted = true;
    const look = async () => {
      for (let i = 0; wanted && i < 10; i++) { // it may end a moment after its answer
        const { stories } = await get(`api/stories?trace=${trace}`);
        const own = stories.findLast((one) => one.kind === "http" && one.path === path); // messages and requests that it led to have its trace, too
        if (own) return setStory(await get(`api/stories/${own.id}`));
        await new Promise((done) => setTimeout(done, 100));
      }
    };
    look().catch(() => {}); // nothing is remembered
    return () => void (wanted = false);
  }, [trace]);
  if (!story) return null;
  return html`<h3>Its story</h3>
    <table><tbody>${story.steps.map((step) => html`<tr><td class="tight"><${Badge}>${step.kind}<//></td><td class="number">${duration(step.ms)}</td><td class="wide"><code>${step.text}</code>${step.failed ? html` <span class="bad">${step.failed}</span>` : null}</td></tr>`)}</tbody></table>
    ${story.error ? html`<p class="bad">${story.error.name}: ${story.error.message} <${Place} at=${placeText(story.error.place)} /></p>` : null}
    <div class="buttons"><button type="button" onClick=${() => go(`requests/${story.id}`)}>Open in requests</button></div>`;
}

const placeText = (place) => (typeof place === "string" ? place : place?.at);
