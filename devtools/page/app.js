// The shell: navigation, keys, themes, notes, and the pane that the hash names.
import { html, render, useCallback, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact.js";
import { del, events, get, post } from "./api.js";
import { load, panes } from "./panes.js";
import { About, Missing, Notes, useKept } from "./parts.js";

/** Reads a hash such as #/requests/12?q=users. */
function readHash() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [id, ...args] = path.split("/").map(decodeURIComponent);
  const known = panes.some((pane) => pane.id === id);
  return { id: known ? id : panes[0].id, unknown: known ? "" : id, args, query: new URLSearchParams(query ?? "") };
}

/** Opens a pane: go("requests/12?q=users"). With replace, the way back does not lead here. */
function go(to, { replace = false } = {}) {
  const hash = "#/" + to.replace(/^#?\/?/, "");
  if (hash === location.hash) return;
  if (replace) history.replaceState(null, "", hash);
  else history.pushState(null, "", hash);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

function useHash() {
  const [at, setAt] = useState(readHash);
  useLayoutEffect(() => { // not after the first frame, before which somebody may already go back
    const changed = () => setAt(readHash());
    addEventListener("hashchange", changed);
    addEventListener("popstate", changed);
    return () => {
      removeEventListener("hashchange", changed);
      removeEventListener("popstate", changed);
    };
  }, []);
  return at;
}

function usePane(id) {
  const [loaded, setLoaded] = useState({});
  useEffect(() => {
    let wanted = true;
    load(id).then(
      (module) => wanted && setLoaded({ id, Pane: module.Pane, title: module.title }),
      (error) => wanted && setLoaded({ id, error }),
    );
    return () => void (wanted = false);
  }, [id]);
  return loaded.id === id ? loaded : {};
}

const isTyping = (element) => element?.matches("input, textarea, select, [contenteditable]");

/** The keys of the shell; lists have their own. The hash says which pane is open: one that was opened by the key before may not be drawn yet. */
function useKeys(setHelp) {
  useLayoutEffect(() => {
    const pressed = (event) => {
      let typing = isTyping(event.target);
      if (typing && !event.target.checkVisibility()) { // the field of a dialog that has closed keeps the focus until the next frame
        event.target.blur();
        typing = false;
      }
      if (event.key === "k" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        return jump();
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === "Escape") {
        if (typing) return event.target.blur();
        const back = document.querySelector(".split.open .back");
        return back?.click();
      }
      const list = document.querySelector("main .list");
      const press = () => {
        event.preventDefault();
        list.focus();
        list.dispatchEvent(new KeyboardEvent("keydown", { key: event.key }));
      };
      if (event.target.matches?.(".filter") && (event.key === "ArrowDown" || event.key === "Enter")) return list ? press() : event.target.blur();
      if (typing || document.querySelector("dialog[open]")) return;
      const step = { "[": -1, "]": 1 }[event.key];
      const index = panes.findIndex((pane) => pane.id === readHash().id);
      if (step) return go(panes[(index + step + panes.length) % panes.length].id);
      if (/^[1-9]$/.test(event.key) && panes[event.key - 1]) return go(panes[event.key - 1].id);
      if (event.key === "/") {
        event.preventDefault();
        return document.querySelector(".filter")?.focus();
      }
      if (event.key === "g") {
        event.preventDefault();
        return jump();
      }
      if (event.key === "?") return setHelp(true);
      if (list && (event.key === "ArrowDown" || event.key === "ArrowUp") && (event.target === document.body || event.target.tagName === "MAIN")) press();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}

/** A dialog that is open while it is rendered. */
function Dialog({ label, onClose, children }) {
  const element = useRef(null);
  useEffect(() => element.current.showModal(), []);
  return html`<dialog ref=${element} aria-label=${label} onClose=${onClose} onClick=${(event) => event.target === element.current && element.current.close()}>${children}</dialog>`;
}

const keys = [["[ ]", "the pane before, the pane after"], ["1 … 9", "go to one of the first panes"], ["g, Ctrl K", "jump to a pane by its name"], ["/", "filter"], ["↓ Enter", "from the filter to the list"], ["↑ ↓ Home End", "move in a list"], ["Enter", "open"], ["Esc", "close, or leave a field"], ["?", "these keys"]];

const Help = ({ onClose }) => html`<${Dialog} label="keys" onClose=${onClose}>
  <h2>Keys</h2><dl class="facts">${keys.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl>
<//>`;

/** Opens the dialog that jumps to a pane. It is there from the beginning: what is typed at once goes into its field. */
function jump() {
  const dialog = document.querySelector("dialog.jumping");
  if (!dialog.open) dialog.showModal();
}

function Jump() {
  const element = useRef(null);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const matching = (text) => panes.filter((pane) => pane.title.toLowerCase().includes(text.toLowerCase()));
  const found = matching(text);
  const type = (text) => (setText(text), setAt(0));
  const open = (pane) => {
    element.current.close();
    if (pane) go(pane.id);
  };
  const pressed = (event) => {
    if (event.key === "Enter") open(matching(event.currentTarget.value)[at]); // what was typed last may not be rendered yet
    else if (event.key === "ArrowDown") setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    else return;
    event.preventDefault();
  };
  return html`<dialog class="jumping" ref=${element} aria-label="jump to a pane" onClose=${() => type("")} onClick=${(event) => event.target === element.current && element.current.close()}>
    <input type="text" aria-label="name of a pane" placeholder="jump to …" value=${text} autofocus onKeyDown=${pressed} onInput=${(event) => type(event.currentTarget.value)} />
    <ul class="jump">${found.map((pane, i) => html`<li><button type="button" class=${i === at ? "selected" : ""} onClick=${() => open(pane)}>${pane.title}</button></li>`)}</ul>
  </dialog>`;
}

function Nav({ id, state, about, theme, setTheme, setHelp }) {
  const groups = [...new Set(panes.map((pane) => pane.group))];
  const strip = useRef(null);
  useEffect(() => strip.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" }), [id]);
  const next = { system: "light", light: "dark", dark: "system" }[theme];
  return html`<nav class="nav" aria-label="panes">
    <div class="app"><strong title=${about.folder}>${about.name ?? "fwrun"}</strong>
      <span class=${`state ${state}`} role="status">${{ open: "live", lost: "not connected", connecting: "connecting" }[state]}</span></div>
    <div class="strip" ref=${strip}>${groups.map((group) => html`<div class="group" key=${group}><h2>${group}</h2><ul>
      ${panes.filter((pane) => pane.group === group).map((pane) => html`<li key=${pane.id}>
        <a href=${`#/${pane.id}`} aria-current=${pane.id === id ? "page" : undefined}>${pane.title}</a></li>`)}
    </ul></div>`)}</div>
    <div class="foot">
      <button type="button" onClick=${() => setTheme(next)} title=${`theme: ${theme}; change to ${next}`}>${{ system: "◐", light: "○", dark: "●" }[theme]}<span class="unseen"> theme ${theme}</span></button>
      <button type="button" onClick=${() => setHelp(true)} title="keys">?<span class="unseen"> keys</span></button>
      <span class="version">${about.profiles?.length ? about.profiles.join(", ") : "no profile"}</span>
    </div>
  </nav>`;
}

/** Shows notes, each for a while. */
function useNotes() {
  const [notes, setNotes] = useState([]);
  const count = useRef(0);
  const note = useCallback((text, kind = "good") => {
    const id = ++count.current;
    setNotes((list) => [...list.slice(-3), { id, text, kind }]);
    setTimeout(() => setNotes((list) => list.filter((one) => one.id !== id)), kind === "bad" ? 8000 : 4000);
  }, []);
  return [note, html`<div class="notes" role="status" aria-live="polite">${notes.map((one) => html`<div key=${one.id} class=${`note ${one.kind}`}>${one.text}</div>`)}</div>`];
}

function useAbout() {
  const [about, setAbout] = useState({});
  const [state, setState] = useState("connecting");
  useEffect(() => events((event) => {
    if (event.type === "state") setState(event.data);
    if (event.type === "open") get("api/about").then(setAbout, () => {}); // the state says that it does not answer
  }), []);
  return [about, state];
}

function App() {
  const at = useHash();
  const pane = usePane(at.id);
  const [theme, setTheme] = useKept("theme", "system");
  const [help, setHelp] = useState(false);
  const [about, state] = useAbout();
  const [note, notes] = useNotes();
  useKeys(setHelp);
  useEffect(() => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  const title = at.unknown ? "not found" : panes.find((one) => one.id === at.id).title;
  useEffect(() => void (document.title = `${title} – ${about.name ?? "fwrun"}`), [title, about.name]);
  return html`<${About.Provider} value=${about}><${Notes.Provider} value=${note}>
    <${Nav} ...${{ id: at.unknown ? "" : at.id, state, about, theme, setTheme, setHelp }} />
    <main tabindex="-1" data-pane=${at.unknown ? "" : at.id}>
      ${at.unknown ? html`<${Missing} what="pane" name=${at.unknown} />` : null}
      ${pane.error ? html`<div class="empty bad" role="alert">this pane cannot be shown: ${pane.error.message}</div>` : null}
      ${pane.Pane && !at.unknown ? html`<${pane.Pane} key=${at.id} ...${{ get, post, del, events, go, note, about, args: at.args, query: at.query }} />` : null}
    </main>
    ${notes}
    ${help ? html`<${Help} onClose=${() => setHelp(false)} />` : null}
    <${Jump} />
  <//><//>`;
}

render(html`<${App} />`, document.getElementById("app"));
