// What panes are made of.
import { createContext, html, useCallback, useContext, useEffect, useMemo, useRef, useState } from "./vendor/preact.js";
import { events, get } from "./api.js";

/** About has what the server tells of the application: its name, its folder, how places are opened. */
export const About = createContext({});

/**
 * Reads the answer at a path, and reads it again when the path changes, when the application was reloaded, or by again(). With live it
 * is kept up to date by events.
 */
export function useAnswer(path, { live = false } = {}) {
  const [answer, setAnswer] = useState({ value: null, error: null, loading: true });
  const again = useCallback(async () => {
    if (!path) return;
    try {
      const value = await get(path);
      setAnswer({ value, error: null, loading: false });
    } catch (error) {
      setAnswer((before) => ({ value: before.value, error, loading: false }));
    }
  }, [path]);
  useEffect(() => {
    setAnswer({ value: null, error: null, loading: true });
    if (!live) again();
    return events((event) => {
      if (event.type === "watch") setAnswer(event.error ? (before) => ({ ...before, error: event.error, loading: false }) : { value: event.data, error: null, loading: false });
      else if (event.type === "open" && !live) again();
    }, live ? path : undefined);
  }, [path, live]);
  return { ...answer, again };
}

/** Keeps a value in the browser. */
export function useKept(name, standard) {
  const key = `fwrun.${name}`;
  const [value, setValue] = useState(() => {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? standard;
    } catch {
      return standard;
    }
  });
  useEffect(() => {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {} // it is full, or not allowed
  }, [value]);
  return [value, setValue];
}

/** The head of a pane: its title, a filter, and actions. */
export function Bar({ title, count, filter, onFilter, placeholder = "filter", children }) {
  return html`<header class="bar">
    <h1>${title}${count != null ? html` <span class="count">${count}</span>` : null}</h1>
    ${onFilter ? html`<input class="filter" type="search" placeholder=${`${placeholder}  /`} aria-label=${placeholder} value=${filter}
      onInput=${(event) => onFilter(event.currentTarget.value)} spellcheck="false" autocomplete="off" />` : null}
    <div class="actions">${children}</div>
  </header>`;
}

/** A list beside what is shown of one of its entries; in a narrow window, one or the other. */
export function Split({ list, detail, onBack }) {
  return html`<div class=${`split ${detail ? "open" : ""}`}>
    <div class="side">${list}</div>
    <div class="detail" tabindex="-1">${detail ? html`<button class="back" onClick=${onBack}>‹ back</button>${detail}` : null}</div>
  </div>`;
}

/** Says that there is nothing at an address. */
export const Missing = ({ what, name }) => html`<div class="empty" role="alert">there is no ${what} <code>${name}</code></div>`;

/** A button that does something, shows that it does, and then what went wrong. With sure it asks first, with that text. */
export function Action({ children, act, sure, kind = "", disabled, title }) {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const note = useContext(Notes);
  const alive = useRef(true);
  useEffect(() => () => void (alive.current = false), []);
  useEffect(() => {
    if (!asking) return;
    const timer = setTimeout(() => setAsking(false), 4000);
    return () => clearTimeout(timer);
  }, [asking]);
  const run = async () => {
    if (sure && !asking) return setAsking(true);
    setAsking(false);
    setBusy(true);
    try {
      const said = await act();
      if (typeof said === "string") note(said);
    } catch (error) {
      note(error.hint ? `${error.message}; ${error.hint}` : error.message, "bad");
    }
    if (alive.current) setBusy(false);
  };
  return html`<button type="button" class=${`action ${kind} ${asking ? "asking" : ""}`} title=${title} disabled=${disabled || busy} aria-busy=${busy} onClick=${run}>
    ${asking ? sure : children}</button>`;
}

/** Notes is a function that shows a text for a while: note(text, "bad"). */
export const Notes = createContext(() => {});

/** A word with a colour: good, warn, bad, info, or plain. */
export const Badge = ({ kind = "plain", children }) => html`<span class=${`badge ${kind}`}>${children}</span>`;

/** The colour of a status of HTTP. */
export const statusKind = (status) => (status >= 500 ? "bad" : status >= 400 ? "warn" : status >= 300 ? "info" : "good");

/** A place in the source, which opens the editor. at is "file:line:column". */
export function Place({ at }) {
  const { folder, editor } = useContext(About);
  if (!at) return null;
  const [, file, line, column] = /^(.*?)(?::(\d+))?(?::(\d+))?$/.exec(at);
  if (!editor || !folder) return html`<span class="place">${at}</span>`;
  const path = file.startsWith("/") ? file : `${folder}/${file}`;
  const href = editor.replace("{path}", encodeURI(path)).replace("{line}", line ?? 1).replace("{column}", column ?? 1);
  return html`<a class="place" href=${href} title="open in the editor">${at}</a>`;
}

/** What is shown while an answer is missing; null once it is there. */
export function Waiting({ answer }) {
  if (answer.error && !answer.value) return html`<div class="empty bad" role="alert">${answer.error.message}</div>`;
  return answer.value == null ? html`<div class="empty" aria-busy="true">…</div>` : null;
}

/** Names with values, as a table of two columns: rows are [name, value]. */
export const Facts = ({ rows }) => html`<dl class="facts">
  ${rows.filter(([, value]) => value != null && value !== "" && value !== false).map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}
</dl>`;

/** A table. columns are {title, cell(row), kind, sort}, where kind may be "number" or "wide", and sort is "ascending" or "descending". */
export function Table({ columns, rows, keyOf, label, classOf, empty = "nothing here" }) {
  if (rows.length === 0) return html`<div class="empty">${empty}</div>`;
  return html`<div class="table" role="region" aria-label=${label} tabindex="0"><table>
    <thead><tr>${columns.map((c) => html`<th class=${c.kind ?? ""} scope="col" aria-sort=${c.sort}>${c.title || html`<span class="unseen">actions</span>`}</th>`)}</tr></thead>
    <tbody>${rows.map((one, i) => html`<tr key=${keyOf ? keyOf(one, i) : i} class=${classOf?.(one) ?? ""}>
      ${columns.map((c) => html`<td class=${c.kind ?? ""}>${c.cell(one)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

/** A value as JSON, coloured, or a text that may be JSON. Large ones are cut. */
export function Json({ value, limit = 200_000 }) {
  const parts = useMemo(() => {
    let text = value;
    if (typeof value === "string") {
      try {
        if (value.length <= limit) text = JSON.stringify(JSON.parse(value), null, 2);
      } catch {} // it is a text
    } else {
      text = JSON.stringify(value, null, 2);
    }
    text ??= "";
    const cut = text.length > limit;
    return [...coloured(cut ? text.slice(0, limit) : text), cut ? html`<i class="cut">… ${text.length - limit} more characters</i>` : null];
  }, [value, limit]);
  return html`<pre class="code" tabindex="0">${parts}</pre>`;
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/g;

function* coloured(text) {
  let at = 0, count = 0;
  for (const m of text.matchAll(token)) {
    if (++count > 5000) break; // more elements would make the page slow
    if (m.index > at) yield text.slice(at, m.index);
    const kind = m[2] !== undefined ? "name" : m[1] !== undefined ? "text" : "atom";
    yield html`<span class=${`t-${kind}`}>${m[1] ?? m[0]}</span>`;
    if (m[2] !== undefined) yield m[2];
    at = m.index + m[0].length;
  }
  yield text.slice(at);
}

/** One of several, as a row of buttons. options are texts, or [value, title]. */
export const Choice = ({ options, value, onChange, label }) => html`<div class="choice" role="group" aria-label=${label}>
  ${options.map((one) => {
    const [id, title] = Array.isArray(one) ? one : [one, one];
    return html`<button type="button" key=${id} aria-pressed=${id === value} onClick=${() => onChange(id)}>${title}</button>`;
  })}
</div>`;
