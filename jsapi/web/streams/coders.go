package streams

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

const (
	// maxCoders is how many compressors and decompressors may be at work in one VM at a time: each takes up to a megabyte.
	maxCoders = 100
	// atOnce is the size up to which a piece is coded in the VM: a goroutine would cost more.
	atOnce = 1 << 10
)

// coders makes the compressors and decompressors of one VM.
type coders struct {
	*part.Realm
	working atomic.Int32
}

// place is what one coder occupies from its first bytes to its end.
type place struct {
	coders *coders
	once   sync.Once
	left   func() bool // see context.AfterFunc; nil until there is a place
}

// take occupies a place until leave is called or the running call ends. It throws if there is none. VM only.
func (p *place) take(ended func()) {
	if p.left != nil {
		return
	}
	if p.coders.working.Add(1) > maxCoders {
		p.coders.working.Add(-1)
		p.coders.TypeError(fmt.Sprintf("%d streams are being compressed or decompressed here already; end some first", maxCoders))
	}
	p.left = context.AfterFunc(p.coders.VM.Context(), func() {
		ended()
		p.free()
	})
}

// leave frees the place. VM only.
func (p *place) leave() {
	if p.left != nil {
		p.left()
		p.free()
	}
}

func (p *place) free() { p.once.Do(func() { p.coders.working.Add(-1) }) }
