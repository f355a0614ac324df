package wasm_test

import (
	"testing"

	"github.com/fwrun/fwrun/jsapi/web/wasm"
)

func TestLimits(t *testing.T) {
	p := newPage(t, wasm.Limits{Module: 700, Memory: 1 << 20, Memories: 2 << 20})
	for _, c := range [][2]string{
		{
			`return [thrown(() => new WebAssembly.Module(new Uint8Array(701))), WebAssembly.validate(new Uint8Array(701)), await WebAssembly.compile(new ` +
				`Uint8Array(701)).catch((e) => e.name)]`,
			"CompileError: WebAssembly.Module(): a module of 701 bytes is larger than server.wasm.max-module-bytes, 700|false|CompileError",
		},
		{
			`const m = new WebAssembly.Memory({initial: 16}); return [thrown(() => m.grow(1)), m.buffer.byteLength, thrown(() ` +
				`=> new WebAssembly.Memory({initial: 17}))]`,
			"RangeError: WebAssembly.Memory.grow(): Unable to grow instance memory|1048576|RangeError: WebAssembly.Memory(): could not allocate memory",
		},
		{
			`const kept = []; return thrown(() => { for (;;) kept.push(new WebAssembly.Memory({initial: 8})); }) + (kept.length < 5)`,
			"RangeError: WebAssembly.Memory(): could not allocate memorytrue",
		},
		{`const kept = []; return thrown(() => { for (;;) kept.push(new WebAssembly.Table({initial: 1e6, element: 'externref'})); ` +
			`}).split(':')[0] + (kept.length < 5)`, "RangeErrortrue"},
		{
			`const kept = []; return thrown(() => { for (;;) kept.push(new WebAssembly.Global({value: 'i32'})); }).split(':')[0] + (kept.length <= 10000)`,
			"RangeErrortrue",
		},
	} {
		if got := p.eval(c[0]); got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
}

// TestInvalidStaysInvalid: indices that would point to what is added when a module is rewritten are refused.
func TestInvalidStaysInvalid(t *testing.T) {
	evalCases(t, [][2]string{
		// A function of a module with a type, a function and its code.
		{
			`const module = (...code) => new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, code.length + 4, 1,
				code.length + 2, 0, ...code, 11]);
const works = (...code) => WebAssembly.validate(module(...code));
return [works(1), works(0x10, 0), works(0x10, 1), works(0x10, 3), works(0x23, 0, 0x1a), works(0x41, 0, 0x24, 0), works(0x20, 0, 0x1a),
  works(0x02, 1, 0x0b), works(0x41, 0, 0x11, 1, 0), works(0xd2, 1, 0x1a), works(0x06, 0x40, 0x0b), works(0xfe, 3, 0), works(0x0b, 0x0b)]`,
			"true|true|false|false|false|false|false|false|false|false|false|false|false",
		},
	})
}
