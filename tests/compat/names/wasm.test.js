// names: WebAssembly and its Module, Instance, Memory, Table, Global, CompileError, LinkError, RuntimeError, compile, instantiate, validate
import { test, expect } from "fwrun/test";

test("runs a module", async () => {
	const bytes = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3, 97, 100, 100, 0, 0, 10, 9, 1, 7, 0, 32, 0, 32, 1, 106, 11);
	expect(WebAssembly.validate(bytes)).toBe(true);
	const { instance } = await WebAssembly.instantiate(bytes);
	expect(instance.exports.add(2, 3)).toBe(5);
	expect(new WebAssembly.Instance(await WebAssembly.compile(bytes)).exports.add(-1, 1)).toBe(0);
	expect(new WebAssembly.Memory({ initial: 1 }).buffer.byteLength).toBe(65536);
	expect(() => new WebAssembly.Module(Uint8Array.of(1))).toThrow(WebAssembly.CompileError);
});
