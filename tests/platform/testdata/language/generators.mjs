// Async generators and for await, which are compiled down. Each case collects what happens, in order.
const after = (value) => new Promise((done) => setTimeout(() => done(value), 0));
const collect = async (iterable) => { const all = []; for await (const value of iterable) all.push(value); return all; };
const noted = async (body) => { const log = []; await body((...what) => log.push(what.length === 1 ? what[0] : what)); return log; };
const attempt = async (log, promise) => { try { log(await promise); } catch (e) { log("throws " + (e?.message ?? e)); } };

export const cases = {
  yields: () => collect((async function* () { yield 1; yield after(2); yield await after(3); })()),
  forAwaitOfPromises: () => collect([1, Promise.resolve(2), after(3)]),
  forAwaitOfSync: () => collect(new Set([1, 2])),
  passesValues: () => noted(async (log) => {
    const g = (async function* () { log("begin"); const a = yield 1; log(a); const b = yield 2; log(b); return "end"; })();
    log(await g.next("lost")); log(await g.next("a")); log(await g.next("b")); log(await g.next());
  }),
  returnEarly: () => noted(async (log) => {
    const g = (async function* () { try { yield 1; yield 2; } finally { log("finally"); await after(); log("finally ends"); } })();
    log(await g.next()); log(await g.return("r")); log(await g.next());
  }),
  returnOfPromise: () => noted(async (log) => {
    const g = (async function* () { yield 1; })();
    await g.next(); log(await g.return(after("r")));
  }),
  returnBeforeBegin: () => noted(async (log) => {
    const g = (async function* () { log("never"); try { yield 1; } finally { log("never"); } })();
    log(await g.return("r")); log(await g.next());
  }),
  returnInFinally: () => noted(async (log) => {
    const g = (async function* () { try { yield 1; } finally { yield "cleaning"; await after(); return "own"; } })();
    log(await g.next()); log(await g.return("r")); log(await g.next()); log(await g.next());
  }),
  throwInto: () => noted(async (log) => {
    const g = (async function* () { try { yield 1; } catch (e) { log("caught " + e); yield "again"; } finally { await after(); log("finally"); } })();
    log(await g.next()); log(await g.throw("x")); await attempt(log, g.next()); await attempt(log, g.throw("late"));
  }),
  throwBeforeBegin: () => noted(async (log) => {
    const g = (async function* () { log("never"); yield 1; })();
    await attempt(log, g.throw(new Error("early"))); log(await g.next());
  }),
  throws: () => noted(async (log) => {
    const g = (async function* () { yield 1; throw new Error("mine"); })();
    log(await g.next()); await attempt(log, g.next()); log(await g.next());
  }),
  rejectedYield: () => noted(async (log) => {
    const g = (async function* () { try { yield Promise.reject(new Error("r")); } catch (e) { log("inside " + e.message); yield 2; } })();
    log(await g.next()); log(await g.next());
  }),
  delegates: () => collect((async function* () { yield 0; const r = yield* (async function* () { yield 1; return "r"; })(); yield r; yield* [2, after(3)]; })()),
  delegatesValues: () => noted(async (log) => {
    const inner = { [Symbol.asyncIterator]() { return this; }, next(v) { log(["next", v]); return Promise.resolve({ value: "i", done: v === "stop" }); },
      return(v) { log(["return", v]); return Promise.resolve({ value: "ir", done: true }); }, throw(e) { log(["throw", e]); return Promise.resolve({ value: "it", done: false }); } };
    const g = (async function* () { const r = yield* inner; log(["result", r]); yield "after"; })();
    log(await g.next("a")); log(await g.next("b")); log(await g.throw("t")); log(await g.next("stop")); log(await g.return("z"));
    const h = (async function* () { try { yield* inner; } finally { await after(); log("finally"); } })();
    log(await h.next()); log(await h.return("y")); log(await h.next());
  }),
  breakCloses: () => noted(async (log) => {
    const g = async function* () { try { for (let i = 0; ; i++) yield i; } finally { await after(); log("closed"); } };
    for await (const i of g()) { log(i); if (i === 2) break; }
    outer: for (const x of [1]) for await (const i of g()) { if (i === 1) continue outer; }
    const f = async () => { for await (const i of g()) if (i === 1) return "returned"; };
    log(await f());
    try { for await (const i of g()) throw new Error("body"); } catch (e) { log(e.message); }
  }),
  requestsQueue: () => noted(async (log) => {
    const g = (async function* () { for (let i = 0; i < 3; i++) { await after(); log("makes " + i); yield i; } })();
    log((await Promise.all([g.next(), g.next(), g.next(), g.next()])).map((r) => r.value ?? "done"));
  }),
  awaitInFinally: () => noted(async (log) => {
    const f = async () => { try { return "value"; } finally { await after(); log("finally"); } };
    log(await f());
    const g = async () => { for (const i of [1, 2]) { try { if (i === 1) continue; return i; } finally { await after(); log("f" + i); } } };
    log(await g());
    const h = async () => { try { throw new Error("a"); } finally { await after(); throw new Error("b"); } };
    await attempt(log, h());
  }),
  nestedFinally: () => noted(async (log) => {
    const g = (async function* () { try { try { yield 1; } finally { await after(); log("inner"); yield "i"; } } finally { log("outer"); await after(); log("outer ends"); } })();
    log(await g.next()); log(await g.return("r")); log(await g.next()); log(await g.next());
  }),
  methods: () => noted(async (log) => {
    class A { x = 1; async *list() { yield this.x; yield typeof this; } static async *all() { yield "s"; } async *#own() { yield "own"; } get own() { return this.#own(); } }
    log(await collect(new A().list())); log(await collect(A.all())); log(await collect(new A().own));
    const o = { async *[Symbol.asyncIterator]() { yield* "ab"; } };
    log(await collect(o));
  }),
  argumentsAndThis: () => noted(async (log) => {
    async function* f(a, b = a * 2, ...rest) { yield [this?.k, a, b, rest, arguments.length]; }
    log(await collect(f.call({ k: 7 }, 1, undefined, 3)));
    await attempt(log, (async () => { async function* g(a = (() => { throw new Error("at once"); })()) {} try { g(); } catch (e) { log("thrown at the call " + e.message); } })());
  }),
  arrowsWithin: () => collect((async function* () { const self = () => this; const a = async () => { await after(); return self(); }; yield (await a()).k; }).call({ k: 5 })),
  destructuring: () => noted(async (log) => { for await (const { a, b: [c = 9] } of [after({ a: 1, b: [] }), { a: 2, b: [3] }]) log([a, c]); }),
  closures: () => noted(async (log) => { const all = []; for await (let i of [1, 2, 3]) all.push(() => i); log(all.map((f) => f())); }),
  microtaskOrder: () => noted(async (log) => {
    const g = (async function* () { log("g1"); yield 1; log("g2"); })();
    const p = g.next().then(() => log("next1"));
    Promise.resolve().then(() => log("a"));
    log("sync");
    await p; await g.next(); log("end");
  }),
  prototypes: () => noted(async (log) => {
    async function* f() {}
    const g = f();
    log(typeof g[Symbol.asyncIterator], g[Symbol.asyncIterator]() === g, typeof g.next, typeof g.return, typeof g.throw, g.next() instanceof Promise);
  }),
  asyncFromSync: () => noted(async (log) => {
    const it = { [Symbol.iterator]() { let i = 0; return { next: () => ({ value: i++, done: i > 3 }), return() { log("sync return"); return {}; } }; } };
    for await (const i of it) { log(i); if (i === 1) break; }
    await attempt(log, collect([1, Promise.reject(new Error("in the list"))]));
  }),
  notIterable: () => noted(async (log) => { try { for await (const x of 5) log(x); } catch (e) { log(e.name); } }),
  labels: () => noted(async (log) => {
    a: for await (const i of [1, 2]) { for await (const j of [1, 2]) { if (j === 2) continue a; if (i === 2) break a; log([i, j]); } }
  }),
};
