import { describe, expect, fn, it, spyOn } from "fwrun/test";

class User {
  #secret = 1;
  name: string;
  constructor(name: string) { this.name = name; }
  get shout() { return this.name.toUpperCase(); }
}
class Numbers extends Array {}
class OutOfStock extends RangeError { code = 7; }

const circular: any = { name: "loop", list: [] };
circular.self = circular;
circular.list.push(circular, { again: circular.list });

const kinds: Record<string, unknown> = {
  "plain text": "Ada",
  "quotes": `she said "hi", 'ho' and \`hey\` for \${5}`,
  "backslashes": "C:\\temp\\n \\u0041",
  "several lines": "one\n  two\r\n\tthree\rfour\n",
  "blanks around": "  padded  ",
  "empty text": "",
  "unicode": "é 漢 😀 \u2028",
  "numbers": [0, -0, 1.5, NaN, Infinity, 1e21, 12345678901234567890n, -5n],
  "nothing": [undefined, null, true, false],
  "sparse": [1, , 3, , ],
  "empty things": [{}, [], new Map(), new Set(), new User(""), new Numbers(), Object.create(null)],
  "sorted keys": { b: 1, a: 2, "with blank": 3, 10: 4, 9: 5, [Symbol("s")]: 6, [Symbol("")]: 7, _: 8, Z: 9, undefined: undefined },
  "nested": { a: { b: { c: [1, { d: [[]] }] } } },
  "map": new Map<any, any>([["b", 1], ["a", new Map([[{ key: 1 }, [2]]])], [Symbol("k"), null]]),
  "set": new Set<any>([3, "1", { a: new Set([1]) }]),
  "weak": [new WeakMap(), new WeakSet()],
  "dates": [new Date(0), new Date("2026-02-03T04:05:06.789Z"), new Date(NaN)],
  "errors": [new Error("plain"), new TypeError("a \"b\"\nc"), new OutOfStock("gone"), new Error(""), Object.assign(new Error("named"), { name: "Custom" })],
  "instance": new User("Ada"),
  "array subclass": Numbers.from([1, 2]),
  "circular": circular,
  "same twice": ((one) => [one, one])({ a: 1 }),
  "symbols": [Symbol("a"), Symbol(), Symbol.iterator],
  "functions": [() => 1, function named() {}, class Local {}, async () => {}, function* gen() {}],
  "typed arrays": [new Uint8Array([1, 2, 255]), new Float32Array([1.5]), new Int16Array([]), new BigInt64Array([1n]), new Uint8ClampedArray([300])],
  "buffers": [new ArrayBuffer(2), new DataView(new ArrayBuffer(1)), new Uint8Array([200]).buffer],
  "boxed": [new String("ab"), new Number(1), new Boolean(false)],
  "promise": [Promise.resolve(1)],
  "regexes": [/a.b*[c]{2}$/gi, /\//, /\d+\\/],
  "null prototype": Object.assign(Object.create(null), { b: 1, a: Object.create(null) }),
  "getters": { get computed() { return 42; }, set only(_: number) {} },
  "toJSON": [{ toJSON: () => ({ as: "json", inner: { toJSON: () => "again" } }) }, { toJSON() { return this; } }, { toJSON: 5 }],
  "dates in members": { at: new Date(1), undef: undefined },
  "arguments": (function (..._: number[]) { return arguments; })(1, 2),
  "placeholders": [
    expect.any(Number), expect.any(User), expect.anything(), expect.stringContaining('a "b" \\'), expect.stringMatching(/a+\d/), expect.stringMatching("x.y"),
    expect.objectContaining({ b: expect.any(String), a: { c: [1] } }), expect.arrayContaining([1, { a: expect.anything() }]), expect.closeTo(0.3, 1), expect.closeTo(5),
    expect.not.objectContaining({ a: 1 }), expect.not.arrayContaining([]), expect.not.stringContaining("no"), expect.not.stringMatching(/no/),
  ],
  "deep key": { "a\"b": 1, "c\\d": 2, "e`f": 3, "g\nh": 4 },
};

describe("kinds", () => {
  for (const [name, value] of Object.entries(kinds)) {
    it(name, () => { expect(value).toMatchSnapshot(); });
  }
  it("several in one test", () => {
    for (let i = 0; i < 12; i++) expect(i).toMatchSnapshot();
    expect("hinted").toMatchSnapshot("a hint");
    expect("hinted again").toMatchSnapshot("a hint");
    expect("with `ticks` and ${x} and \\").toMatchSnapshot("`tick` \\ ${x}");
  });
  it("names with `ticks`, ${dollars}, \\ and \"quotes\"", () => { expect(1).toMatchSnapshot(); });
  it.each([[10, "a-b"], [9, "a_b"], [1, "A.b"], [2, "a b"]])("row %d of %s", (...row) => { expect(row).toMatchSnapshot(); });
  it("properties", () => {
    const user = { id: Math.random(), name: "Ada", at: new Date(), tags: [{ id: Math.random(), t: 1 }], in: { id: Math.random() } };
    expect(user).toMatchSnapshot({ id: expect.any(Number), at: expect.any(Date), tags: [{ id: expect.any(Number) }], in: { id: expect.any(Number) } });
    expect(user).toMatchSnapshot({ id: expect.any(Number), at: expect.any(Date), tags: expect.anything(), in: expect.anything() }, "hint");
    expect(new User("Eve")).toMatchSnapshot({ name: expect.stringContaining("E") });
  });
  it("mocks", () => {
    const [unused, used, named] = [fn(), fn((n: number) => n + 1), fn().mockName("named")];
    const target = { method: () => "real" };
    const spied = spyOn(target, "method");
    used(1);
    named({ a: 1 });
    target.method();
    expect([unused, used, named, spied]).toMatchSnapshot();
    expect(used).toMatchSnapshot();
  });
  it("errors that are thrown", async () => {
    expect(() => { throw new OutOfStock("no \"more\""); }).toThrowErrorMatchingSnapshot();
    expect(() => { throw new Error("hinted"); }).toThrowErrorMatchingSnapshot("hint");
    await expect(Promise.reject(new TypeError("late"))).rejects.toThrowErrorMatchingSnapshot();
    await expect(Promise.resolve({ a: 1 })).resolves.toMatchSnapshot();
    await expect(Promise.reject(new Error("why"))).rejects.toMatchSnapshot();
  });
});
it("a test of the file 10", () => { expect(1).toMatchSnapshot(); });
it("a test of the file 2", () => { expect(2).toMatchSnapshot(); });
