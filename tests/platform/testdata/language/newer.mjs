// What is newer than the oldest Node that may check the other cases.
export const cases = {
  modifiers: () => [new RegExp("(?i:a)b").test("Ab"), new RegExp("(?i:a)b").test("AB")],
  modifiersOff: () => [new RegExp("(?-i:a)b", "i").test("aB"), new RegExp("(?-i:a)b", "i").test("AB")],
  modifiersOfLines: () => ["a\nb".match(new RegExp("(?m:^)b")) !== null, /(?s:.)/.test("\n"), /(?s-m:^.)$/m.test("\n")],
  sumPrecise: () => [[1e20, 0.1, -1e20], [], [-0], [-0, 0], [Infinity, -Infinity], [1e308, 1e308, -1e308], [1, 2n]].map((list) => {
    try { return Object.is(Math.sumPrecise(list), -0) ? '-0' : String(Math.sumPrecise(list)); } catch (e) { return e.name; }
  }),
  getOrInsert: () => { const m = new Map(), w = new WeakMap(); return [m.getOrInsert(1, 2), m.getOrInsert(1, 3), w.getOrInsert(m, 4), w.get(m), m.size]; },
  getOrInsertComputed: () => { const m = new Map(); return [m.getOrInsertComputed(-0, (k) => Object.is(k, 0)), m.getOrInsertComputed(0, () => 2)]; },
  computedKey: () => { try { new WeakMap().getOrInsertComputed(1, () => 2); } catch (e) { return e.name; } },
};
