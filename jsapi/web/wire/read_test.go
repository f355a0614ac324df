package wire_test

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"time"

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
		if errors.Is(err, wire.ErrTooMany) {
			return // what was read as "/" is written as "\\/", which is longer
		}
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

// TestTooMany: a value of more objects or longer regular expressions than a message may have is refused where it is written, and where
// it is read.
func TestTooMany(t *testing.T) {
	r := newRealm(t)
	for script, want := range map[string]error{
		`Array.from({length: 99_999}, () => [])`:                           nil,
		`Array.from({length: 100_000}, () => [])`:                          wire.ErrTooMany,
		`Array(200_000).fill({})`:                                          nil,
		`Array.from({length: 500}, () => /x/)`:                             nil,
		`Array.from({length: 1000}, () => /x/)`:                            wire.ErrTooMany,
		`[new RegExp("x".repeat(20_000)), new RegExp("y".repeat(20_000))]`: wire.ErrTooMany,
	} {
		value, err := r.Runtime.RunString(script)
		if err != nil {
			t.Fatal(err)
		}
		data, err := wire.Write(r.Realm, value, 4<<20)
		if !errors.Is(err, want) {
			t.Errorf("%s: %v", script, err)
		}
		if want != nil {
			continue
		}
		if _, err := wire.Read(r.Realm, data); err != nil {
			t.Errorf("%s: %v", script, err)
		}
	}
	many := func(one string, n int) []byte {
		data := binary.AppendUvarint([]byte{0x0b}, uint64(n))
		return append(data, strings.Repeat(one, n)...)
	}
	long := "\x0e\x07" + string(binary.AppendUvarint(nil, 30_000)) + strings.Repeat("(?:x{500}){2}..", 2000) + "\x07\x01g"
	for name, data := range map[string][]byte{
		"arrays": many("\x0b\x00", 2_000_000), "maps": many("\x0f\x00", 2_000_000), "expressions": many("\x0e\x07\x06a(?=b)\x07\x01g", 300_000),
		"errors": many("\x11\x00\x00\x00\x00", 800_000), "long expressions": many(long, 100),
	} {
		began := time.Now()
		if _, err := wire.Read(r.Realm, data); !errors.Is(err, wire.ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
		t.Logf("%s were refused after %v", name, time.Since(began))
	}
}
