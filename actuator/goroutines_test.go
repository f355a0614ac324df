package actuator

import (
	"fmt"
	"testing"
)

// TestGoroutines: folders have blanks in their names, and places may have no offset.
func TestGoroutines(t *testing.T) {
	list := goroutinesOf(`goroutine 1 [chan receive, 3 minutes]:
main.(*Shop).open(0xc000, {0x1, 0x2})
	/home/ada/my shop/main.go:12 +0x1d
created by main.main in goroutine 7
	/home/ada/my shop/start.go:3

goroutine 2 [running]:
runtime.goexit({})
	C:/Program Files/Go/src/runtime/asm_amd64.s:1700 +0x1
`)
	const want = "[{1 goroutine 1 (chan receive) WAITING [{main.Shop open main.go 12} {main main start.go 3}]} {2 goroutine 2 (running) " +
		"RUNNABLE [{runtime goexit asm_amd64.s 1700}]}]"
	var got []any
	for _, one := range list {
		var frames []any
		for _, f := range one.Frames {
			frames = append(frames, fmt.Sprintf("{%s %s %s %d}", f.Class, f.Method, f.File, f.Line))
		}
		got = append(got, fmt.Sprintf("{%d %s %s %v}", one.ID, one.Name, one.State, frames))
	}
	if fmt.Sprint(got) != want {
		t.Errorf("got  %v\nwant %s", got, want)
	}
}
