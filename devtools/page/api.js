// What panes ask the server: JSON by paths such as "api/beans", relative to the page, and events.

/** Failed is an answer that is not a success; its message is the server's, hint says what to do, and status is the status. */
export class Failed extends Error {
  constructor(message, status, hint) {
    super(message);
    this.status = status;
    this.hint = hint;
  }
}

async function ask(method, path, body) {
  const init = { method, headers: { Accept: "application/json" }, cache: "no-store" };
  if (method !== "GET") {
    init.headers["Content-Type"] = "application/json"; // which no form can send
    init.body = JSON.stringify(body ?? {});
  }
  let answer;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new Failed("the application does not answer", 0);
  }
  const text = await answer.text();
  let value = null;
  try {
    value = text ? JSON.parse(text) : null;
  } catch {
    if (answer.ok) throw new Failed("the answer is not JSON", answer.status);
  }
  if (answer.ok) return value;
  throw failed(value, answer.status);
}

/** Makes an error of what the server says went wrong: in its own form, in that of queues, or as a problem of RFC 9457. */
function failed(value, status) {
  const problem = value?.error ?? value ?? {};
  return new Failed(problem.message || problem.detail || problem.title || `status ${status}`, status, problem.hint);
}

/** Reads JSON. */
export const get = (path) => ask("GET", path);
/** Sends JSON, and reads what is answered. */
export const post = (path, body) => ask("POST", path, body);
/** Deletes, and reads what is answered. */
export const del = (path) => ask("DELETE", path);

// One connection carries all events of the page, since browsers open only a few to one host. It names the paths whose answers are
// watched, and is opened anew when these change.
const listeners = new Set(); // {handler, watch}
let source = null;
let opened = ""; // the paths of source
let planned = false;
let state = "connecting";

/**
 * Calls a function with each event, {type, data}, until the function that is returned is called. With a path to watch, there is an
 * event {type: "watch", path, data} with its answer, at once and whenever it has changed. {type: "open"} tells that events before
 * may have been missed, {type: "state", data} whether the connection is "open" or "lost".
 */
export function events(handler, watch) {
  const one = { handler, watch };
  listeners.add(one);
  plan();
  handler({ type: "state", data: state });
  return () => {
    listeners.delete(one);
    plan();
  };
}

function plan() {
  if (planned) return;
  planned = true;
  queueMicrotask(() => {
    planned = false;
    connect();
  });
}

function connect() {
  if (listeners.size === 0) {
    source?.close();
    source = null;
    opened = "";
    return;
  }
  const watched = [...new Set([...listeners].map((one) => one.watch).filter(Boolean))].sort();
  const url = "api/events?" + watched.map((path) => "watch=" + encodeURIComponent(path)).join("&");
  if (source && url === opened) return;
  source?.close();
  opened = url;
  source = new EventSource(url);
  source.onopen = () => {
    become("open");
    tell({ type: "open" });
  };
  source.onerror = () => become("lost"); // it connects again by itself
  source.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.type !== "watch") return tell(message);
    if (message.error) message.error = failed(message.error, message.error.status);
    for (const one of listeners) if (one.watch === message.path) one.handler(message);
  };
}

function become(next) {
  state = next;
  tell({ type: "state", data: next });
}

function tell(message) {
  for (const one of [...listeners]) one.handler(message);
}

addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  opened = "";
  plan();
});
