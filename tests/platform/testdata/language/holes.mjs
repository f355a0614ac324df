// What differs from other engines, and stays so: the page on compatibility lists it.
const noted = async (body) => { const log = []; await body((...what) => log.push(what.length === 1 ? what[0] : what)); return log; };

export const cases = {
  slashInPattern: () => String(new RegExp("/")),
  directEval: () => { const local = 1; try { return eval("typeof local"); } catch (e) { return e.name; } },
  textOfFunction: () => (function   f ( a ){ return 'ä' + a }).toString(),
  constructorWithoutNew: () => { try { ArrayBuffer(1); return "constructs"; } catch (e) { return e.name; } },
  delegatesWithoutThrow: () => noted(async (log) => {
    const inner = { [Symbol.asyncIterator]() { return this; }, async next() { return { value: 1, done: false }; }, async return() { log("closed"); return {}; } };
    const g = (async function* () { yield* inner; })();
    await g.next();
    try { await g.throw(new Error("x")); } catch (e) { log(e.name); }
  }),
};
