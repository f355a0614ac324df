package wasm_test

import "testing"

func TestValuesGoBothWays(t *testing.T) {
	evalCases(t, [][2]string{
		{
			`const e = basic(); return [e.add(2, 3), e.add(2147483647, 1), e.add('4', {valueOf: () => 5}), e.add(NaN, -1.9), e.add(2 ** 40 + 7, 0), e.add()]`,
			"5|-2147483648|9|-1|7|0",
		},
		{
			`const e = basic(); return [e.add64(2n, 3n), e.add64(2n ** 63n - 1n, 1n), e.add64(2n ** 64n + 5n, true), thrown(() => e.add64(1, 2n))]`,
			"5|-9223372036854775808|6|TypeError: Cannot convert 1 to a BigInt",
		},
		{`const e = basic(); return [e.half(3), e.half(0.1), e.half('8'), e.swap(1, 2.5).join()]`, "1.5|0.05000000074505806|4|2.5,1"},
		{`const e = basic(); e.callLog(5); return [log.join(), e.callBig(41n), e.callPair()]`, "5|42|5"},
		{
			`const e = basic(); return [e.add.name, e.add.length, typeof e.add, thrown(() => new e.add(1, 2)), Object.isFrozen(e), Object.getPrototypeOf(e)]`,
			"3|2|function|TypeError: Value is not a constructor|true|null",
		},
		{`const e = basic(); return thrown(() => e.add(Symbol(), 1))`, "TypeError: Cannot convert a Symbol value to a number"},
		{`const e = basic(); return thrown(() => e.add(1n, 1))`, "TypeError: Cannot convert a BigInt value to a number"},
		{`const e = basic(); return [e.fibonacci(20), e.sum(1000)]`, "6765|500500"},
	})
}

func TestTraps(t *testing.T) {
	evalCases(t, [][2]string{
		{
			`const e = basic(); return [() => e.unreachable(), () => e.divide(1, 0), () => e.truncate(1e10), () => e.truncate(NaN), () => e.load(65536), ` +
				`() => e.indirect(1, 2, 9), () => e.indirect(1, 2, 1), () => e.indirect(1, 2, 3)].map(thrown)`,
			"RuntimeError: unreachable|RuntimeError: divide by zero|RuntimeError: float unrepresentable in integer range|RuntimeError: " +
				"float unrepresentable in integer range|RuntimeError: memory access out of bounds|RuntimeError: table index is out of bounds|RuntimeError: " +
				"null function or function signature mismatch|RuntimeError: table index is out of bounds",
		},
		{
			`const e = basic(); return [thrown(() => e.deep(1)), e.add(1, 2), thrown(() => e.deep(1))]`,
			"RangeError: Maximum call stack size exceeded|3|RangeError: Maximum call stack size exceeded",
		},
		{`try { basic().unreachable() } catch (e) { return [e instanceof WebAssembly.RuntimeError, e instanceof Error, e.stack.split('\n` +
			`')[1].trim().startsWith('at 15 (native)') || e.stack] }`, "true|true|true"},
	})
}

// TestNumbersOfFunctions: the number of an imported function has 32 bits. What is above them in its slot is left from a call before, here the
// bits of the first result.
//
//	(import "e" "a" (func (result i64))) (import "e" "b" (func (result i32)))
//	(func (export "r") (result i32) (drop (call 0)) (call 1))
func TestNumbersOfFunctions(t *testing.T) {
	evalCases(t, [][2]string{{`const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 9, 2, 96, 0, 1, 126, 96, 0, 1, 127, 2, 13, 2, 1, ` +
		`101, 1, 97, 0, 0, 1, 101, 1, 98, 0, 1, 3, 2, 1, 1, 7, 5, 1, 1, 114, 0, 2, 10, 9, 1, 7, 0, 16, 0, 26, 16, 1, 11]); ` +
		`return new WebAssembly.Instance(new WebAssembly.Module(bytes), {e: {a: () => -1n, b: () => 7}}).exports.r()`, "7"}})
}

func TestWhatScriptsThrowPassesThrough(t *testing.T) {
	evalCases(t, [][2]string{
		{`const own = new Error('mine'); const e = load('basic', {env: {...env, log() { throw own; }}}); try { e.callLog(1); ` +
			`} catch (x) { return x === own; }`, "true"},
		{`const e = load('basic', {env: {...env, log() { throw 'text'; }}}); return thrown(() => e.callLog(1))`, "text"},
		{`const e = load('basic', {env: {...env, big: () => 5}}); return thrown(() => e.callBig(1n))`, "TypeError: Cannot convert 5 to a BigInt"},
		{`const e = load('basic', {env: {...env, pair: () => [1]}}); return thrown(() => e.callPair())`, "TypeError: multi-return length mismatch"},
		{`const e = load('basic', {env: {...env, pair: () => 1}}); return thrown(() => e.callPair())`, "TypeError: multi-return value must be iterable"},
		{`return thrown(() => load('start', {env: {start() { throw new RangeError('no'); }}}))`, "RangeError: no"},
		{`let n = 0; const e = load('basic', {env: {...env, log() { if (n++ < 50) e.callLog(n); else throw new Error('deep ' + n); }}}); ` +
			`return [thrown(() => e.callLog(0)), e.add(1, 1)]`, "Error: deep 51|2"},
		{
			`let n = 0; const e = load('basic', {env: {...env, log() { n++; e.callLog(n); }}}); return [thrown(() => e.callLog(0)), n > 100, e.add(1, 1)]`,
			"RangeError: Maximum call stack size exceeded|true|2",
		},
	})
}

func TestMemory(t *testing.T) {
	evalCases(t, [][2]string{
		{`const e = basic(); const bytes = new Uint8Array(e.memory.buffer); bytes[3] = 77; e.store(4, 200); return [e.load(3), bytes[4], ` +
			`String.fromCharCode(...bytes.subarray(8, 13)), bytes.length, e.memory.buffer === e.memory.buffer]`, "77|200|hello|65536|true"},
		{`const e = basic(); const before = new Uint8Array(e.memory.buffer); e.store(1, 9); const was = e.grow(2); return [was, before.length, ` +
			`before.buffer.byteLength, e.memory.buffer.byteLength, new Uint8Array(e.memory.buffer)[1]]`, "1|0|0|196608|9"},
		{
			`const e = basic(); const before = e.memory.buffer; const was = e.memory.grow(1); e.store(131071, 5); return [was, before.byteLength, ` +
				`new Uint8Array(e.memory.buffer)[131071], e.grow(100), thrown(() => e.memory.grow(7))]`,
			"1|0|5|-1|RangeError: WebAssembly.Memory.grow(): Maximum memory size exceeded",
		},
		{
			`const m = new WebAssembly.Memory({initial: 1, maximum: 2}); new Uint8Array(m.buffer)[0] = 5; const b = m.buffer; m.grow(0); ` +
				`return [m instanceof WebAssembly.Memory, String(m), b === m.buffer, b.byteLength, new Uint8Array(m.buffer)[0]]`,
			"true|[object WebAssembly.Memory]|false|0|5",
		},
		{`return [() => new WebAssembly.Memory({initial: 2000}), () => new WebAssembly.Memory({initial: 70000}), () => new WebAssembly.Memory({initial: ` +
			`-1}), () => new WebAssembly.Memory({initial: 2, maximum: 1}), () => new WebAssembly.Memory({}), () => WebAssembly.Memory({initial: ` +
			`1})].map((f) => thrown(f).split(':')[0])`, "RangeError|RangeError|TypeError|RangeError|TypeError|TypeError"},
		{
			`const e = basic(); e.fill(100, 7, 1000); return [e.load(100), e.load(1099), e.load(1100), thrown(() => e.fill(65000, 1, 1000))]`,
			"7|7|0|RuntimeError: memory access out of bounds",
		},
		{`const m = new WebAssembly.Memory({initial: 0}); return [m.buffer.byteLength, m.grow(1), m.buffer.byteLength]`, "0|0|65536"},
	})
}

func TestImportsAreShared(t *testing.T) {
	evalCases(t, [][2]string{
		{`const a = basic(); const b = load('shared', {a}); return [b.memory === a.memory, b.table === a.table, b.count === a.count, ` +
			`b.add === a.add, b.twice(4), b.pi()]`, "true|true|true|true|8|3.5"},
		{`const a = basic(); const b = load('shared', {a}); a.count.value = 20; return [b.bump(), a.count.value, a.indirect(6, 7, 2), b.read(8), ` +
			`a.table.get(2) === b.mine, a.table.get(0) === a.add, a.table.get(3)]`, "21|21|42|104|true|true|null"},
		{`const a = basic(); const b = load('shared', {a}); const buffer = a.memory.buffer; b.grow(1); return [buffer.byteLength, ` +
			`a.memory.buffer.byteLength, b.memory.grow(1), a.memory.buffer.byteLength]`, "0|131072|2|196608"},
		{`const memory = new WebAssembly.Memory({initial: 1, maximum: 4}), table = new WebAssembly.Table({initial: 4, element: 'anyfunc'}),
			count = new WebAssembly.Global({value: 'i32', mutable: true}, 41);
const e = load('shared', {a: {memory, table, count, add: (a, b) => a * 10 + b, pi: 3.25}}); new Uint8Array(memory.buffer)[5] = 9;
  return [e.bump(), count.value, e.read(5), e.twice(3), e.pi(), table.get(2)(6, 7), e.memory === memory]`, "42|42|9|33|3.25|42|true"},
		{
			`const a = basic(); const bad = (more) => thrown(() => load('shared', {a: {...a, ...more}})); return [
bad({add: a.half}), bad({add: 5}), bad({memory: {}}), bad({table: new WebAssembly.Table({initial: 1, element: 'anyfunc'})}),
  bad({table: new WebAssembly.Table({initial: 4, element: 'externref'})}), bad({count: 5}), bad({count: new WebAssembly.Global({value: 'i32'}, 1)}),
    bad({pi: 1n}), bad({memory: new WebAssembly.Memory({initial: 1})}), bad({memory: new WebAssembly.Memory({initial: 1, maximum: 9})})].map((s) =>
      s.replace('WebAssembly.Instance(): ', ''))`,
			`LinkError: Import #3 "a" "add": imported function does not match the expected type|LinkError: Import #3 "a" "add": function import requires a ` +
				`callable|LinkError: Import #0 "a" "memory": memory import must be a WebAssembly.Memory object|LinkError: Import #1 "a" "table": ` +
				`table import has 1 elements, which is smaller than the declared initial of 4|LinkError: Import #1 "a" "table": imported table does not match ` +
				`the expected type|LinkError: Import #2 "a" "count": imported mutable global must be a WebAssembly.Global object|LinkError: ` +
				`Import #2 "a" "count": imported global does not match the expected mutability|LinkError: Import #4 "a" "pi": global import must be a number, ` +
				`valid Wasm reference, or WebAssembly.Global object|LinkError: Import #0 "a" "memory": memory import has no maximum limit, ` +
				`expected at most 8|LinkError: Import #0 "a" "memory": memory import has a larger maximum size 9 than the module's declared maximum 8`,
		},
		{
			`return [thrown(() => load('shared')), thrown(() => load('shared', 5)), thrown(() => load('shared', {}))]`,
			`TypeError: WebAssembly.Instance(): Imports argument must be present and must be an object|TypeError: WebAssembly.Instance(): ` +
				`Argument 1 must be an object|TypeError: WebAssembly.Instance(): Import #0 "a": module is not an object or function`,
		},
	})
}

func TestTables(t *testing.T) {
	evalCases(t, [][2]string{
		{`const e = basic(); e.table.set(3, e.add); return [e.indirect(20, 22, 3), e.table.length, e.table.grow(2), e.table.length, e.growTable(1), ` +
			`e.table.length, e.table.get(6)]`, "42|4|4|6|6|7|null"},
		{`const e = basic(); e.table.set(3, e.table.get(1)); e.table.get(3)(9); return [log.join(), e.table.get(3).length]`, "9|1"},
		{`const e = basic(); return [() => e.table.set(0, () => 1), () => e.table.get(9), () => e.table.get(-1), () => e.table.get(), ` +
			`() => e.table.grow(2e6), () => new WebAssembly.Table({initial: 5e6, element: 'anyfunc'}), () => new WebAssembly.Table({initial: 1, element: ` +
			`'i32'})].map((f) => thrown(f).split(':')[0])`, "TypeError|RangeError|TypeError|TypeError|RangeError|RangeError|TypeError"},
		{
			`const t = new WebAssembly.Table({initial: 1, element: 'anyfunc'}, load('refs', {env: {f() {}}}).one); return [t.get(0)(), t.get(0) === t.get(0)]`,
			"1|true",
		},
		{`const t = new WebAssembly.Table({initial: 2, element: 'externref'}, 'x'); t.set(1, {n: 5}); t.grow(1, 'y'); return [t.get(0), ` +
			`t.get(1).n, t.get(2), t.length]`, "x|5|y|3"},
	})
}

func TestReferences(t *testing.T) {
	evalCases(t, [][2]string{
		{`const e = load('refs', {env: {f: (x) => [x]}}); const o = {}; return [e.same(o) === o, e.same(undefined), e.same(null), e.same('t'), ` +
			`e.isNull(null), e.isNull(undefined), e.through(o)[0] === o]`, "true|undefined|null|t|1|0|true"},
		{`const e = load('refs', {env: {f() {}}}); const o = {}; e.keep(o); e.put(1, 'kept'); for (let i = 0; i < 20000; i++) e.same({i}); ` +
			`return [e.kept.value === o, e.take(1), e.values.get(1), e.take(0)]`, "true|kept|kept|null"},
		{`const e = load('refs', {env: {f() {}}}); return [e.getOne() === e.one, e.sameFunction(e.one) === e.one, e.callFunction(e.one), ` +
			`e.sameFunction(null), thrown(() => e.sameFunction(() => 1))]`, "true|true|1|null|TypeError: function-typed object expected"},
		{`const g = new WebAssembly.Global({value: 'externref'}, {a: 1}); return [g.value.a, new WebAssembly.Global({value: 'externref'}).value, ` +
			`new WebAssembly.Global({value: 'anyfunc'}).value, new WebAssembly.Global({value: 'i64', mutable: true}, 5n) + 1n]`, "1|undefined|null|6"},
	})
}

func TestOtherFeatures(t *testing.T) {
	evalCases(t, [][2]string{
		{`const e = load('simd'); new Int32Array(e.memory.buffer)[6] = 40; return [e.dot(2, 16), e.shuffle(), e.even(100001), ` +
			`e.even(100000), e.f.value(7)]`, "42|16|0|1|1"},
		{
			`const e = load('simd'); e.init(); return [new Uint8Array(e.memory.buffer)[107], e.call(0, 4), e.call(1, 4), thrown(() => e.init())]`,
			"104|1|0|RuntimeError: memory access out of bounds",
		},
		{`const e = load('simd'); return [e.pick(0), e.pick(1), e.pick(7), e.params(4, 5), e.saturate(1e99)]`, "10|20|30|9|2147483647"},
	})
}

func TestModules(t *testing.T) {
	evalCases(t, [][2]string{
		{
			`const m = new WebAssembly.Module(file('shared.wasm')); return WebAssembly.Module.imports(m).map((i) => i.module + '.' + i.name + ':' + i.kind)`,
			"a.memory:memory|a.table:table|a.count:global|a.add:function|a.pi:global",
		},
		{
			`return WebAssembly.Module.exports(new WebAssembly.Module(file('refs.wasm'))).map((e) => e.name + ':' + e.kind).slice(0, 4)`,
			"values:table|functions:table|kept:global|same:function",
		},
		{
			`return [() => new WebAssembly.Module(new Uint8Array(0)), () => new WebAssembly.Module(new Uint8Array([1, 2, 3, 4])), ` +
				`() => new WebAssembly.Module('x'), () => new WebAssembly.Module(), () => WebAssembly.Module(file('basic.wasm')), ` +
				`() => new WebAssembly.Module(file('basic.wasm').slice(0, 100))].map(thrown)`,
			"CompileError: WebAssembly.Module(): BufferSource argument is empty|CompileError: WebAssembly.Module(): expected magic word 00 61 73 6d, " +
				"found 01 02 03 04 @+0|TypeError: WebAssembly.Module(): Argument 0 must be a buffer source|TypeError: WebAssembly.Module(): " +
				"Argument 0 must be a buffer source|TypeError: Class constructor cannot be invoked without 'new'|CompileError: WebAssembly.Module(): " +
				"expected 32 bytes, fell off end @+86",
		},
		{`const {module, instance} = await WebAssembly.instantiate(file('simd.wasm')); return [module instanceof WebAssembly.Module, ` +
			`instance instanceof WebAssembly.Instance, instance.exports.pick(0), (await WebAssembly.instantiate(module)).exports.pick(1), ` +
			`(await WebAssembly.compile(file('simd.wasm'))) instanceof WebAssembly.Module]`, "true|true|10|20|true"},
		{`const response = (type, status = 200) => new Response(file('simd.wasm'), {status, headers: {'content-type': type}});
			const failed = (p) => p.then(() => 'no', (e) => e.name);
return [(await WebAssembly.instantiateStreaming(response('application/wasm'))).instance.exports.pick(0),
  (await WebAssembly.compileStreaming(Promise.resolve(response('application/wasm')))) instanceof WebAssembly.Module,
    await failed(WebAssembly.compileStreaming(response('text/plain'))),
      await failed(WebAssembly.compileStreaming(response('application/wasm', 404))), await failed(WebAssembly.compileStreaming(5)),
        await failed(WebAssembly.compile(new Uint8Array(8)))]`, "10|true|TypeError|TypeError|TypeError|CompileError"},
		{
			`return [WebAssembly.validate(file('basic.wasm')), WebAssembly.validate(new Uint8Array(9)), thrown(() => WebAssembly.validate(1))]`,
			"true|false|TypeError: WebAssembly.validate(): Argument 0 must be a buffer source",
		},
		{
			`return [String(WebAssembly), Object.getOwnPropertyNames(WebAssembly).sort().join(), new WebAssembly.CompileError('x', {cause: 1}).cause, ` +
				`WebAssembly.LinkError('y').message, String(new WebAssembly.RuntimeError('z'))]`,
			"[object WebAssembly]|CompileError,Exception,Global,Instance,JSTag,LinkError,Memory,Module,RuntimeError,Table,Tag,compile,compileStreaming," +
				"instantiate,instantiateStreaming,validate|1|y|RuntimeError: z",
		},
		{`const tag = new WebAssembly.Tag({parameters: ['i32', 'externref']}); const e = new WebAssembly.Exception(tag, [5.5, 'x']); return [e.is(tag), ` +
			`e.is(WebAssembly.JSTag), e.getArg(tag, 0), e.getArg(tag, 1), thrown(() => e.getArg(tag, 2)).split(':')[0]]`, "true|false|5|x|RangeError"},
	})
}
