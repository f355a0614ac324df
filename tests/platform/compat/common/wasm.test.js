// common: WebAssembly
import { test, expect } from "fwrun/test";

const empty = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
// (module (func (export "add") (param i32 i32) (result i32) local.get 0 local.get 1 i32.add))
const adds = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3, 97, 100, 100, 0, 0, 10, 9, 1, 7, 0, 32, 0, 32, 1, 106, 11);
// (module (func (export "f") unreachable))
const traps = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11);
// (module (import "m" "f" (func)))
const needs = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 109, 1, 102, 0, 0);
const answer = bytes => new Response(bytes, { headers: { "Content-Type": "application/wasm" } });

test("WebAssembly.Module: is compiled, and tells its exports and imports", () => {
	expect([WebAssembly.Module.exports(new WebAssembly.Module(adds)), WebAssembly.Module.imports(new WebAssembly.Module(needs))]).toEqual([[{ name: "add", kind: "function" }], [{ module: "m", name: "f", kind: "function" }]]);
});

test("WebAssembly.Instance: runs", () => {
	expect(new WebAssembly.Instance(new WebAssembly.Module(adds)).exports.add(2, 3)).toBe(5);
});

test("WebAssembly.Memory: grows, and is seen as bytes", () => {
	const memory = new WebAssembly.Memory({ initial: 1, maximum: 2 });
	new Uint8Array(memory.buffer)[0] = 7;
	expect([memory.grow(1), memory.buffer.byteLength, new Uint8Array(memory.buffer)[0]]).toEqual([1, 131072, 7]);
	expect(() => memory.grow(1)).toThrow(RangeError);
});

test("WebAssembly.Table: holds functions of modules", () => {
	const table = new WebAssembly.Table({ initial: 2, element: "anyfunc" });
	table.set(1, new WebAssembly.Instance(new WebAssembly.Module(adds)).exports.add);
	expect([table.length, table.get(0), table.get(1)(1, 1), table.grow(1), table.length]).toEqual([2, null, 2, 2, 3]);
});

test("WebAssembly.Global: has a value that changes if it may", () => {
	const global = new WebAssembly.Global({ value: "i64", mutable: true }, 1n);
	global.value = 2n;
	expect([global.value, global.valueOf()]).toEqual([2n, 2n]);
	expect(() => { new WebAssembly.Global({ value: "i32" }, 1).value = 2; }).toThrow(TypeError);
});

test("WebAssembly.Tag: names the types of exceptions", () => {
	expect(new WebAssembly.Tag({ parameters: ["i32"] }) instanceof WebAssembly.Tag).toBe(true);
	expect(() => new WebAssembly.Tag({ parameters: ["nothing"] })).toThrow(TypeError);
});

test("WebAssembly.Exception: carries values under a tag", () => {
	const tag = new WebAssembly.Tag({ parameters: ["i32", "i64"] }), thrown = new WebAssembly.Exception(tag, [1, 2n]);
	expect([thrown.is(tag), thrown.is(new WebAssembly.Tag({ parameters: [] })), thrown.getArg(tag, 0), thrown.getArg(tag, 1)]).toEqual([true, false, 1, 2n]);
});

test("WebAssembly.JSTag: is a tag", () => {
	expect(WebAssembly.JSTag instanceof WebAssembly.Tag).toBe(true);
});

test("WebAssembly.CompileError: of bytes that are no module", () => {
	expect(() => new WebAssembly.Module(Uint8Array.of(1))).toThrow(WebAssembly.CompileError);
	expect(new WebAssembly.CompileError("no") instanceof Error).toBe(true);
});

test("WebAssembly.LinkError: of imports that do not fit", () => {
	const bytes = Uint8Array.of(...needs.slice(0, 14), 2, 8, 1, 1, 109, 1, 102, 3, 127, 0); // an i32 global instead of the function
	expect(() => new WebAssembly.Instance(new WebAssembly.Module(bytes), { m: { f: "text" } })).toThrow(WebAssembly.LinkError);
	expect(() => new WebAssembly.Instance(new WebAssembly.Module(needs), { m: { f: 1 } })).toThrow(WebAssembly.LinkError);
});

test("WebAssembly.RuntimeError: of what traps", () => {
	const { f } = new WebAssembly.Instance(new WebAssembly.Module(traps)).exports;
	expect(() => f()).toThrow(WebAssembly.RuntimeError);
});

test("WebAssembly.validate(): tells modules from other bytes", () => {
	expect([WebAssembly.validate(adds), WebAssembly.validate(Uint8Array.of(1, 2))]).toEqual([true, false]);
});

test("WebAssembly.compile(): compiles", async () => {
	expect(await WebAssembly.compile(empty) instanceof WebAssembly.Module).toBe(true);
	await expect(WebAssembly.compile(Uint8Array.of(1))).rejects.toThrow(WebAssembly.CompileError);
});

test("WebAssembly.instantiate(): makes an instance of bytes or of a module", async () => {
	const { instance, module } = await WebAssembly.instantiate(adds);
	expect([instance.exports.add(-1, 1), (await WebAssembly.instantiate(module)).exports.add(2, 2)]).toEqual([0, 4]);
});

test("WebAssembly.compileStreaming(): compiles a response", async () => {
	expect(await WebAssembly.compileStreaming(answer(empty)) instanceof WebAssembly.Module).toBe(true);
	await expect(WebAssembly.compileStreaming(new Response(empty))).rejects.toThrow(TypeError);
});

test("WebAssembly.instantiateStreaming(): makes an instance of a response", async () => {
	const { instance } = await WebAssembly.instantiateStreaming(Promise.resolve(answer(adds)));
	expect(instance.exports.add(20, 22)).toBe(42);
});
