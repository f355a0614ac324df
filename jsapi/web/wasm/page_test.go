package wasm_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/jsapi/web/wasm"
)

// page is a VM with the globals of the web, and file(name), which returns the bytes of a file of testdata.
type page struct {
	*vm.VM
	t testing.TB
}

func newPage(t testing.TB, limits wasm.Limits) *page {
	t.Helper()
	v := vm.New(0, vm.Hooks{})
	if err := prepare(v, limits); err != nil {
		t.Fatal(err)
	}
	return &page{v, t}
}

func prepare(v *vm.VM, limits wasm.Limits) error {
	if err := guard.Install(v.Runtime, guard.Limits{}); err != nil {
		return err
	}
	if err := web.Install(v, web.Options{Logger: slog.New(slog.DiscardHandler), WebAssembly: limits}); err != nil {
		return err
	}
	return v.Runtime.Set("file", func(name string) goja.Value {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			panic(err)
		}
		return v.Runtime.ToValue(v.Runtime.NewArrayBuffer(data))
	})
}

// helpers are what the scripts of the tests share.
const helpers = `
const load = (name, imports) => new WebAssembly.Instance(new WebAssembly.Module(file(name + '.wasm')), imports).exports;
const thrown = (fn) => { try { fn(); return 'nothing'; } catch (e) { return e instanceof Error ? e.name + ': ' + e.message : e; } };
const log = [];
const env = {log: (n) => { log.push(n); }, big: (n) => n + 1n, pair: () => [2, 3.5]};
const basic = () => load('basic', {env});
`

// eval runs the body of an async function, and returns its result as text, or what it threw.
func (p *page) eval(body string) string {
	p.t.Helper()
	var value goja.Value
	err := p.Run(nil, func() error {
		var err error
		value, err = p.Runtime.RunScript("user.js", "(async () => {"+helpers+body+"\n})()")
		return err
	})
	if err == nil {
		ctx, cancel := context.WithTimeout(p.t.Context(), 10*time.Minute)
		defer cancel()
		value, err = p.Await(ctx, value)
	}
	if err != nil {
		return "throws " + err.Error()
	}
	if object, ok := value.(*goja.Object); ok && object.ClassName() == "Array" {
		var parts []string
		for _, key := range object.Keys() {
			parts = append(parts, object.Get(key).String())
		}
		return strings.Join(parts, "|")
	}
	return value.String()
}

func evalCases(t *testing.T, cases [][2]string) {
	t.Helper()
	p := newPage(t, wasm.Limits{})
	for _, c := range cases {
		if got := p.eval(c[0]); got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
}
