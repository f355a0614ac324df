package jsapi_test

import (
	"log/slog"
	"runtime"
	"testing"

	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi"
)

// BenchmarkVM prepares VMs as an application has them, without a script: what it allocates, and what of that is there as long as the VM is.
func BenchmarkVM(b *testing.B) {
	api, err := jsapi.New(jsapi.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	prepare := func() *vm.VM {
		v := vm.New(0, vm.Hooks{})
		if err := guard.Install(v.Runtime, guard.Limits{}); err != nil {
			b.Fatal(err)
		}
		if _, err := api.Install(v, nil); err != nil {
			b.Fatal(err)
		}
		return v
	}
	prepare() // what all have in common
	before := live()
	kept := make([]*vm.VM, 20)
	for i := range kept {
		kept[i] = prepare()
	}
	retained := float64(live()-before) / float64(len(kept))
	runtime.KeepAlive(kept)
	b.ReportAllocs()
	for b.Loop() {
		prepare()
	}
	b.ReportMetric(retained, "retained-B")
}

// live returns the size of what is alive.
func live() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
