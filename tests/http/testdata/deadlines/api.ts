// One handler for each way in which a single step can compute for much longer than its run may. What a built-in refuses at
// once because of its size, or does in time, is as good as what is stopped.
import { GetMapping, PathVariable, RestController } from "fwrun";

const T = 2e7, N = 1.9e6;
const text = (n, of = "x") => of.repeat(n);
const wide = (n = N) => Array.from({ length: n }, (_, i) => i);
const forEver = (step) => { for (;;) step(); };
const table = (n) => Object.fromEntries(wide(n).map((i) => [`k${i}`, i]));
const spin = (n) => { for (let i = 0; i < n; i++); };
const late = (step) => { const began = Date.now(); while (Date.now() - began < 350); step(); };
const words = text(1e5, "İstanbul Σίσυφος Straße ");

const attacks = {
  loop() { for (;;); },

  // promises
  rejections: () => forEver(() => Promise.reject(new Error("lost"))),
  async rejectionsAwaited() { for (;;) { Promise.reject(new Error("lost")); await null; } },
  microtasks() { const again = () => Promise.resolve().then(again); again(); return new Promise(() => {}); },
  promiseAll: () => forEver(() => Promise.all(wide())),

  // texts
  textEncoder: () => forEver(() => new TextEncoder().encode(text(6e7))),
  textEncoderLong: () => forEver(() => new TextEncoder().encode(text(T))),
  textEncoderWide: () => forEver(() => new TextEncoder().encode(text(T / 4, "€"))),
  textDecoder() { const b = new TextEncoder().encode(text(T / 4, "€")); forEver(() => new TextDecoder().decode(b)); },
  textDecoderLatin() { const b = new Uint8Array(T).fill(200); forEver(() => new TextDecoder("windows-1252").decode(b)); },
  btoa: () => forEver(() => btoa(text(T))),
  atob() { const t = text(T / 4, "QUJD"); forEver(() => atob(t)); },
  normalize: () => forEver(() => text(T / 4, "e\u0301").normalize("NFC")),
  normalizeWide: () => forEver(() => text(T / 8, "\ufdfa").normalize("NFKD")),
  normalizeMarks: () => forEver(() => text(T / 4, "\u0301\u0316").normalize("NFC")),
  toLowerCase: () => forEver(() => text(T, "X").toLowerCase()),
  toLowerCaseWide: () => forEver(() => text(T, "İ").toLowerCase()),
  toLowerCaseSigma: () => forEver(() => text(T, "Σ").toLowerCase()),
  toUpperCase: () => forEver(() => words.repeat(8).toUpperCase()),
  localeCompare() { const a = text(1e6, "ǅ"); forEver(() => a.localeCompare(a + "x")); },
  indexOf() { const t = text(T), p = text(T / 2) + "y"; forEver(() => t.indexOf(p)); },
  indexOfWide() { const t = text(T, "€"), p = text(T / 2, "€") + "y"; forEver(() => t.indexOf(p)); },
  lastIndexOf() { const t = text(T), p = "y" + text(T / 2); forEver(() => t.lastIndexOf(p)); },
  lastIndexOfWide() { const t = text(T, "€"), p = "y" + text(T / 2, "€"); forEver(() => t.lastIndexOf(p)); },
  includesWide() { const t = text(T, "€"), p = text(T / 2, "€") + "y"; forEver(() => t.includes(p)); },
  splitText() { const t = text(T), p = text(T / 2) + "y"; forEver(() => t.split(p)); },
  splitTextWide() { const t = text(T / 200, "€"), p = text(T / 400, "€") + "y"; forEver(() => t.split(p)); },
  replaceAllText() { const t = text(T, "€"), p = text(T / 2, "€") + "y"; forEver(() => t.replaceAll(p, "")); },
  encodeURIComponent: () => forEver(() => encodeURIComponent(text(T / 20, "€"))),
  decodeURIComponent() { const t = encodeURIComponent(text(T / 10, "€")); forEver(() => decodeURIComponent(t)); },
  unescape() { const t = text(T / 6, "%u20ac"); forEver(() => unescape(t)); },
  trim() { const t = text(T, " ") + "x" + text(T, " "); forEver(() => t.trim()); },
  numberOfText() { const t = text(T, "1"); forEver(() => Number(t)); },
  parseIntOfText() { const t = text(T, "1"); forEver(() => parseInt(t, 7)); },
  dateOfText() { const t = text(T, "1"); forEver(() => Date.parse(t)); },
  compare() { const a = text(T, "€"), b = text(T, "€") + "x"; forEver(() => a < b); },
  isWellFormed() { const a = text(T, "€"); forEver(() => a.isWellFormed()); },
  urlParameters() { const t = text(T / 4, "a=1&"); forEver(() => new URLSearchParams(t)); },
  url() { const t = "http://h/" + text(T / 4, "a/"); forEver(() => new URL(t)); },
  spreadText: () => forEver(() => [...text(N)]),
  encode() { const t = "'".repeat(2e5); forEver(() => new Function(`return [${text(1e5, "1,")}]`)); },

  // regular expressions
  regexpLong() { const t = text(T * 3); forEver(() => /x*y/.test(t)); },
  regexpLongUnicode() { const t = text(T, "€"); forEver(() => /€*y/u.test(t)); },
  regexpLongFind() { const t = text(T) + "yz"; forEver(() => t.search(/[a-y]z/)); },
  regexpLongLook() { const t = text(T); forEver(() => /(?=x+y)/.test(t)); },
  regexpLongReplace() { const t = text(T); forEver(() => t.replace(/[^x]$/, "")); },
  regexpLongMatch() { const t = text(T); forEver(() => t.match(/(x|y)*z/)); },
  regexpLongExec() { const t = text(T); const r = /x*y/g; forEver(() => { r.lastIndex = 5; r.exec(t); }); },
  regexpThreads() { const t = text(1e6); forEver(() => new RegExp("(?:x?){1000}y").test(t)); },
  regexpManyThreads() { const t = text(1e5); forEver(() => new RegExp("(?:x?){1000}".repeat(20) + "y").test(t)); },
  regexpQuadratic: () => text(1e6).match(/x.*z|x/g).length,
  regexpQuadraticShort: () => text(1e5).match(/x.*z|x/g).length,
  regexpQuadraticReplace: () => text(1e5).replace(/x.*z|x/g, "").length,
  regexpQuadraticSplit: () => text(1e5).split(/x.*z|x/).length,
  regexpQuadraticMatchAll: () => [...text(1e5).matchAll(/x.*z|x/g)].length,
  regexpBacktracks: () => /^(x+)+(?=z)y/.test(text(40)),
  regexpBacktracksLate: () => late(() => /^(x+)+(?=z)y/.test(text(40))),
  regexpBacktracksCaught: () => forEver(() => { try { /^(x+)+(?=z)y/.test(text(40)); } catch {} }),
  regexpBacktracksSplit: () => ("ab".repeat(1e5) + text(40)).split(/b|(x+)+(?=z)y/).length,
  regexpBacktracksReplace: () => (text(40) + "y").repeat(20).replace(/(x+)+(?=z)y/g, () => "").length,
  regexpSplitLong: () => forEver(() => "ab".repeat(4e6).split(/b/)),
  regexpSplit: () => forEver(() => "ab".repeat(5e5).split(/b/)),
  regexpMatchAll: () => forEver(() => [..."ab".repeat(5e5).matchAll(/b/g)]),
  regexpPattern: () => forEver(() => new RegExp(text(8e3, "a{9}"))),
  regexpPatternAlternatives: () => forEver(() => new RegExp(wide(5e3).map((i) => `k${i}`).join("|"))),

  // arrays
  sort: () => forEver(() => wide().reverse().sort()),
  sortSlow: () => wide(1e6).sort((a, b) => { spin(1e5); return b - a; }),
  sortNative: () => forEver(() => wide().sort(Math.min)),
  sortNativeSlow() { const t = text(9e5, "ǅ"); wide(1e5).fill(t).sort(Function.prototype.call.bind(String.prototype.localeCompare)); },
  sortObjects: () => wide(1e5).map(() => ({ toString() { spin(1e4); return "x"; } })).sort(),
  toSortedSlow: () => wide(1e6).toSorted((a, b) => { spin(1e5); return b - a; }),
  sortTyped: () => forEver(() => new Float64Array(4e6).map((_, i) => -i).sort()),
  sortTypedNative: () => forEver(() => new Float64Array(4e6).sort(Math.min)),
  mapNative: () => forEver(() => Array(N).fill(1).map(Math.sqrt)),
  reduceNative: () => forEver(() => Array(N).fill(1).reduce(Math.max)),
  indexOfArray() { const a = Array(N).fill(1); forEver(() => a.indexOf(2)); },
  indexOfTexts() { const a = Array(1e5).fill(text(1e5, "€") + "x"), t = text(1e5, "€") + "y"; forEver(() => a.indexOf(t)); },
  reverse() { const a = Array(N).fill(1); forEver(() => a.reverse()); },
  unshift() { const a = Array(N).fill(1); forEver(() => { a.unshift(1); a.shift(); }); },
  holes() { const a = []; a[N] = 1; forEver(() => a.concat(a).reverse()); },
  fillTyped() { const a = new Uint8Array(5e7); forEver(() => a.fill(1)); },
  indexOfTyped() { const a = new Float64Array(5e6); forEver(() => a.indexOf(1)); },
  joinTyped() { const a = new Float64Array(5e6).fill(1.5); forEver(() => a.join()); },
  typedOfArray() { const a = Array(N).fill(1.5); forEver(() => new Float64Array(a)); },
  setOfArray() { const a = wide(); forEver(() => new Set(a)); },
  setOperations() { const a = new Set(wide()); forEver(() => a.union(a)); },
  mapOfArray() { const a = wide().map((i) => [i, i]); forEver(() => new Map(a)); },
  groupBy() { const a = wide(); forEver(() => Object.groupBy(a, Math.sqrt)); },
  spreadCall() { const a = wide(5e5), b = []; forEver(() => { b.length = 0; b.push(...a); }); },
  applyTexts() { const a = Array(5e5).fill(65); forEver(() => String.fromCharCode.apply(null, a)); },

  // objects
  keys() { const o = table(3e5); forEver(() => Object.keys(o)); },
  keysOfArray() { const a = wide(); forEver(() => Object.keys(a)); },
  entries() { const o = table(3e5); forEver(() => Object.entries(o)); },
  assign() { const o = table(3e5); forEver(() => Object.assign({}, o)); },
  spreadObject() { const o = table(3e5); forEver(() => ({ ...o })); },
  forIn() { const a = wide(); forEver(() => { for (const i in a) break; }); },
  freeze: () => forEver(() => Object.freeze(wide())),
  descriptors() { const a = wide(); forEver(() => Object.getOwnPropertyDescriptors(a)); },
  deletions() { const o = table(1e5); for (const k of Object.keys(o)) delete o[k]; forEver(() => table(1e4)); },
  clones() { const a = wide().map((i) => ({ i })); forEver(() => structuredClone(a)); },
  cloneWide() { const a = Array(N).fill(1); forEver(() => structuredClone(a)); },
  cloneSet() { const s = new Set(wide(3e5)); forEver(() => structuredClone(s)); },
  cloneText() { const o = table(3e5); forEver(() => structuredClone(o)); },

  // JSON
  stringify() { const a = wide(); forEver(() => JSON.stringify(a)); },
  stringifyFlat: () => forEver(() => JSON.stringify(Array(N).fill(0))),
  stringifyTexts() { const a = Array(1e5).fill(text(100, "\u0001€")); forEver(() => JSON.stringify(a)); },
  stringifyText() { const t = text(T / 8, "\u0001"); forEver(() => JSON.stringify(t)); },
  stringifyKeys() { const o = table(3e5); forEver(() => JSON.stringify(o)); },
  stringifyToJSON: () => JSON.stringify(wide().map(() => ({ toJSON() { spin(1e4); return 1; } }))),
  stringifyReplacer() { const a = Array(2e4).fill(Object.fromEntries(wide(100).map((i) => [i, i]))), keys = wide(1e5).map(String); forEver(() => JSON.stringify(a, keys)); },
  parse() { const t = JSON.stringify(wide()); forEver(() => JSON.parse(t)); },
  parseText() { const t = JSON.stringify(text(T, "€")); forEver(() => JSON.parse(t)); },
  parseRevived() { const t = JSON.stringify(wide()); forEver(() => JSON.parse(t, Object)); },
  result() { const t = text(1e5, "\u0001"); return Array(300).fill(t); },
  resultWide: () => Array(3e6).fill(1.25),
  resultToJSON: () => wide().map(() => ({ toJSON() { spin(1e4); return 1; } })),

  // numbers, the rest
  bigintDivision() { const x = 3n ** 600000n, y = 3n ** 300000n; forEver(() => x / y); },
  bigintText() { const x = 3n ** 600000n; forEver(() => x.toString()); },
  bigintOfText() { const t = text(3e5, "7"); forEver(() => BigInt(t)); },
  random: () => forEver(() => crypto.getRandomValues(new Uint8Array(65536))),
  console() { const a = wide(1e5); forEver(() => console.log(a)); },
  consoleWide() { const o = table(1e5); forEver(() => console.log(o)); },
  consoleObjects() { const a = Array(100).fill(Array(100).fill(Array(100).fill(1))); forEver(() => console.log(a)); },
  evaluated: () => forEver(() => new Function(`return ${text(60000, "a=>")}1`)),
  evaluatedCalls: () => forEver(() => new Function(text(80000, "f()"))),
  errors() { const deep = (n) => { if (n) return deep(n - 1); forEver(() => new Error("x").stack); }; deep(900); },
};

export const names = GetMapping("/names")(() => Object.keys(attacks));

@RestController
export class Api {
  @GetMapping("/attacks/{name}") run(@PathVariable name) { return attacks[name](); }
  @GetMapping("/ok") ok() { return "ok"; }
}
