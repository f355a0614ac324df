// One handler for each way in which a script can turn what it has of the web platform and of Node against the server: its
// memory, its time, its goroutines, its files, the stack of Go.
import { fromNode, GetMapping, HttpRequest, PathVariable, RestController } from "fwrun";
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { Buffer, transcode } from "node:buffer";
import crypto from "node:crypto";
import { channel } from "node:diagnostics_channel";
import dns from "node:dns";
import EventEmitter, { on } from "node:events";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import process from "node:process";
import punycode from "node:punycode";
import querystring from "node:querystring";
import readline from "node:readline";
import { PassThrough, Readable, Transform, Writable } from "node:stream";
import { buffer as collect, text as collectText } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { StringDecoder } from "node:string_decoder";
import * as later from "node:timers/promises";
import tls from "node:tls";
import url from "node:url";
import util from "node:util";
import sloppy from "sloppy";

const T = 2e7, B = 3e7;
const text = (n, of = "x") => of.repeat(n);
const nest = (leaf, levels) => { for (let i = 0; i < levels; i++) leaf = [leaf, leaf]; return leaf; };
const deep = (levels) => { let of = {}; for (let i = 0; i < levels; i++) of = { of }; return of; };
const graph = (n) => { const all = Array.from({ length: n }, () => ({})); for (const one of all) one.all = all; return all; };
const keep = (make) => { const all = []; for (;;) all.push(make(all)); };
const keepAsync = async (make) => { const all = []; for (;;) all.push(await make(all)); };
const many = (n, make) => Promise.all(Array.from({ length: n }, (_, i) => make(i)));
const never = () => new Promise(() => {});
const socket = (host) => net.connect(Number(host.split(":")[1]), "127.0.0.1").on("error", () => {}).resume();
function* endless(of) { for (;;) yield of; }
// Peers of the test: one reads nothing, and one, whose answer to whatever is asked never ends, does not wait for it.
const peer = (name, more = {}) => ({ host: "127.0.0.1", port: Number(process.env[name]), rejectUnauthorized: false, ...more });
const plainly = (name) => net.connect(peer(name)).on("error", () => {});
const secretly = (name) => tls.connect(peer(name)).on("error", () => {});
const opened = (name) => `http://127.0.0.1:${process.env[name]}/`;
const mounted = (handler, request) => fromNode(handler)(request);
const slow = () => new Readable({ read() { setImmediate(() => this.push(text(1e5))); } });
const silent = () => { const e = new EventEmitter(); e.setMaxListeners(0); return e; };
const sparse = (name, bytes) => { fs.writeFileSync(name, ""); fs.truncateSync(name, bytes); return name; };

// What takes memory.
const hungry = {
  ...sloppy.hungry,
  // node:buffer
  bufferAlloc: () => Buffer.alloc(2 ** 33),
  bufferAllocs: () => keep(() => Buffer.alloc(B, 1)),
  bufferUnsafe: () => keep(() => Buffer.allocUnsafe(B)),
  bufferConcat: () => Buffer.concat(Array(1000).fill(Buffer.alloc(1e7))),
  bufferConcats() { const one = Buffer.alloc(1e6); return keep(() => Buffer.concat(Array(30).fill(one))); },
  bufferOfLength: () => Buffer.from({ length: 2 ** 31 }),
  bufferOfArray() { const a = Array(1e6).fill(1); return keep(() => Buffer.from(a)); },
  bufferHex() { const b = Buffer.alloc(T); return keep(() => b.toString("hex")); },
  bufferBase64() { const b = Buffer.alloc(T); return keep(() => Buffer.from(b.toString("base64"), "base64")); },
  bufferUTF16: () => keep(() => Buffer.from(text(T, "€"), "utf16le")),
  bufferInvalid() { const b = Buffer.alloc(T, 255); return keep(() => b.toString()); },
  bufferTranscode() { const b = Buffer.from(text(1e7)); return keep(() => transcode(b, "latin1", "utf16le")); },
  bufferJSON: () => JSON.stringify(Buffer.alloc(8e7)).length,
  decoder() { const d = new StringDecoder("utf8"), b = Buffer.alloc(T, 255); return keep(() => d.write(b)); },

  // node:stream
  writtenWithoutDrain() { const w = new Writable({ write() {} }); for (;;) w.write(Buffer.alloc(1e6)); },
  endlessArray: () => Readable.from(endless({ some: "thing" })).toArray(),
  endlessText: () => collectText(Readable.from(endless(text(1e6)))),
  endlessBuffer: () => collect(Readable.from(endless(Buffer.alloc(1e7)))),
  pushed() { const r = new Readable({ read() {} }); for (;;) r.push(text(1e5)); },
  unshifted() { const r = new Readable({ read() {} }); for (;;) r.unshift(text(1e5)); },
  passedThrough() { const all = Array.from({ length: 1000 }, () => new PassThrough()); all.reduce((a, b) => a.pipe(b)); for (;;) all[0].write(Buffer.alloc(1e6)); },
  streams: () => keep(() => Readable.from(endless(1))),

  // node:events and EventTarget
  targetListeners() { const t = new EventTarget(); for (;;) t.addEventListener("x", () => {}); },
  targetTypes() { const t = new EventTarget(); for (let i = 0;; i++) t.addEventListener(`x${i}`, silent); },
  signalListeners() { const { signal } = new AbortController(); for (;;) signal.addEventListener("abort", () => {}); },
  signalsOfOne() { const c = new AbortController(), all: AbortSignal[] = []; for (;;) all.push(AbortSignal.any([c.signal])); },
  marks() { for (;;) performance.mark(text(1e3), { detail: text(1e4) }); },
  listeners() { const e = silent(); for (;;) e.on("x", () => {}); },
  eventNames() { const e = silent(); for (let i = 0;; i++) e.on(`x${i}`, () => {}); },
  eventsUnread() { const e = silent(); on(e, "x"); for (;;) e.emit("x", [1, 2, 3]); },
  channels() { for (let i = 0;; i++) channel(`c${i}`).subscribe(() => {}); },

  // node:util
  inspectMany() { const o = Array(1e5).fill({ a: 1 }); return keep(() => util.inspect(o, { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity })); },
  formatTexts() { const y = text(1e5); for (;;) util.format(text(1e5, "%s"), ...Array(1e5).fill(y)); },
  styled: () => util.styleText(Array(1e6).fill("bold"), text(1e6)).length,
  deprecated() { for (;;) util.deprecate(() => {}, "old")(); },

  // node:path, node:querystring, node:url
  joined: () => path.join(...Array(1e4).fill(text(1e5, "a/"))).length,
  normalized: () => keep(() => path.normalize(text(1e6, "a/"))),
  queries() { const q = text(1e6, "a=b&"); return keep(() => querystring.parse(q, "&", "=", { maxKeys: 0 })); },
  queryOfMany: () => querystring.stringify({ a: Array(5e6).fill("€€€€€€€€") }).length,
  parsedURLs() { const u = `http://h/${text(1e6)}`; return keep(() => url.parse(u)); },

  // node:fs
  readSparse: () => fs.readFileSync(sparse("large", 1e11)),
  readSparseOften: () => many(1000, () => fs.promises.readFile(sparse("some", 6e7))),
  readSparseKept: () => keepAsync(() => fs.promises.readFile(sparse("some", 6e7))),
  readSparseSync: () => keep(() => fs.readFileSync(sparse("some", 6e7))),
  readChunks() { const file = fs.openSync(sparse("some", 1e11)); return many(1e4, () => util.promisify(fs.read)(file, Buffer.alloc(1), 0, 2 ** 24, 0)); },
  collectSparse: () => collect(fs.createReadStream(sparse("large", 1e11))),
  collectHandle: async () => (await fs.promises.open(sparse("large", 1e11))).readFile(),
  writeAtOnce() { const b = Buffer.alloc(3e7); return many(1000, () => fs.promises.writeFile("written", b)); },
  statsAtOnce: () => many(1e6, () => fs.promises.stat("none")),
  writeStream() { const w = fs.createWriteStream("written"); for (;;) w.write(Buffer.alloc(1e6)); },
  textFiles: () => keep(() => fs.readFileSync(sparse("some", T), "utf8")),
  listed() { for (let i = 0; i < 2000; i++) fs.writeFileSync(`many/${i}`, ""); return keep(() => fs.readdirSync("many", { withFileTypes: true })); },

  // node:readline
  lineWithoutEnd: () => new Promise(() => readline.createInterface({ input: slow() })),
  linesUnread() { const input = new Readable({ read() { setImmediate(() => this.push(text(1e5, "a\n"))); } }); const lines = readline.createInterface({ input })[Symbol.asyncIterator](); return lines.next().then(never); },

  // node:async_hooks, node:timers, node:process
  storages() { const all = []; for (let i = 0;; i++) { new AsyncLocalStorage().enterWith(i); all.push(AsyncLocalStorage.snapshot()); } },
  resources: () => keep(() => new AsyncResource("x")),
  immediates() { for (;;) setImmediate(() => {}); },
  ticks() { for (;;) process.nextTick(() => {}, 1); },
  waiting: () => many(1e6, () => later.setTimeout(1e9)),
  intervals() { const all = []; for (;;) all.push(later.setInterval(1)); },
  output() { for (;;) process.stdout.write(text(1e5)); },
  warnings() { for (;;) process.emitWarning(text(1e5)); },

  // node:crypto and crypto.subtle
  randomBytes: () => crypto.randomBytes(2 ** 31),
  randomKept: () => keep(() => crypto.randomBytes(B)),
  randomAtOnce: () => many(1000, () => util.promisify(crypto.randomBytes)(B)),
  hashes() { const h = crypto.createHash("sha512"); return keep(() => h.copy()); },
  ciphered() { const c = crypto.createCipheriv("aes-256-ctr", Buffer.alloc(32), Buffer.alloc(16)), b = Buffer.alloc(B); return keep(() => c.update(b)); },
  derivedLong: () => crypto.hkdfSync("sha256", "key", "salt", "info", 2 ** 31),
  derivedWide: () => crypto.pbkdf2Sync("a", "b", 1, 2 ** 31 - 1, "sha512"),
  scryptWide: () => crypto.scryptSync("a", "b", 64, { N: 2 ** 22, r: 8, p: 1, maxmem: 2 ** 33 }),
  scryptAtOnce: () => many(100, () => new Promise((done, fail) => crypto.scrypt("a", "b", 64, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 30 }, (e, k) => (e ? fail(e) : done(k)))).then(() => { for (;;); })),
  digests() { const b = new Uint8Array(8e7); return many(1000, () => crypto.subtle.digest("SHA-512", b)); },
  encrypted: async () => { const k = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, true, ["encrypt"]), b = new Uint8Array(B); return many(1000, () => crypto.subtle.encrypt({ name: "AES-GCM", iv: new Uint8Array(12) }, k, b)); },
  importedKeys() { const b = new Uint8Array(B); return keepAsync(() => crypto.subtle.importKey("raw", b, { name: "HMAC", hash: "SHA-256" }, true, ["sign"])); },
  importedJWK: () => crypto.subtle.importKey("jwk", { kty: "RSA", n: text(T, "A"), e: text(T, "A") }, { name: "RSA-PSS", hash: "SHA-256" }, true, ["verify"]),
  derivedBits: async () => crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt: new Uint8Array(8), iterations: 1 }, await crypto.subtle.importKey("raw", new Uint8Array(8), "PBKDF2", false, ["deriveBits"]), 2 ** 31 - 8),

  // Blob, FormData, URLPattern, URLSearchParams, Headers
  blobDoubled() { let b = new Blob([text(1e6)]); for (;;) b = new Blob([b, b]); },
  blobsNested() { let b = new Blob([]); for (;;) b = new Blob([b, "x"]); },
  blobSlices() { let b = new Blob([text(2e6)]); return keep(() => (b = b.slice(0, b.size - 1))); },
  blobParts: () => new Blob(Array(5e6).fill("x")).text(),
  blobRead() { const b = new Blob(Array(60).fill(text(1e6))); return keepAsync(() => b.arrayBuffer()); },
  blobReadAtOnce() { const b = new Blob(Array(60).fill(text(1e6))); return many(1000, () => b.bytes()); },
  formEntries() { const f = new FormData(); for (let i = 0;; i++) f.append(`k${i}`, "v"); },
  formEncoded() { const f = new FormData(), b = new Blob([text(1e6)]); for (let i = 0; i < 1e4; i++) f.append("f", b, "n"); return fetch("http://127.0.0.1:1", { method: "POST", body: f }); },
  formParsed: () => new Response(text(4e5, "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n") + "--b--", { headers: { "content-type": "multipart/form-data; boundary=b" } }).formData().then(() => { for (;;); }),
  searchParams() { const p = new URLSearchParams(); for (;;) p.append("some", "thing"); },
  headers() { const h = new Headers(); for (;;) h.append("some", "thing"); },
  patterns() { const pathname = Array.from({ length: 100 }, (_, i) => `/:a${i}/b`).join(""); return keep(() => new URLPattern({ pathname })); },

  // messages
  channelsKept: () => keep(() => new MessageChannel()),
  posted() { const { port1 } = new MessageChannel(); for (;;) port1.postMessage(text(1e5)); },
  postedBytes() { const { port1 } = new MessageChannel(), b = new Uint8Array(B); for (;;) port1.postMessage(b); },
  broadcasts: () => keep(() => new BroadcastChannel("bombs")),
  broadcast() { const c = new BroadcastChannel("bombs"); const t = text(1e5); for (;;) c.postMessage(t); },
  broadcastWide() { const c = new BroadcastChannel("bombs"); for (;;) c.postMessage(Array(100).fill(text(1e6))); },
  targets() { const t = new EventTarget(); for (;;) t.addEventListener("x", () => {}); },
  signals: () => keep(() => AbortSignal.any([new AbortController().signal])),
  decodedLegacy() { const b = new Uint8Array(B).fill(0x81); return keep(() => new TextDecoder("gb18030").decode(b)); },
  decodedWide() { const b = new Uint8Array(B).fill(0xa1); return keep(() => new TextDecoder("euc-kr").decode(b)); },
  clonedShared: () => keep(() => structuredClone(nest({}, 18))),

  // Intl
  formatters: () => keep((all) => new Intl.NumberFormat("de", { minimumFractionDigits: all.length % 100 })),
  dateFormatters: () => keep(() => new Intl.DateTimeFormat("ja", { dateStyle: "full", timeZone: "Asia/Tokyo" })),
  segments: () => keep(() => [...new Intl.Segmenter("th", { granularity: "grapheme" }).segment(text(1e5, "é"))]),
  segmentsLong: () => [...new Intl.Segmenter("en", { granularity: "word" }).segment(text(5e6, "ab "))].length,
  lists: () => new Intl.ListFormat("en").format(Array(5e6).fill("some thing")).length,
  numberParts: () => keep(() => new Intl.NumberFormat("en").formatToParts(BigInt(text(1e5, "9")))),
  upperCased: () => keep(() => text(4e6, "i").toLocaleUpperCase("tr")),

  // streams of the web
  enqueued: () => new Promise(() => new ReadableStream({ start(c) { for (;;) c.enqueue(new Uint8Array(1e6)); } })),
  teed() { const [a] = new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(1e6)); } }).tee(); return collect(a); },
  teedOften() { let r = new ReadableStream(); return keep(() => { [r] = r.tee(); return r; }); },
  webWritten() { const w = new WritableStream({ write: never }).getWriter(); for (;;) w.write(new Uint8Array(1e6)); },
  bodies: () => keep(() => new Response(text(1e6)).body),
  decompressed() { const zeros = new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(1e6)); } }); return new Response(zeros.pipeThrough(new CompressionStream("gzip")).pipeThrough(new DecompressionStream("gzip"))).arrayBuffer(); },
  compressors: () => keep(() => new CompressionStream("gzip")),

  // texts that grow in place
  appendedInPlace() { let s = ""; for (;;) s += text(1e4); },
  appendedWide() { let s = ""; for (;;) s += "€ and more"; },
  appendedToMany() { const all = Array(1e5).fill(""); for (;;) for (let i = 0; i < all.length; i++) all[i] += "some text"; },
  appendedKept() { let s = ""; return keep(() => (s += "some text").slice(0, -1)); },
  appendedToMember() { const o = { s: "" }; for (;;) o.s += o.s + "x"; },

  // buffers that grow, and what is newer in the language
  resizedKept: () => keep(() => { const b = new ArrayBuffer(0, { maxByteLength: 2 ** 32 }); b.resize(B); return b; }),
  resizedDoubled() { const b = new ArrayBuffer(1, { maxByteLength: 2 ** 35 }); for (let n = 1;; n *= 2) b.resize(n); },
  resizedViews() { const b = new ArrayBuffer(8, { maxByteLength: 2 ** 32 }); return keep(() => new Uint8Array(b)); },
  maximums: () => keep(() => new ArrayBuffer(0, { maxByteLength: 2 ** 36 })),
  transferred() { let b = new ArrayBuffer(B); return keep(() => { const old = b.slice(); b = b.transfer(B + 1); return old; }); },
  sharedGrown: () => keep(() => { const s = new SharedArrayBuffer(0, { maxByteLength: 2 ** 32 }); s.grow(B); return s; }),
  sharedWaits() { const a = new Int32Array(new SharedArrayBuffer(4)); return keep(() => Atomics.waitAsync(a, 0, 0)); },
  halves: () => keep(() => new Float16Array(1e7).fill(1)),
  weakSymbols() { const m = new WeakMap(); return keep(() => { const s = Symbol(); m.set(s, new Uint8Array(1e4)); return s; }); },
  rawJSON() { const raw = JSON.rawJSON(`"${text(1e6)}"`); return JSON.stringify(Array(1e5).fill(raw)).length; },
  revived() { const json = `[${text(4e6, "1,")}1]`; return keep(() => JSON.parse(json, (key, value) => value)); },
  disposables() { const stack = new DisposableStack(); for (;;) stack.defer(() => {}); },
  disposablesLater() { const stack = new AsyncDisposableStack(); for (;;) stack.use({ async [Symbol.asyncDispose]() {} }); },
  suppressed() { const stack = new DisposableStack(); for (let i = 0; i < 1e5; i++) stack.defer(() => { throw text(1e4) + i; }); return keep(() => { try { stack.dispose(); } catch (e) { return e; } }); },
  sharedHuge: () => new SharedArrayBuffer(2 ** 34),
  sharedKept: () => keep(() => new SharedArrayBuffer(B)),
  sharedMaximum() { const s = new SharedArrayBuffer(0, { maxByteLength: 2 ** 34 }); for (let n = 1e6;; n += 1e6) s.grow(n); },
  sharedViews() { const s = new SharedArrayBuffer(8, { maxByteLength: 2 ** 32 }); return keep(() => new Int32Array(s)); },
  sharedSlices() { const s = new SharedArrayBuffer(B); return keep(() => s.slice()); },
  transferGrown() { let b = new ArrayBuffer(1); for (let n = 1;; n *= 2) b = b.transfer(n); },
  transferMaximum() { let b = new ArrayBuffer(1, { maxByteLength: 2 ** 36 }); return keep((all) => { const old = b; b = b.transfer(all.length * 1e6); return old; }); },
  temporals: () => keep((all) => Temporal.ZonedDateTime.from("2024-03-31T01:30[Europe/Berlin]").add({ days: all.length % 1e6 })),
  temporalTexts: () => Temporal.Duration.from(`PT${text(T, "9")}S`),
  timersKept: () => keep(() => { const t = setTimeout(() => {}, 1e9, text(1e3)).unref(); clearTimeout(t); return t; }),
  timersUnwaited() { for (;;) setTimeout(() => {}, 1e9).unref().ref(); },
  functionsOfText: () => keep((all) => new Function(`return ${all.length}`)),
  functionsLong: () => keep(() => new Function(text(2e5, "x;"))),
  expressions: () => keep((all) => new RegExp(`(?:a|(b${all.length}))*`, "v")),
  expressionsOfSets: () => keep((all) => new RegExp(`[\\p{L}--[a-z${String.fromCodePoint(0x4e00 + all.length % 20000)}]]`, "v")),
  expressionsRepeated: () => keep((all) => new RegExp(`(?:(?:(?:a{1000}){1000}){1000}|(b{${all.length}}))*`)),
  expressionsOfNames: () => keep(() => new RegExp(Array.from({ length: 5000 }, (_, i) => `(?<n${i}>a)`).join("|"))),

  // connections
  socketDeaf() { const s = plainly("DEAF"); for (;;) s.write(Buffer.alloc(1e6)); },
  socketDeafSecret() { const s = secretly("DEAF_TLS"); for (;;) s.write(Buffer.alloc(1e6)); },
  socketLoud: () => collect(plainly("LOUD")),
  socketLoudSecret: () => collect(secretly("LOUD_TLS")),
  socketsLoud: () => many(100, () => new Promise((done) => plainly("LOUD").once("readable", done))).then(() => keep((all) => ({ all }))),
  answerLoud: () => new Promise((_, fail) => http.get(peer("LOUD"), (r) => collectText(r).catch(fail)).on("error", fail)),
  fetchLoud: () => fetch(opened("LOUD")).then((r) => r.text()),
  requestDeaf() { const r = http.request(peer("DEAF", { method: "POST" })).on("error", () => {}); for (;;) r.write(Buffer.alloc(1e6)); },
  mountedLoud: (host, name, request) => mounted((q, s) => { for (;;) s.write(Buffer.alloc(1e6)); }, request),
  mountedHeaders: (host, name, request) => mounted((q, s) => { for (let i = 0;; i++) s.setHeader(`x${i}`, text(1e5)); }, request),
  requestHeaders() { const r = http.request({ host: "127.0.0.1", port: 1 }).on("error", () => {}); for (let i = 0; ; i++) r.setHeader(`x${i}`, text(1e5)); },
  requestQueue() { const agent = new http.Agent({ maxSockets: 1 }); return keep(() => http.request({ host: "127.0.0.1", port: 1, agent }).on("error", () => {})); },
  responseBody() { const s = new http.ServerResponse({ method: "GET" }); for (;;) s.write(Buffer.alloc(1e6)); },
  requestBody() { const r = http.request({ host: "127.0.0.1", port: 1, method: "POST" }); for (;;) r.write(Buffer.alloc(1e6)); },
  socketUnread(host) { const s = socket(host); for (;;) s.write(Buffer.alloc(1e6)); },
  webSockets: () => keep(() => new WebSocket("ws://127.0.0.1:1")),
  eventSources: () => keep(() => new EventSource("http://127.0.0.1:1")),
};

// What computes, waits, recurses, or opens files for ever.
const busy = {
  ...sloppy.busy,
  bufferSwap() { const b = Buffer.alloc(8e7); for (;;) b.swap16(); },
  bufferFill() { const b = Buffer.alloc(8e7); for (;;) b.fill("abc"); },
  bufferIndexOf() { const b = Buffer.alloc(8e7), y = Buffer.concat([Buffer.alloc(4e7), Buffer.from("x")]); for (;;) b.lastIndexOf(y); },
  bufferCompare() { const a = Buffer.alloc(8e7), b = Buffer.alloc(8e7); for (;;) a.compare(b); },

  writeRecursion() { const w = new Writable({ write(chunk, encoding, done) { done(); } }); const go = () => w.write("x", go); go(); return never(); },
  readRecursion() { const r = new Readable({ read() { this.push("x"); this.read(); } }); r.read(); return never(); },
  flowing: () => new Promise(() => new Readable({ read() { this.push("x"); } }).on("data", () => {})),
  pipes: () => pipeline(Readable.from(endless("x")), ...Array.from({ length: 20 }, () => new Transform({ transform(chunk, encoding, done) { done(null, chunk); } })), new Writable({ write(chunk, encoding, done) { done(); } })),
  emitRecursion() { const e = silent(); e.on("x", () => e.emit("x")); e.emit("x"); },
  emitOften() { const e = silent(); for (let i = 0; i < 1e4; i++) e.on("x", () => {}); for (;;) e.emit("x"); },
  newListenerRecursion() { const e = silent(); e.on("newListener", () => e.on("x", () => {})); e.on("y", () => {}); },

  inspectDeep() { const o = deep(1e5); for (;;) util.inspect(o, { depth: Infinity }); },
  inspectShared() { const o = nest({}, 40); for (;;) util.inspect(o, { depth: Infinity, maxArrayLength: Infinity }); },
  inspectGetters() { const o = new Proxy({}, { ownKeys() { for (;;); } }); return util.inspect(o, { showProxy: true, getters: true }) + util.inspect({ get [util.inspect.custom]() { for (;;); } }); },
  inspectProxies() { const p = new Proxy(function () {}, { get: () => p, getPrototypeOf: () => p, ownKeys: () => ["prototype", "a", "b"], getOwnPropertyDescriptor: () => ({ value: p, enumerable: true, configurable: true }) }); for (;;) util.inspect(p, { depth: Infinity }); },
  inspectCustom() { const o = () => ({ [util.inspect.custom]: o }); return util.inspect(o()); },
  inspectItself() { const o = { [util.inspect.custom]() { return util.inspect(o); } }; return util.inspect(o); },
  formatObjects() { const o = nest({}, 40); for (;;) util.format(text(1e4, "%o%O%j"), ...Array(3e4).fill(o)); },
  equalGraphs: () => util.isDeepStrictEqual(graph(5e3), graph(5e3)),
  equalDeep: () => { if (util.isDeepStrictEqual(deep(1e5), deep(1e5))) for (;;); },
  equalShared: () => util.isDeepStrictEqual(nest([1], 40), nest([1], 40)),
  equalSets: () => util.isDeepStrictEqual(new Set(Array.from({ length: 1e5 }, (_, i) => ({ i }))), new Set(Array.from({ length: 1e5 }, (_, i) => ({ i: -i })))),
  equalMaps: () => util.isDeepStrictEqual(new Map(Array.from({ length: 1e5 }, (_, i) => [{ i }, i])), new Map(Array.from({ length: 1e5 }, (_, i) => [{ i: -i }, i]))),
  stripped() { const t = text(1e6, "\u001b]"); for (;;) util.stripVTControlCharacters(t); },
  promisified() { let f = (done) => done(); for (;;) f = util.promisify(f); },

  globs() { for (;;) path.matchesGlob(text(1e6, "a"), text(1e3, "*a") + "b"); },
  relatives() { for (;;) path.relative(text(1e5, "a/"), text(1e5, "b/")); },
  unescaped() { for (;;) querystring.unescapeBuffer(text(5e6, "%41")); },
  punycodeWide() { for (;;) punycode.encode(Array.from({ length: 1e5 }, (_, i) => String.fromCodePoint(0x4e00 + i % 20000)).join("")); },
  punycodeLabels() { for (;;) punycode.toASCII(text(5e6, "ü.")); },
  urlParts() { for (;;) url.parse(`http://${text(1e6, "a@")}`); },
  urlResolved() { for (;;) url.resolve(`http://h/${text(1e5, "a/")}`, text(1e5, "../")); },

  openFiles: () => keep(() => fs.openSync("app/api.ts")),
  openAtOnce: () => many(2e4, () => fs.promises.open("app/api.ts")),
  openStreams: () => keep(() => fs.createReadStream("app/api.ts")),
  mkdirDeep: () => fs.mkdirSync(text(1e5, "d/"), { recursive: true }),
  mkdirNested() {
    for (let i = 0;; i++) { fs.mkdirSync(`n${i}/${text(900, "d/")}`, { recursive: true }); if (i) fs.renameSync(`n${i - 1}`, `n${i}/${text(900, "d/")}/n`); if (i > 20) fs.rmSync(`n${i}`, { recursive: true }); }
  },
  temporary() { for (;;) fs.rmdirSync(fs.mkdtempSync("t")); },
  stats() { for (;;) fs.existsSync("none"); },
  appended() { for (;;) { fs.appendFileSync("appended", "x"); } },
  linkLoop() { fs.symlinkSync("loop", "loop"); return fs.readFileSync("loop"); },
  copyIntoItself() { fs.mkdirSync("self"); fs.symlinkSync("self", "other"); fs.cpSync("other/.", "self/self", { recursive: true }); for (;;); },
  copySparse: () => fs.copyFileSync(sparse("large", 1e11), "copied"),
  fifoRead: () => fs.readFileSync("fifo"),
  fifoReads: () => many(2000, () => fs.promises.readFile("fifo")),
  fifoWrites: () => many(2000, () => fs.promises.writeFile("fifo", "x")),
  fifoOpen: () => many(200, () => fs.promises.open("fifo", "r+").then((file) => file.read(Buffer.alloc(1)))),
  fifoCopy: () => fs.copyFileSync("fifo", "copied"),

  hashForEver() { const h = crypto.createHash("sha512"), b = Buffer.alloc(8e7); for (;;) h.update(b); },
  randomForEver() { const b = new Uint8Array(65536); for (;;) crypto.getRandomValues(b); },
  derivedLongSync: () => crypto.pbkdf2Sync("a", "b", 2e9, 64, "sha512"),
  derivedAtOnce: () => many(200, () => util.promisify(crypto.pbkdf2)("a", "b", 2e9, 64, "sha512")),
  derivedSubtle: async () => { const k = await crypto.subtle.importKey("raw", new Uint8Array(8), "PBKDF2", false, ["deriveBits"]); return many(200, () => crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-512", salt: new Uint8Array(8), iterations: 2e9 }, k, 512)); },
  keysLarge: () => many(50, () => crypto.subtle.generateKey({ name: "RSA-PSS", hash: "SHA-256", modulusLength: 16384, publicExponent: new Uint8Array([1, 0, 1]) }, true, ["sign", "verify"])),
  keysAtOnce: () => many(200, () => crypto.subtle.generateKey({ name: "RSA-PSS", hash: "SHA-256", modulusLength: 4096, publicExponent: new Uint8Array([1, 0, 1]) }, true, ["sign", "verify"])).then(() => { for (;;); }),
  keyPairsSync() { for (;;) crypto.generateKeyPairSync("rsa", { modulusLength: 4096 }); },
  signatures() { const { privateKey } = crypto.generateKeyPairSync("rsa", { modulusLength: 2048 }); for (;;) crypto.sign("sha256", Buffer.alloc(8), privateKey); },
  cipherForEver() { const c = crypto.createCipheriv("aes-256-gcm", Buffer.alloc(32), Buffer.alloc(12)), b = Buffer.alloc(1e7); for (;;) c.update(b); },

  urlPatternCatastrophe() { const p = new URLPattern({ pathname: "/((?:a+)+)b" }); for (;;) p.test(`http://h/${text(1e4, "a")}`); },
  urlPatternLong: () => { for (;;) new URLPattern({ pathname: text(1e4, "/*{x}?") }); },
  pingPong() { const { port1, port2 } = new MessageChannel(); port1.onmessage = (e) => port1.postMessage(e.data); port2.onmessage = (e) => port2.postMessage(e.data); port1.postMessage(1); return never(); },
  broadcastPingPong() { const a = new BroadcastChannel("pong"), b = new BroadcastChannel("pong"); a.onmessage = (e) => a.postMessage(e.data); b.onmessage = (e) => b.postMessage(e.data); a.postMessage(1); return never(); },
  listenersOnce() { const e = silent(); for (let i = 0; i < 1e5; i++) e.once("x", () => {}); for (;;) e.emit("x"); },
  observersOfThemselves() { new PerformanceObserver(() => performance.mark("again")).observe({ type: "mark" }); performance.mark("first"); return never(); },
  dispatchRecursion() { const t = new EventTarget(); t.addEventListener("x", () => t.dispatchEvent(new Event("x"))); t.dispatchEvent(new Event("x")); return never(); },
  abortRecursion() { const next = () => { const c = new AbortController(); c.signal.addEventListener("abort", next); c.abort(); }; next(); for (;;); },
  cloneDeep() { for (;;) structuredClone(deep(1e5)); },
  decodeForEver() { const d = new TextDecoder("shift_jis"), b = new Uint8Array(1e6).fill(0x81); for (;;) d.decode(b, { stream: true }); },

  resizedByOne() { const b = new ArrayBuffer(0, { maxByteLength: 2 ** 32 }); for (let n = 0;; n = (n + 1) % 5e7) b.resize(n); },
  resizedUpAndDown() { const b = new ArrayBuffer(0, { maxByteLength: 2 ** 32 }); for (;;) { b.resize(B); b.resize(0); } },
  resizedUnderViews() { const b = new ArrayBuffer(8, { maxByteLength: 16 }), all = Array.from({ length: 1e5 }, () => new Uint8Array(b)); for (;;) { b.resize(16); b.resize(all.length % 8); } },
  shrunkInSort() { const b = new ArrayBuffer(1e6, { maxByteLength: 1e6 }), v = new Float16Array(b); for (;;) { b.resize(1e6); v.sort(() => { b.resize(2); return 1; }); } },
  temporal() { for (;;) Temporal.ZonedDateTime.from("2024-03-31T01:30[Europe/Berlin]").until("2999-01-01T00:00[Europe/Berlin]", { largestUnit: "month" }); },
  preparedStacks() { Error.prepareStackTrace = () => new Error("again").stack; try { for (;;) new Error("x"); } finally { delete Error.prepareStackTrace; } },
  disposedLater: async () => { for (;;) { const s = new AsyncDisposableStack(); s.defer(async () => {}); await s.disposeAsync(); } },
  atomicWait: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  atomicSpin() { const a = new Int32Array(new SharedArrayBuffer(4)); while (Atomics.load(a, 0) === 0) Atomics.add(a, 0, 0); },
  atomicLater: () => Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0).value,
  atomicNotify() { const a = new Int32Array(new SharedArrayBuffer(4)); for (;;) { for (let i = 0; i < 1e4; i++) Atomics.waitAsync(a, 0, 0); Atomics.notify(a, 0); } },
  sharedByOne() { for (;;) { const s = new SharedArrayBuffer(0, { maxByteLength: 5e7 }); for (let n = 0; n < 5e7; n++) s.grow(n); } },
  transferForEver() { let b = new ArrayBuffer(B, { maxByteLength: 2 * B }); for (let n = 0;; n ^= 1) b = b.transfer(B + n); },
  temporalZoned() { let z = Temporal.ZonedDateTime.from("2024-03-31T01:30[Europe/Berlin]"); for (;;) z = z.add({ months: 1 }).subtract({ hours: 731 }); },
  temporalHuge() { const most = Temporal.Duration.from({ seconds: Number.MAX_SAFE_INTEGER }); for (;;) most.round({ largestUnit: "day" }).total("nanosecond"); },
  temporalSpan() { for (;;) Temporal.PlainDate.from("-271821-04-19").until("+275760-09-13", { largestUnit: "year" }); },
  exactTwice() { const t = text(1e5, "a") + "\r!"; for (;;) /^(?:(a+)|b)*$/m.test(t); },
  exactNested: () => /(?:(a*)*|b)*c/.exec(text(1e5, "a")),
  exactBack: () => /(?:(a+)|(?<=(a+)a*)\2)*b/.exec(text(1e5, "a")),
  exactLines() { const t = text(1e6, "a\r"); for (;;) t.replace(/^(?:(a)|b)*$/gm, "$1"); },
  exactSets() { const t = text(1e5, "a") + "!"; for (;;) /^(?:[\p{L}--[b-z]]+)+$/v.test(t); },
  exactCounts() { const e = new RegExp(`(?:${text(500, "a?")}|(b))*${text(500, "a")}c`), t = text(499, "a"); for (;;) e.exec(t); },
  exactDeep: () => { for (;;) try { new RegExp(text(1e5, "(?:(a)|") + text(1e5, ")*")); } catch {} },
  setsDeep: () => { for (;;) try { new RegExp(text(1e5, "[") + text(1e5, "]"), "v"); } catch {} },
  disposedForEver() { for (;;) { const s = new DisposableStack(); s.defer(() => { throw 1; }); try { s.dispose(); } catch {} } },

  collated() { const c = new Intl.Collator("de"); const a = Array.from({ length: 1e6 }, (_, i) => `ä${i * 7919 % 1e6}`); for (;;) a.sort(c.compare); },
  collatedLong() { const c = new Intl.Collator("de"), a = text(5e5, "ä"); for (;;) c.compare(a + "x", a + "y"); },
  numbersLong() { for (;;) (10n ** 100000n).toLocaleString("en"); },
  datesForEver() { const f = new Intl.DateTimeFormat("hi", { dateStyle: "full", timeStyle: "full" }); for (;;) f.formatToParts(0); },
  localesLong() { for (;;) new Intl.Locale(`en-u-${text(1e5, "ca-gregory-")}x`); },
  localesMany() { for (;;) Intl.getCanonicalLocales(Array(1e5).fill("en-US")); },

  webStreamForEver: () => new ReadableStream({ pull(c) { c.enqueue("x"); } }).pipeTo(new WritableStream()),
  webPipes() { let r = new ReadableStream({ pull(c) { c.enqueue("x"); } }); for (let i = 0; i < 100; i++) r = r.pipeThrough(new TransformStream()); return r.pipeTo(new WritableStream()); },
  webStreamNever: () => new ReadableStream({ pull: never }).getReader().read(),
  webStreamRecursion: () => new Promise(() => new ReadableStream({ type: "bytes", pull(c) { c.byobRequest?.respond(0); } }).getReader({ mode: "byob" }).read(new Uint8Array(1))),
  compressedForEver: () => new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(1e6)); } }).pipeThrough(new CompressionStream("gzip")).pipeTo(new WritableStream()),

  replaceRecursion() { const go = () => "x".replace(/x/, go); go(); },
  sortRecursion() { const go = () => [2, 1].sort(go); go(); },
  getterRecursion() { const o = { get a() { return o.a; } }; return o.a; },
  jsonRecursion() { const o = { toJSON: () => JSON.stringify(o) }; return JSON.stringify(o); },
  proxyRecursion() { let p = {}; for (let i = 0; i < 1e6; i++) p = new Proxy(p, {}); return p.a; },
  asyncRecursion() { const go = async () => go(); return go(); },
  awaitForEver() { const go = async () => { await null; return go(); }; return go(); },
  thenables() { const o = { then(done) { done(o); } }; return Promise.resolve(o); },

  storagesNested() { const s = new AsyncLocalStorage(); const go = (n) => s.run(n, go, n + 1); go(0); },
  bound() { let f = () => {}; for (let i = 0; i < 1e5; i++) f = AsyncResource.bind(f); f(); },
  immediateForEver() { const go = () => setImmediate(go); go(); return never(); },
  tickForEver() { const go = () => process.nextTick(go); go(); return never(); },
  timerForEver() { const t = setTimeout(() => t.refresh()); return never(); },
  mountForEver: (host, name, request) => fromNode((q, s) => { const go = () => s.write("x", go); go(); })(request).then((r) => r.body.pipeTo(new WritableStream())),
  memoryUsage() { for (;;) process.memoryUsage(); },
  mountedNever: (host, name, request) => mounted(() => {}, request),
  mountedHalf: (host, name, request) => mounted((q, s) => { s.write("x"); }, request).then((r) => new Response(r.body).text()),
  mountedTwice: (host, name, request) => mounted((q, s) => mounted((q, s) => never(), request), request),
  redirectsForEver: () => { const go = (to) => http.get(to, (r) => { r.resume(); go(new URL(r.headers.location, to)); }).on("error", () => {}); go(opened("AGAIN")); return never(); },
  redirectsFollowed: async () => { for (;;) await fetch(opened("AGAIN")).catch(() => {}); },
  answersUnread: () => many(100, () => new Promise((_, fail) => http.get(peer("LOUD"), (r) => r.pause()).on("error", fail))),
  socketLoudUnread: () => new Promise(() => plainly("LOUD").pause()),
  socketDeafAwaited: () => new Promise((done) => plainly("DEAF").write(Buffer.alloc(5e7), done)),
  socketsDeaf: () => many(200, () => new Promise((done) => plainly("DEAF").on("connect", done))).then(() => { for (;;); }),
  socketsSecret: () => many(30, () => new Promise((done) => secretly("DEAF_TLS").on("secureConnect", done))).then(() => { for (;;); }),
  handshakes: () => many(20, () => new Promise((done) => secretly("DEAF").on("secureConnect", done))),
  sockets: (host) => keep(() => socket(host)),
  socketsLeft: (host) => many(500, () => new Promise((done) => socket(host).on("connect", done))).then(() => { for (;;); }),
  names: () => many(1e4, (i) => dns.promises.lookup(`host${i}.invalid`)),
  requests: (host) => many(2000, () => new Promise((done, fail) => http.get(`http://${host}/ok`, (r) => r.resume().on("end", done)).on("error", fail))).then(() => { for (;;); }),
  requestsToItself: (host, name) => many(20, () => fetch(`http://${host}/bombs/${name}`)).then(() => { for (;;); }),
};

const bombs = { ...hungry, ...busy };
export const names = GetMapping("/names")(() => ({ hungry: Object.keys(hungry), busy: Object.keys(busy) }));

@RestController
export class Api {
  @GetMapping("/bombs/{name}") run(@PathVariable name, request: HttpRequest) { return bombs[name](request.getFirstHeader("Host"), name, request); }
  @GetMapping("/loop") loop() { for (;;); }
  @GetMapping("/file") file() { const file = fs.openSync("app/api.ts"); fs.closeSync(file); return fs.readFileSync("config/application.yml", "utf8"); }
  @GetMapping("/ok") ok() { return "ok"; }
}
