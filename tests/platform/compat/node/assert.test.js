// module: assert, assert/strict
import test from "node:test";
import assert, { AssertionError } from "node:assert";
import strict from "node:assert/strict";

const code = fn => { try { fn(); } catch (error) { return error.code + " " + error.name; } return "passed"; };
const failed = "ERR_ASSERTION AssertionError";

test("what passes and what fails", () => {
	for (const fn of [() => assert(1), () => assert.ok("x"), () => assert.equal(1, "1"), () => assert.deepEqual({ a: 1 }, { a: "1" }), () => assert.notStrictEqual(1, "1"), () => assert.deepStrictEqual(new Map([[1, { a: 1 }]]), new Map([[1, { a: 1 }]])), () => assert.match("abc", /b/), () => assert.doesNotMatch("abc", /x/), () => assert.ifError(null), () => assert.throws(() => { throw new RangeError("no"); }, RangeError), () => assert.throws(() => { throw new Error("no"); }, /^Error: no$/), () => assert.throws(() => { throw new Error("no"); }, { message: "no" }), () => assert.throws(() => { throw new Error("no"); }, error => error.message === "no"), () => assert.doesNotThrow(() => {})]) assert.strictEqual(code(fn), "passed", String(fn));
	for (const fn of [() => assert(0), () => assert.equal(1, 2), () => strict.equal(1, "1"), () => assert.notEqual(1, "1"), () => assert.deepStrictEqual([1, 2], [1, 3]), () => assert.deepStrictEqual(-0, 0), () => assert.deepEqual({ a: 1 }, { a: 2 }), () => assert.notDeepStrictEqual({ a: 1 }, { a: 1 }), () => assert.match("abc", /x/), () => assert.fail("x"), () => assert.throws(() => {}), () => assert.doesNotThrow(() => { throw new Error("x"); }), () => assert.ifError(new Error("x"))]) assert.strictEqual(code(fn), failed, String(fn));
});
test("what the error has", () => {
	try {
		assert.strictEqual(1, 2);
	} catch (error) {
		assert.deepStrictEqual([error.actual, error.expected, error.operator, error.generatedMessage, error instanceof AssertionError, error instanceof Error], [1, 2, "strictEqual", true, true, true]);
		assert.match(error.message, /^Expected values to be strictly equal:/);
	}
	try {
		assert.ok(0, "own words");
	} catch (error) {
		assert.deepStrictEqual([error.message, error.generatedMessage], ["own words", false]);
	}
	assert.throws(() => assert.ok(false, new TypeError("mine")), TypeError);
	assert.throws(() => assert.throws(() => { throw new TypeError("other"); }, RangeError), { code: "ERR_ASSERTION", message: /instance of "RangeError". Received "TypeError"/ });
	assert.throws(() => assert.fail(), { message: "Failed" });
	assert.throws(() => assert.notStrictEqual(1, 1), { message: 'Expected "actual" to be strictly unequal to: 1' });
});
test("promises", async () => {
	await assert.rejects(Promise.reject(new Error("no")), /no/);
	await assert.rejects(async () => { throw new TypeError("no"); }, { name: "TypeError" });
	await assert.doesNotReject(Promise.resolve());
	await assert.rejects(assert.rejects(Promise.resolve()), { code: "ERR_ASSERTION" });
});
