package ecma

import (
	"runtime"
	"sync"
	"weak"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

type pointer = weak.Pointer[goja.Object]

// growing are the buffers of a VM that have a maximum, as long as they live.
type growing struct {
	mu sync.Mutex // buffers are collected at any time
	of map[pointer]*growable
}

func (g *growing) find(buffer *goja.Object) *growable {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.of) == 0 {
		return nil
	}
	return g.of[weak.Make(buffer)]
}

func (g *growing) add(buffer *goja.Object, most int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := weak.Make(buffer)
	g.of[at] = &growable{most: most, views: map[pointer]*view{}}
	runtime.AddCleanup(buffer, g.forget, at)
}

func (g *growing) forget(at pointer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.of, at)
}

// growable is what is known of a buffer with a maximum.
type growable struct {
	most  int
	views map[pointer]*view
	sweep int // number of views at which those that nobody has any more are left out
}

// view is what a view of such a buffer was made for. The engine's own fields say what it sees at the moment.
type view struct {
	offset int // in bytes
	count  int // of elements, or all that there are if it is negative
	size   int // of an element
	out    bool
}

// minSweep is the number of views with which sweeping begins.
const minSweep = 64

// see adds a view.
func (g *growable) see(object *goja.Object, v *view, length int) {
	if len(g.views) >= max(g.sweep, minSweep) {
		g.follow(length)
		g.sweep = 2 * len(g.views)
	}
	g.views[weak.Make(object)] = v
	v.follow(object, length)
}

// viewOf returns what is known of a view; nil if it is of another buffer.
func (g *growable) viewOf(object *goja.Object) *view { return g.views[weak.Make(object)] }

// follow lets the views see a buffer of another length, and forgets those that are gone.
func (g *growable) follow(length int) {
	for at, v := range g.views {
		if object := at.Value(); object != nil {
			v.follow(object, length)
		} else {
			delete(g.views, at)
		}
	}
}

// follow sets what a view sees. One that is out of bounds sees nothing, at the beginning.
func (v *view) follow(object *goja.Object, length int) {
	count, offset := v.count, v.offset
	if count < 0 {
		count = max(0, length-offset) / v.size
	}
	if v.out = offset+count*v.size > length; v.out {
		count, offset = 0, 0
	}
	if data := inside.DataViewOf(object); data != nil {
		data.ByteLen, data.ByteOffset = count, offset
	} else if typed := inside.ViewOf(object); typed != nil {
		typed.Length, typed.Offset = count, offset/v.size
	}
}
