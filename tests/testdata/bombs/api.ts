// One handler for each way in which a step can take far more memory or time than what it is made of. Texts of T
// characters and arrays of N elements are within the limits of a single built-in at the limit of a container of 2 GiB.
import { GetMapping, PathVariable, ResponseEntity, RestController } from "fwrun";

const T = 2e7, N = 5e6;
const text = (n, of = "x") => of.repeat(n);
const nest = (leaf, levels) => { for (let i = 0; i < levels; i++) leaf = [leaf, leaf]; return leaf; };
const keep = (make) => { const all = []; for (;;) all.push(make(all)); };

const bombs = {
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

  // the log
  rejectionsForEver() { for (;;) Promise.reject(1); },
  consoleForEver() { for (;;) console.log("line"); },
  consoleWide() { const t = text(T); for (;;) console.log(t); },
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
