// syntax: resizable and transferable buffers, symbols as weak keys, JSON.rawJSON, sources in revivers, Iterator.concat, Math.f16round, call sites
import { test, expect } from "fwrun/test";

test("the newest built-ins", () => {
	const buffer = new ArrayBuffer(2, { maxByteLength: 8 }), view = new Uint8Array(buffer);
	buffer.resize(8);
	expect([view.length, buffer.transferToFixedLength().resizable, buffer.detached]).toEqual([8, false, true]);
	const key = Symbol("key");
	expect([new WeakMap([[key, 1]]).get(key), new WeakRef(key).deref() === key]).toEqual([1, true]);
	expect(JSON.stringify({ n: JSON.rawJSON("12345678901234567890") })).toBe('{"n":12345678901234567890}');
	expect(JSON.parse("12345678901234567890", (name, value, { source }) => source)).toBe("12345678901234567890");
	expect([[...Iterator.concat([1], new Set([2]))], Math.f16round(1.337), new DataView(new ArrayBuffer(2)).getFloat16(0)]).toEqual([[1, 2], 1.3369140625, 0]);
	Error.prepareStackTrace = (error, sites) => sites[0];
	const site = new Error().stack;
	delete Error.prepareStackTrace;
	expect([site.getLineNumber(), site.getFileName().endsWith("newest.test.js")]).toEqual([14, true]);
});
