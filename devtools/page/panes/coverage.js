// The coverage of the last run of the tests: the files with their figures, and the source of one with what has not run.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { clock, duration, matches, number } from "../format.js";
import { Badge, Bar, Missing, Place, Table, useAnswer, Waiting } from "../parts.js";

export const title = "Coverage";
export const order = 130;

const mostRows = 300; // more elements would make the page slow
const figures = ["statements", "branches", "functions", "lines"];
const kindOf = ({ total, pct }) => (total === 0 ? "void" : pct >= 80 ? "good" : pct >= 50 ? "warn" : "bad");
const Track = ({ of, label }) => html`<span class="bar-chart" role="meter" aria-label=${label} aria-valuenow=${of.pct} aria-valuemin="0" aria-valuemax="100"><div class=${kindOf(of)} style=${{ width: `${of.total ? of.pct : 0}%` }}></div></span>`;

export function Pane({ go, args }) {
  const [filter, setFilter] = useState("");
  const answer = useAnswer("api/coverage", { live: true });
  const run = answer.value?.run;
  const shown = useMemo(() => (run?.files ?? []).filter((f) => matches(filter, f.name)), [run, filter]);
  if (!run) return html`<${Bar} title="Coverage" />${answer.value ? html`<${None} unkept=${answer.value.unkept} />` : html`<${Waiting} answer=${answer} />`}`;
  const file = run.files.find((f) => f.name === args[0]);
  return html`<${Bar} title="Coverage" count=${run.files.length} filter=${args[0] ? undefined : filter} onFilter=${args[0] ? undefined : setFilter} />
    <div class="scroll" role="region" aria-label="content" tabindex="0">
      ${args[0] ? html`<button type="button" onClick=${() => go("coverage")}>‹ all files</button>` : null}
      ${file ? html`<${Source} key=${file.name} file=${file} began=${run.began} />` : args[0] ? html`<${Missing} what="file" name=${args[0]} />` : html`<${Run} run=${run} /><${Files} files=${shown} go=${go} left=${run.left} />`}
    </div>`;
}

const None = ({ unkept }) => unkept
  ? html`<div class="empty">This server was started without a cache, where runs of the tests are kept: leave out <code>--no-cache</code></div>`
  : html`<div class="empty">Nothing is known yet. Run <code>fwrun test . --coverage</code>, or with <code>--watch</code> to see it change as you write</div>`;

function Run({ run }) {
  const outcome = [[run.passed, "passed", "good"], [run.failed, "failed", "bad"], [run.skipped, "not run", "plain"]].filter(([n, text]) => n || text === "passed");
  return html`<div class="title"><span class="soft">${clock(run.began)}, ${duration(run.ms)}</span>
      ${outcome.map(([n, text, kind]) => html`<${Badge} key=${text} kind=${kind}>${number(n)} ${text}<//>`)}${run.part ? html`<${Badge} kind="warn">a part of the tests<//>` : null}</div>
    <${Gauges} of=${run.totals} />`;
}

const Gauges = ({ of }) => html`<div class="gauges">${figures.map((name) => html`<div class="meter" key=${name}><span class="soft">${name}</span><b class=${kindOf(of[name])}>${of[name].pct} %</b>
  <span class="soft">${number(of[name].covered)} of ${number(of[name].total)}</span><${Track} of=${of[name]} label=${name} /></div>`)}</div>`;

function Files({ files, left, go }) {
  const [sort, setSort] = useState({ by: "name", down: false });
  const sorted = useMemo(() => {
    const compare = (a, b) => (sort.by === "name" ? 0 : a[sort.by].pct - b[sort.by].pct || b[sort.by].total - a[sort.by].total);
    const list = [...files].sort((a, b) => compare(a, b) || (a.name < b.name ? -1 : 1));
    return sort.down ? list.reverse() : list;
  }, [files, sort]);
  const head = (by, text) => ({
    sort: sort.by === by ? (sort.down ? "descending" : "ascending") : undefined,
    title: html`<button type="button" class="link" onClick=${() => setSort({ by, down: sort.by === by && !sort.down })}>${text}${sort.by === by ? (sort.down ? " ↓" : " ↑") : ""}</button>`,
  });
  const columns = [
    { ...head("name", "file"), cell: (f) => html`<a href=${`#/coverage/${encodeURIComponent(f.name)}`} onClick=${(event) => (event.preventDefault(), go(`coverage/${encodeURIComponent(f.name)}`))}>${f.name}</a>` },
    ...figures.map((name) => ({ ...head(name, name), cell: (f) => html`<span class="gauge"><${Track} of=${f[name]} label=${`${name} of ${f.name}`} /><b class=${kindOf(f[name])}>${f[name].pct} %</b><span class="soft">${f[name].covered}/${f[name].total}</span></span>` })),
  ];
  return html`<div class="covered"><${Table} label="files" columns=${columns} rows=${sorted.slice(0, mostRows)} keyOf=${(f) => f.name} empty="no file matches" /></div>
    ${sorted.length > mostRows ? html`<p class="soft">and ${number(sorted.length - mostRows)} more, which the filter finds</p>` : null}
    ${left ? html`<p class="soft">${number(left)} files are left off</p>` : null}`;
}

function Source({ file, began }) {
  const answer = useAnswer(`api/coverage/file?name=${encodeURIComponent(file.name)}&run=${encodeURIComponent(began)}`);
  const [before, setBefore] = useState(null); // shown until the next run is here, so that nothing jumps
  const [at, setAt] = useState(0);
  const body = useRef(null);
  useEffect(() => void (answer.value && setBefore(answer.value)), [answer.value]);
  const found = answer.value ?? before;
  const jump = (line) => {
    setAt(line);
    body.current.rows[line - 1]?.scrollIntoView({ block: "center" });
  };
  return html`<div class="title"><h2 class="name"><${Place} at=${file.name} /></h2>${found?.changed ? html`<${Badge} kind="warn">the file was changed since the run<//>` : null}</div>
    <${Gauges} of=${file} />
    ${found ? html`
      ${found.uncovered?.length ? html`<div class="lines" role="group" aria-label="uncovered lines"><span class="soft">uncovered lines </span>${found.uncovered.map(({ first, last }) => html`<button type="button" class="link" key=${first} onClick=${() => jump(first)}>${first === last ? first : `${first}-${last}`}</button>`)}</div>` : null}
      <p class="legend"><span class="soft">not covered: </span><mark class="statement">statement</mark> <mark class="function">function</mark> <mark class="branch">branch</mark> <mark class="branch"><i>I</i></mark>if path <mark class="branch"><i>E</i></mark>else path</p>
      <${Lines} lines=${found.lines} at=${at} body=${body} />
      ${found.left ? html`<p class="soft">and ${number(found.left)} lines more</p>` : null}` : html`<${Waiting} answer=${answer} />`}`;
}

const Lines = ({ lines, at, body }) => html`<table class="covering"><thead><tr><th scope="col">line</th><th scope="col">runs</th><th scope="col">source</th></tr></thead>
  <tbody ref=${body}>${lines.map((line) => html`<tr key=${line.n} class=${`${line.ran ?? ""} ${line.n === at ? "here" : ""}`}><th scope="row">${line.n}</th><td class="runs">${line.count ? `${line.count}×` : ""}</td>
    <td><pre>${line.parts?.map((part) => (part.class ? html`<mark class=${part.class} title=${part.title}>${part.mark ? html`<i>${part.mark}</i>` : null}${part.text}</mark>` : part.text))}</pre></td></tr>`)}</tbody></table>`;
