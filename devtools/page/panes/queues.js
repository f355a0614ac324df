// The queues: what waits, pauses, dead letters and what becomes of them.
import { html, useEffect, useState } from "../vendor/preact.js";
import { clock, duration, number, relative } from "../format.js";
import { VirtualList } from "../list.js";
import { Action, Badge, Bar, Facts, Json, Missing, Split, Waiting, useAnswer } from "../parts.js";

export const title = "Queues";
export const order = 70;

const path = (q, rest = "") => `api/manage/queues/${encodeURIComponent(q.queue)}${rest}`;
const idOf = (q) => `${q.connection}/${q.queue}`;

export function Pane({ go, args, get, post }) {
  const answer = useAnswer("api/manage/queues/", { live: true });
  const queues = answer.value?.queues ?? [];
  const chosen = queues.find((q) => q.connection === args[0] && q.queue === args[1]);
  const list = html`${answer.value?.problems?.map((p) => html`<p class="problem bad" role="alert">${p.connection}: ${p.message}</p>`)}
    <${VirtualList} label="queues" items=${queues} height=${40} idOf=${idOf} selected=${chosen && idOf(chosen)} onSelect=${(q) => go(`queues/${encodeURIComponent(q.connection)}/${encodeURIComponent(q.queue)}`)} empty="there are no queues"
    row=${(q) => html`<span class="grow two"><span>${q.queue} ${q.paused ? html`<${Badge} kind="warn">paused<//>` : null}</span><span class="soft">${q.listener || "no listener"}</span></span>
      <span class="cell-n">${number(q.waiting)} waiting</span>${q.dead ? html`<${Badge} kind="bad">${q.dead} dead<//>` : null}`} />`;
  return html`<${Bar} title="Queues" count=${queues.length} />
    ${answer.value ? html`<${Split} onBack=${() => go("queues")} list=${list} detail=${chosen ? html`<${Queue} key=${idOf(chosen)} q=${chosen} ...${{ get, post }} />` : args[0] ? html`<${Missing} what="queue" name=${args[1] ?? args[0]} />` : null} />` : html`<${Waiting} answer=${answer} />`}`;
}

function Queue({ q, get, post }) {
  const body = { connection: q.connection };
  const [letters, setLetters] = useState([]);
  const [more, setMore] = useState(false);
  const page = 50;
  const read = async (after) => {
    const answer = await get(path(q, `/dead?connection=${encodeURIComponent(q.connection)}&limit=${page}${after ? `&after=${after}` : ""}`));
    const found = answer.letters ?? [];
    setLetters((before) => (after ? [...before, ...found] : found));
    setMore(found.length === page);
  };
  useEffect(() => void read().catch(() => {}), [q.dead, q.failed]); // the list says what is wrong with the connection
  const act = (rest, sent, said) => async () => {
    const done = await post(path(q, rest), { ...body, ...sent });
    await read();
    return said(done);
  };
  return html`<div class="title"><span class="name">${q.queue}</span>${q.paused ? html`<${Badge} kind="warn">paused<//>` : null}</div>
    <div class="buttons">
      ${q.paused ? html`<${Action} act=${act("/resume", {}, () => `${q.queue} is delivered again`)}>Resume<//>` : html`<${Action} act=${act("/pause", {}, () => `${q.queue} is paused`)}>Pause<//>`}
      <${Action} kind="danger" sure="Purge: really?" act=${act("/purge", {}, (done) => `${done.count} messages were removed`)}>Purge<//>
    </div>
    <${Facts} rows=${[["connection", q.connection], ["listener", q.listener || "none"], ["waiting", number(q.waiting)], ["in hand", number(q.inHand)], ["for later", number(q.delayed)], ["to be retried", number(q.retries)],
      ["oldest waits", q.oldestSeconds ? duration(q.oldestSeconds * 1000) : "–"], ["handled", `${number(q.done)}, ${q.rate.toFixed(1)} a second`], ["failed attempts", number(q.failed)]]} />
    <h3>Dead letters ${q.dead ? `(${number(q.dead)})` : ""}</h3>
    ${letters.length === 0 ? html`<p class="soft">none</p>` : html`<div class="buttons">
      <${Action} act=${act("/dead/replay", { all: true }, (done) => `${done.count} are tried again`)}>Replay all<//>
      <${Action} kind="danger" sure="Delete all: really?" act=${act("/dead/delete", { all: true }, (done) => `${done.count} were deleted`)}>Delete all<//></div>
      ${letters.map((letter) => html`<${Letter} key=${letter.seq} letter=${letter} act=${act} />`)}
      ${more ? html`<${Action} act=${() => read(letters.at(-1).seq)}>more<//>` : null}`}`;
}

const Letter = ({ letter, act }) => html`<details class="letter"><summary><span class="mono">${letter.id}</span> <span class="bad">${letter.lastError}</span> <span>${relative(letter.died)}</span></summary>
  <div class="buttons"><${Action} act=${act("/dead/replay", { ids: [letter.id] }, () => "it is tried again")}>Replay<//><${Action} kind="danger" sure="Delete: really?" act=${act("/dead/delete", { ids: [letter.id] }, () => "it was deleted")}>Delete<//></div>
  <${Facts} rows=${[["reason", letter.reason], ["attempts", letter.attempts], ["first error", letter.firstError], ["last error", letter.lastError], ["sent", clock(letter.sent)], ["key", letter.key], ["type", letter.contentType],
    ...Object.entries(letter.headers ?? {}).map(([name, value]) => [name, value])]} />
  <${Json} value=${letter.body !== undefined ? letter.body : (letter.text ?? `base64: ${letter.base64}`)} /></details>`;
