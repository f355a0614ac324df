package wasm

import (
	"context"
	"crypto/sha256"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"
	"weak"

	"github.com/tetratelabs/wazero"

	"github.com/fwrun/fwrun/jsapi/web/wasm/binary"
	"github.com/fwrun/fwrun/platform/processors"
)

// compiled is a module that is ready to be instantiated, in whatever VM.
type compiled struct {
	*binary.Module
	code wazero.CompiledModule
	shim *shim // nil if it imports no function
}

func (m *compiled) codes() []wazero.CompiledModule {
	if m.shim == nil {
		return []wazero.CompiledModule{m.code}
	}
	return []wazero.CompiledModule{m.code, m.shim.code}
}

type hash = [sha256.Size]byte

// The cache keeps recent modules whether they are used or not, as long as there are not too many.
const (
	keptModules = 128
	keptBytes   = 64 << 20
	// maxModules is how many may be in use: each has some areas of memory of its own, of which the system allows so many.
	maxModules = 2_000
	// waitingBytes is how much may wait for being compiled.
	waitingBytes = 128 << 20
)

var errTooMany = errors.New("too many modules are being compiled, or in use")

// modules finds modules by their content.
type modules struct {
	mu      sync.Mutex
	known   map[hash]*known
	recent  []*compiled // the latest last
	live    int         // modules that are not freed yet
	waiting int64       // bytes of modules that are being compiled, or wait for it
	slots   chan struct{}
}

// known is a module that was compiled, and may be gone by now, or that is being compiled.
type known struct {
	module weak.Pointer[compiled]
	job    *job // nil if it was compiled
}

// job is a compilation. What is below done is written before that is closed.
type job struct {
	wanted int // callers that wait; guarded by the mutex of modules
	done   chan struct{}

	module *compiled
	err    error
}

func (c *modules) init() {
	c.known = map[hash]*known{}
	c.slots = make(chan struct{}, max(1, processors.Count()/2))
}

// compile returns the module with this content, which it keeps until it is compiled. It returns early when ctx is done.
func (e *engine) compile(ctx context.Context, data []byte) (*compiled, error) {
	c, key := &e.modules, sha256.Sum256(data)
	c.mu.Lock()
	entry := c.known[key]
	if entry != nil && entry.job == nil {
		if module := entry.module.Value(); module != nil {
			c.keep(module)
			c.mu.Unlock()
			return module, nil
		}
		entry = nil
	}
	if entry == nil {
		if c.waiting+int64(len(data)) > waitingBytes {
			c.mu.Unlock()
			return nil, errTooMany
		}
		c.waiting += int64(len(data))
		entry = &known{job: &job{done: make(chan struct{})}}
		c.known[key] = entry
		go e.work(entry, key, data)
	}
	j := entry.job
	j.wanted++
	c.mu.Unlock()
	select {
	case <-j.done:
		return j.module, j.err
	case <-ctx.Done():
		c.mu.Lock()
		j.wanted--
		c.mu.Unlock()
		return nil, ctx.Err()
	}
}

// work compiles one module when it is its turn, unless nobody waits for it by then.
func (e *engine) work(entry *known, key hash, data []byte) {
	c, j := &e.modules, entry.job
	c.slots <- struct{}{}
	c.mu.Lock()
	wanted, live := j.wanted > 0, c.live
	if !wanted {
		delete(c.known, key)
	}
	c.mu.Unlock()
	switch {
	case !wanted:
		j.err = context.Canceled
	case live >= maxModules && !c.freed():
		j.err = errTooMany
	default:
		j.module, j.err = e.build(data)
	}
	<-c.slots
	c.mu.Lock()
	defer c.mu.Unlock()
	defer close(j.done)
	c.waiting -= int64(len(data))
	if j.err != nil {
		if c.known[key] == entry {
			delete(c.known, key)
		}
		return
	}
	c.live++
	entry.job, entry.module = nil, weak.Make(j.module)
	c.keep(j.module)
	runtime.AddCleanup(j.module, func(codes []wazero.CompiledModule) { c.drop(key, entry, codes) }, j.module.codes())
}

// freed runs the collector, and reports whether there are fewer modules afterwards.
func (c *modules) freed() bool {
	runtime.GC()
	for range 20 {
		c.mu.Lock()
		live := c.live
		c.mu.Unlock()
		if live < maxModules {
			return true
		}
		time.Sleep(time.Millisecond) // cleanups run on a goroutine of their own
	}
	return false
}

// keep makes a module the latest one, and lets go of the oldest if there are too many.
func (c *modules) keep(module *compiled) {
	if i := slices.Index(c.recent, module); i >= 0 {
		c.recent = slices.Delete(c.recent, i, i+1)
	}
	c.recent = append(c.recent, module)
	size := 0
	for i, m := range slices.Backward(c.recent) {
		size += m.Size()
		if i < len(c.recent)-1 && (len(c.recent)-i > keptModules || size > keptBytes) {
			c.recent = slices.Delete(c.recent, 0, i+1)
			return
		}
	}
}

// drop frees what a module had outside of the collector's memory.
func (c *modules) drop(key hash, entry *known, codes []wazero.CompiledModule) {
	c.mu.Lock()
	c.live--
	if c.known[key] == entry {
		delete(c.known, key)
	}
	c.mu.Unlock()
	for _, code := range codes {
		_ = code.Close(context.Background())
	}
}
