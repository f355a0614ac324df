package wire_test

import (
	"errors"
	"testing"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/jsapi/web/wire"
)

func newRealm(tb testing.TB) *web.Realm {
	tb.Helper()
	r, err := web.New(web.Options{}).Install(vm.New(0, vm.Hooks{}))
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// FuzzRead: whatever arrives is read or refused, and what was read can be written and read again.
func FuzzRead(f *testing.F) {
	r := newRealm(f)
	for _, script := range []string{
		`[1, 1.5, -1n, true, null, undefined, 'a', '\ud800', [,], new Date(1), /a/g, Object(1)]`,
		`(() => { const o = {m: new Map(), s: new Set([1])}; o.m.set(o, o.s); return o })()`,
		`[new TypeError('x'), new Uint8Array([1, 2]), new DataView(new ArrayBuffer(4), 1)]`, `new Blob(['x'], {type: 'a/b'})`,
	} {
		value, err := r.Runtime.RunString(script)
		if err != nil {
			f.Fatal(err)
		}
		data, err := wire.Write(r.Realm, value, 1<<20)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		value, err := wire.Read(r.Realm, data)
		if err != nil {
			return
		}
		again, err := wire.Write(r.Realm, value, 1<<20)
		if err != nil {
			t.Fatalf("% x was read, and cannot be written: %v", data, err)
		}
		if _, err := wire.Read(r.Realm, again); err != nil {
			t.Fatalf("% x was read, and written as % x, which cannot be read", data, again)
		}
	})
}

func TestTooLarge(t *testing.T) {
	r := newRealm(t)
	for _, script := range []string{`'x'.repeat(2000)`, `new Uint8Array(2000)`, `Array(2000)`, `({a: 'x'.repeat(1000)})`, `'é'.repeat(999)`} {
		value, err := r.Runtime.RunString(script)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := wire.Write(r.Realm, value, 1000); !errors.Is(err, wire.ErrTooLarge) {
			t.Errorf("%s: %v", script, err)
		}
	}
}
