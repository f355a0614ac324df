package meters

import (
	"testing"

	"github.com/fwrun/fwrun/engine/vm"
)

// TestGaugesOfVMsThatLeave: of the VMs that have given a function, the last one that is still there is asked.
func TestGaugesOfVMsThatLeave(t *testing.T) {
	var g Gauges
	first, second := vm.New(1, vm.Hooks{}), vm.New(2, vm.Hooks{})
	for _, v := range []*vm.VM{first, second, first, second} {
		g.put("open", &asked{vm: v})
	}
	if list := g.current(); len(list) != 1 || list[0].vm != second || len(g.all["open"]) != 2 {
		t.Errorf("got %+v", list)
	}
	second.Retire("test")
	if list := g.current(); len(list) != 1 || list[0].vm != first {
		t.Errorf("got %+v after the last VM was retired", list)
	}
	first.Retire("test")
	if list := g.current(); len(list) != 0 {
		t.Errorf("got %+v after all were retired", list)
	}
}
