// The log, live, and the levels of its loggers.
import { html, useCallback, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { matches } from "../format.js";
import { VirtualList } from "../list.js";
import { Action, Badge, Bar, Choice, Facts, Split, useAnswer, Waiting } from "../parts.js";

export const title = "Logs";
export const order = 25;

const most = 5000; // lines that the page remembers
const levels = ["trace", "debug", "info", "warn", "error"];
const kinds = { error: "bad", warn: "warn", info: "info" };
const time = (at) => new Date(at).toLocaleTimeString("en", { hour12: false }) + "." + String(new Date(at).getMilliseconds()).padStart(3, "0");

/** The latest lines, oldest first, kept up to date; [lines, error, clear]. */
function useLines({ get, events }) {
  const [lines, setLines] = useState([]);
  const [error, setError] = useState(null);
  const coming = useRef([]);
  const load = useCallback(async () => {
    try {
      coming.current = [];
      setLines((await get("api/logs?limit=2000")).lines.reverse());
      setError(null);
    } catch (error) {
      setError(error);
    }
  }, []);
  useEffect(() => {
    let planned = null;
    const show = () => {
      planned = null;
      const fresh = coming.current.splice(0);
      setLines((before) => {
        const known = before.at(-1)?.id ?? 0;
        return [...before, ...fresh.filter((line) => line.id > known)].slice(-most);
      });
    };
    load();
    const stop = events(({ type, data }) => {
      if (type === "open" || type === "stories-cleared" || type === "stories-lost") load();
      else if (type === "log") {
        coming.current.push(data);
        planned ??= setTimeout(show, 150);
      }
    });
    return () => (clearTimeout(planned), stop());
  }, []);
  return [lines, error, () => setLines([])];
}

export function Pane({ get, post, events, go, args, query }) {
  const [filter, setFilter] = useState("");
  const [least, setLeast] = useState("trace");
  const [trace, setTrace] = useState(query.get("trace") ?? "");
  const [logger, setLogger] = useState("");
  const [follow, setFollow] = useState(true);
  const [lines, error, clear] = useLines({ get, events });
  const [chosen, setChosen] = useState(null);
  useEffect(() => setTrace(query.get("trace") ?? ""), [query.get("trace")]);
  const shown = useMemo(() => lines.filter((line) => levels.indexOf(line.level) >= levels.indexOf(least) && (!trace || line.trace === trace) && (!logger || line.logger === logger || line.logger.startsWith(`${logger}.`))
    && matches(filter, line.message, line.logger, line.trace, ...(line.fields ?? []).map((f) => `${f.name}=${f.value}`))), [lines, least, trace, logger, filter]);
  const loggers = args[0] === "levels";
  const list = html`<${VirtualList} label="lines of the log" items=${shown} height=${24} follow=${follow} selected=${chosen?.id} onSelect=${(line) => (setChosen(line), loggers && go("logs", { replace: true }))} row=${Line}
    classOf=${(line) => (line.level === "error" ? "failed" : "")} empty=${error ? error.message : lines.length ? "no line matches" : "nothing was logged yet"} />`;
  const detail = loggers ? html`<${Levels} post=${post} show=${setLogger} />` : chosen ? html`<${One} line=${chosen} go=${go} />` : null;
  return html`<${Bar} title="Logs" count=${shown.length} filter=${filter} onFilter=${setFilter} placeholder="message, logger, field, trace">
      <${Choice} label="least level" options=${levels} value=${least} onChange=${setLeast} />
      ${trace ? html`<button type="button" onClick=${() => (setTrace(""), go("logs", { replace: true }))} title="show all traces again">trace ${trace.slice(0, 8)}… ×</button>` : null}
      ${logger ? html`<button type="button" onClick=${() => setLogger("")} title="show all loggers again">${logger} ×</button>` : null}
      <label class="check"><input type="checkbox" checked=${follow} onChange=${(event) => setFollow(event.currentTarget.checked)} /> follow</label>
      <button type="button" aria-pressed=${loggers} onClick=${() => (setChosen(null), go(loggers ? "logs" : "logs/levels"))}>Levels</button>
      <button type="button" onClick=${clear} title="show only what comes next">Clear</button>
    <//>
    <${Split} onBack=${() => (setChosen(null), go("logs"))} list=${list} detail=${detail} />`;
}

const Line = (line) => html`<span class="soft mono when">${time(line.at)}</span><span class="level"><${Badge} kind=${kinds[line.level] ?? "plain"}>${line.level}<//></span>
  <span class="soft mono logger" title=${line.logger}>${line.logger}</span><span class="grow">${line.message}${(line.fields ?? []).map((f) => html`<span class="pair soft">${f.name}=<code>${f.value}</code></span>`)}</span>`;

const One = ({ line, go }) => html`<div class="title"><${Badge} kind=${kinds[line.level] ?? "plain"}>${line.level}<//><span class="name">${line.message}</span></div>
  <${Facts} rows=${[["at", new Date(line.at).toLocaleString("en", { hour12: false })], ["logger", line.logger],
    ["trace", line.trace ? html`<code>${line.trace}</code> <button type="button" class="link" onClick=${() => go(`requests?trace=${line.trace}`)}>requests</button> · <button type="button" class="link" onClick=${() => go(`logs?trace=${line.trace}`)}>only these lines</button>` : null],
    ...(line.fields ?? []).map((f) => [f.name, html`<span class="prose mono">${f.value}</span>`])]} />`;

/** The levels of loggers, which are changed on the spot. */
function Levels({ post, show }) {
  const answer = useAnswer("api/manage/loggers");
  const [filter, setFilter] = useState("");
  if (!answer.value) return html`<${Waiting} answer=${answer} />`;
  const names = answer.value.levels;
  const loggers = Object.entries(answer.value.loggers).filter(([name]) => matches(filter, name));
  const set = async (name, level) => {
    await post(`api/manage/loggers/${encodeURIComponent(name)}`, { configuredLevel: level || null });
    await answer.again();
  };
  return html`<h2>Levels</h2><p class="soft">They hold until the settings of the log change, or the process ends.</p>
    <div class="buttons"><input type="search" class="filter" aria-label="filter loggers" placeholder="filter loggers" value=${filter} onInput=${(event) => setFilter(event.currentTarget.value)} /></div>
    <div class="levels">${loggers.map(([name, of]) => html`<div key=${name}><button type="button" class="link grow mono" title="show only its lines" onClick=${() => show(name === "ROOT" ? "" : name)}>${name}</button>
      <select aria-label=${`level of ${name}`} value=${of.configuredLevel ?? ""} onChange=${(event) => set(name, event.currentTarget.value)}>
        <option value="">${of.effectiveLevel} (inherited)</option>${names.map((level) => html`<option key=${level} value=${level}>${level}</option>`)}</select></div>`)}</div>`;
}
