// One handler for each way in which a step can take far more memory or time than what it is made of. Texts of T
// characters and arrays of N elements are within the limits of a single built-in at the limit of a container of 2 GiB.
import { GetMapping, PathVariable, ResponseEntity, RestController } from "fwrun";

const T = 2e7, N = 5e6;
const text = (n, of = "x") => of.repeat(n);
const nest = (leaf, levels) => { for (let i = 0; i < levels; i++) leaf = [leaf, leaf]; return leaf; };
const keep = (make) => { const all = []; for (;;) all.push(make(all)); };

// Modules of WebAssembly, each with one function "f" without parameters and results, and what comes before it.
const leb = (n) => n < 128 ? [n] : [(n & 127) | 128, ...leb(n >>> 7)];
const section = (id, body) => [id, ...leb(body.length), ...body];
const bytesOf = (code, { memory = [], table = [], start = false } = {}) => new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, ...section(1, [1, 0x60, 0, 0]), ...section(2, [1, 1, 97, 1, 98, 0, 0]), ...section(3, [1, 0]),
  ...(table.length ? section(4, table) : []), ...(memory.length ? section(5, memory) : []),
  ...section(7, [1, 1, 102, 0, 1]), ...(start ? section(8, [1]) : []), ...section(10, [1, ...leb(code.length + 2), 0, ...code, 0x0b]),
]);
const wasm = (code, more = {}, b = () => {}) => new WebAssembly.Instance(new WebAssembly.Module(bytesOf(code, more)), { a: { b } }).exports.f;
const forEver = (...code) => [0x03, 0x40, ...code, 0x0c, 0, 0x0b];
const large = { memory: [1, 1, ...leb(1024), ...leb(1024)] };

const bombs = {
  // WebAssembly
  wasmLoop: () => wasm(forEver())(),
  wasmStart: () => wasm(forEver(), { start: true })(),
  wasmRecursion: () => wasm([0x10, 1, 0x10, 1])(),
  wasmTailRecursion: () => wasm([0x12, 1])(),
  wasmCalls: () => wasm(forEver(0x10, 0))(),
  wasmScriptRecursion() { const f = wasm([0x10, 0], {}, () => { f(); }); f(); },
  wasmFill: () => wasm(forEver(0x41, 0, 0x41, 1, 0x41, ...[128, 128, 128, 32], 0xfc, 11, 0), large)(),
  wasmGrow: () => keep(() => wasm([0x03, 0x40, 0x41, 1, 0x40, 0, 0x41, 0, 0x4e, 0x0d, 0, 0x0b, 0x41, 0, 0x41, 0, 0x36, 2, 0], { memory: [1, 0, 1] }))[0](),
  wasmMemories: () => keep(() => new WebAssembly.Memory({ initial: 1024 })),
  wasmTables: () => keep(() => new WebAssembly.Table({ initial: 1e6, element: "anyfunc" })),
  wasmTableGrow: () => wasm([...forEver(0xd0, 0x70, 0x41, 0xff, 0xff, 0x0f, 0xfc, 15, 0, 0x1a)], { table: [1, 0x70, 0, 0] })(),
  wasmInstances() { const m = new WebAssembly.Module(bytesOf([])); return keep(() => new WebAssembly.Instance(m, { a: { b() {} } })); },
  wasmModules() { let n = 0; return keep(() => new WebAssembly.Module(bytesOf([0x41, ...leb(n++), 0x1a]))); },
  async wasmCompilations() { let n = 0; const all = []; for (;;) { all.push(WebAssembly.compile(bytesOf([0x41, ...leb(n++), 0x1a]))); if (n % 100 === 0) await null; } },
  wasmTooLarge: () => new WebAssembly.Module(new Uint8Array(5e7)),
  wasmBranches: () => wasm(Array(3e4).fill([0x41, 1, 0x04, 0x40, 0x10, 0, 0x0b]).flat())(),
  wasmBranchesAllowed: () => { wasm(Array(3000).fill([0x41, 1, 0x04, 0x40, 0x10, 0, 0x0b]).flat())(); for (;;); },

  // operators
  concatOperator() { let s = "x"; for (;;) s += s; },
  wideOperator() { let s = "€"; for (;;) s = s + s; },
  templates() { let s = "x"; for (;;) s = `${s}${s}`; },
  async afterAwaits() { let s = "x"; for (;;) { await null; s += s; } },
  appended() { let s = ""; return keep(() => (s += text(1000))); },
  bigints() { let x = 3n; return keep(() => (x *= x)); },

  // recursion
  recursion() { const f = () => f() + 1; return f(); },
  recursionCaught() { const f = () => { try { f(); } catch { f(); } finally { f(); } }; f(); },
  recursionOfCallbacks() { const f = () => [2, 1].sort(() => [1].map(f).length); return f(); },
  recursionOfProxies() { const p = new Proxy({}, { get: (_t, k, r) => r[k] }); return p.a; },
  recursionWithTexts() { const f = (s) => f(s + text(1000)) + s; return f(""); },

  // texts
  concat() { let s = "x"; for (;;) s = s.concat(s); },
  concatObjects() { const y = { toString: () => text(T) }; return "".concat(...Array(60).fill(y)).length; },
  repeat: () => keep(() => text(T)),
  padStart: () => keep(() => "".padStart(T, "ab")),
  join: () => ["", ...Array(1e5).fill(text(1e5))].join("").length,
  joinObjects() { const y = text(1e6); return Array(1e5).fill({ toString: () => y }).join("").length; },
  joinNested: () => nest([text(1e6)], 14).join("").length,
  textOfArray: () => String(nest([text(1e6)], 14)).length,
  rawTag: () => String.raw({ raw: Array(1e6).fill(text(1e5)) }).length,
  replaceFunction() { const y = text(1e5); return text(1e6).replace(/x/g, () => y).length; },
  replaceAllFunction() { const y = text(1e5); return text(1e6).replaceAll("x", () => y).length; },
  replaceText: () => text(1e6).replaceAll("x", text(1e5)).length,
  replaceContext: () => text(1e6).replace(/x/g, "$`$'").length,
  normalize: () => text(2e6, "\ufdfa").normalize("NFKD").length,
  toUpperCase: () => text(T, "\u0390").toUpperCase().length,
  toLowerCase: () => text(T, "İ").toLowerCase().length,
  encodeURIComponent: () => encodeURIComponent(text(T, "€")).length,
  escape: () => escape(text(T, "€")).length,
  textEncoder: () => keep(() => new TextEncoder().encode(text(T, "€"))),

  // elements
  flat: () => nest([1], 27).flat(Infinity).length,
  flatShared: () => Array(2000).fill(Array(1e6).fill(1)).flat().length,
  flatMap() { const b = Array(1e6).fill(1); return Array(1e5).fill(b).flatMap((x) => x).length; },
  matchAll: () => keep(() => [..."ab".repeat(9e5).matchAll(/b/g)]),
  match: () => keep(() => "ab".repeat(9e5).match(/b/g)),
  split: () => keep(() => text(N).split("")),
  splitPattern: () => keep(() => "ab".repeat(9e5).split(/(b)()()()/)),
  spread() { let a = [1]; for (;;) a = [...a, ...a]; },
  spreadCall() { const a = [1]; for (;;) a.push(...a); },
  spreadText: () => keep(() => [...text(N)]),
  concatArrays() { let a = [1]; for (;;) a = a.concat(a); },
  arrayFrom: () => keep(() => Array.from({ length: N })),
  fromGenerator: () => Array.from((function* () { for (;;) yield {}; })()).length,
  setOfGenerator: () => new Set((function* () { for (let i = 0;; i++) yield i; })()).size,
  fill: () => keep(() => Array(N).fill(0)),
  slice() { const a = Array(N).fill(0); return keep(() => a.slice()); },
  typedArrays: () => keep(() => new Uint8Array(3e7).fill(1)),
  objects: () => keep((all) => ({ n: all.length })),
  maps() { const m = new Map(); for (let i = 0;; i++) m.set(i, { i }); },
  clones() { const o = Array(1e5).fill(0).map((_, i) => ({ i })); return keep(() => structuredClone(o)); },
  parse() { const t = `[${text(1e6, "{},")}1]`; return keep(() => JSON.parse(t)); },
  entries() { const o = Object.fromEntries(Array.from({ length: 1e5 }, (_, i) => [`k${i}`, i])); return keep(() => Object.entries(o)); },
  promises: () => keep(() => new Promise(() => {})),

  // results
  manyTexts: () => Array.from({ length: 4000 }, () => text(1e6)),
  oneTextOften: () => Array(4000).fill(text(1e6)),
  nestedResult: () => nest({ text: text(1e5) }, 16),
  bytesResult: () => Array(4000).fill(new Uint8Array(1e6)),
  xmlResult: () => ResponseEntity.ok().withXml({ item: Array(4000).fill(text(1e6)) }),
  stringify: () => JSON.stringify(nest([text(1e6)], 12)).length,
  stringifyEscapes: () => JSON.stringify(text(T, "\u0001")).length,
  stringifyGap: () => JSON.stringify(nest([1], 22), null, "          ").length,

  // keys and ciphers
  digests() { const data = new Uint8Array(3e7); return Promise.all(Array.from({ length: 1e4 }, () => crypto.subtle.digest("SHA-512", data))); },
  smallDigests() { for (;;) crypto.subtle.digest("SHA-512", new Uint8Array(16000)); },
  async derived() {
    const key = await crypto.subtle.importKey("raw", new Uint8Array(9), "PBKDF2", false, ["deriveBits"]);
    const params = { name: "PBKDF2", hash: "SHA-512", salt: new Uint8Array(9), iterations: 1e8 };
    return Promise.all(Array.from({ length: 1000 }, () => crypto.subtle.deriveBits(params, key, 8)));
  },
  generated() {
    const params = { name: "RSA-PSS", hash: "SHA-1", modulusLength: 4096, publicExponent: new Uint8Array([1, 0, 1]) };
    return Promise.all(Array.from({ length: 1000 }, () => crypto.subtle.generateKey(params, true, ["sign"])));
  },
  async encrypted() {
    const key = await crypto.subtle.generateKey({ name: "AES-CTR", length: 128 }, true, ["encrypt"]);
    const data = new Uint8Array(3e7);
    const all: ArrayBuffer[] = [];
    for (;;) all.push(await crypto.subtle.encrypt({ name: "AES-CTR", counter: new Uint8Array(16), length: 64 }, key, data));
  },
  imported() { const n = text(T, "A"); return Promise.all(Array.from({ length: 1e4 }, () => crypto.subtle.importKey("jwk", { kty: "RSA", n, e: "AQAB" }, { name: "RSA-PSS", hash: "SHA-1" }, true, ["verify"]))); },

  // streams
  enqueue() { new ReadableStream({ start(c) { for (;;) c.enqueue(new Uint8Array(1e6)); } }); },
  enqueueTexts() { new ReadableStream({ start(c) { for (;;) c.enqueue({ a: 1 }); } }, { highWaterMark: Infinity }); },
  async pullForEver() { await new Response(new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(0)); } })).text(); },
  async bytesForEver() { return (await new Response(new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(1e6)); } })).text()).length; },
  async writeForEver() { const w = new WritableStream({ write: () => new Promise(() => {}) }).getWriter(); for (;;) w.write(new Uint8Array(1e6)).catch(() => 1); },
  async teeForEver() { const [a] = new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(1e6)); } }).tee(); for (const r = a.getReader();;) await r.read(); },
  async transformForEver() {
    const one = ReadableStream.from([1]).pipeThrough(new TransformStream({ transform(_, c) { for (;;) c.enqueue(new Uint8Array(1e6)); } }));
    return (await one.getReader().read()).value.length;
  },
  async sizeForEver() { new ReadableStream({ start(c) { c.enqueue(1); } }, { size() { for (;;); } }); },
  streamsForEver: () => keep(() => new ReadableStream().tee()),
  async decompressed() {
    const zeros = new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(1e6)); } }); // 10 GB and more
    return (await new Response(zeros.pipeThrough(new CompressionStream("gzip")).pipeThrough(new DecompressionStream("gzip"))).text()).length;
  },
  compressors: () => keep(() => { const w = new CompressionStream("gzip").writable.getWriter(); w.write(new Uint8Array(2e6)).catch(() => 1); return w; }),
  clonesOfBodies() { const r = new Response(new Uint8Array(3e7)); return keep(() => { const c = r.clone(); c.body.getReader().read(); return c; }); },

  // the log
  rejectionsForEver() { for (;;) Promise.reject(1); },
  consoleForEver() { for (;;) console.log("line"); },
  consoleWide() { const t = text(T); for (;;) console.log(t); },

  // the web platform
  blobs: () => keep(() => new Blob([text(T)])),
  blobOfParts: () => new Blob(Array(1000).fill(new Uint8Array(1e7))).size,
  blobsOfBlobs() { let b = new Blob(["x"]); for (;;) b = new Blob([b, b]); },
  formFields() { const f = new FormData(); for (let i = 0;; i++) f.append("x" + i, "y"); },
  formFiles() { const f = new FormData(), file = new Blob([text(T)]); return keep(() => f.append("x", file)); },
  urlencoded: () => keep(() => new URLSearchParams("a&".repeat(5e6)).size),
  decoder: () => keep(() => new TextDecoder("gb18030").decode(new Uint8Array(5e7).fill(0x81))),
  listeners() { const t = new EventTarget(); for (;;) t.addEventListener("x", () => {}); },
  ports: () => keep(() => new MessageChannel()),
  messages() { const { port1 } = new MessageChannel(); for (;;) port1.postMessage(new Uint8Array(1e6)); },
  async pingPong() {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => port1.postMessage(data + data);
    port2.onmessage = ({ data }) => port2.postMessage(data + data);
    port1.postMessage("x");
    await new Promise(() => {});
  },
  channels: () => keep(() => new BroadcastChannel("x")),
  broadcast() { const [from, to] = [new BroadcastChannel("x"), new BroadcastChannel("x")]; to.onmessage = () => {}; for (;;) from.postMessage(text(1e6)); },
  broadcastDeep() { let deep = {}; for (let i = 0; i < 1e6; i++) deep = { deep }; new BroadcastChannel("x").postMessage(deep); },
  pattern: () => new URLPattern({ pathname: "/" + "(a+)+".repeat(100) + "b" }).test({ pathname: "/" + text(1e6, "a") }) || keep(() => new URLPattern({ pathname: "/:a".repeat(3) })),
};

export const names = GetMapping("/names")(() => Object.keys(bombs));

@RestController
export class Api {
  @GetMapping("/bombs/{name}") run(@PathVariable name) { return bombs[name](); }
  @GetMapping("/rejections") rejections() { for (let i = 0; i < 1e5; i++) Promise.reject(new Error(`lost ${i}`)); return "done"; }
  @GetMapping("/handled") async handled() {
    const all = await Promise.allSettled(Array.from({ length: 1e5 }, (_, i) => Promise.reject(i)));
    return all.length;
  }
  @GetMapping("/loop") loop() { for (;;); }
  @GetMapping("/ok") ok() { return "ok"; }
}
