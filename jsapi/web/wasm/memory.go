package wasm

import (
	"context"
	"errors"
	"runtime"

	"github.com/dop251/goja"
	"github.com/tetratelabs/wazero/api"

	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/jsapi/web/wasm/binary"
)

const pageSize = 64 << 10

// memory is a memory that modules of a VM and scripts share.
type memory struct {
	owner  *instance
	memory api.Memory
	limits binary.Limits // as declared

	counted *counted
	buffer  *goja.ArrayBuffer // that scripts have; nil if none has one yet
	object  goja.Value        // of the class Memory; nil if there is none yet
}

// counted is what a memory adds to the usage of its VM.
type counted struct {
	usage *usage
	bytes int64
}

// memoryOf returns the memory of an instance, which has one.
func (r *realm) memoryOf(i *instance, limits binary.Limits) *memory {
	mem := i.mod.Memory()
	address := addressOf(mem)
	if m := r.memories.find(address); m != nil {
		return m
	}
	m := &memory{owner: i, memory: mem, limits: limits, counted: &counted{usage: r.usage}}
	m.count(int64(mem.Size()))
	r.memories.put(address, m)
	runtime.AddCleanup(m, func(c *counted) { c.usage.bytes.Add(-c.bytes) }, m.counted)
	return m
}

// count sets how much the memory adds to the usage.
func (m *memory) count(size int64) {
	m.counted.usage.bytes.Add(size - m.counted.bytes)
	m.counted.bytes = size
}

// checkMemory throws if a new memory would exceed a limit.
func (r *realm) checkMemory(pages uint32) error {
	size := int64(pages) * pageSize
	if size > r.limits.Memory || !r.mayHave(size) {
		return errMemory
	}
	return nil
}

var errMemory = errors.New("out of memory: cannot allocate Wasm memory for new instance")

// mayHave reports whether the VM's memories may have so much more.
func (r *realm) mayHave(more int64) bool {
	fits := func() bool { return r.usage.bytes.Load()+more <= r.limits.Memories }
	return fits() || r.purge() && fits()
}

// growMemory adds pages to a memory, if its limits and those of the VM allow it.
func (r *realm) growMemory(mem api.Memory, pages uint32) (before uint32, ok bool) {
	before = mem.Size() / pageSize
	if pages == 0 {
		return before, true
	}
	size := int64(before+pages) * pageSize
	if pages > binary.MaxPages || size > r.limits.Memory || !r.mayHave(int64(pages)*pageSize) {
		return before, false
	}
	if _, ok := mem.Grow(pages); !ok {
		return before, false
	}
	if m := r.memories.find(addressOf(mem)); m != nil {
		m.count(size)
		m.detach()
	}
	return before, true
}

// grow is memory.grow of modules.
func grow(ctx context.Context, mod api.Module, stack []uint64) {
	defer escaping()
	r := realmOf(ctx)
	before, ok := r.growMemory(mod.Memory(), uint32(stack[0]))
	if !ok {
		before = 0xffffffff
	} else if r.VM.Interrupted() { // what it has taken may be why
		panic(errStopped)
	}
	stack[0] = uint64(before)
}

// detach takes the memory from the buffer that scripts have of it.
func (m *memory) detach() {
	if m.buffer != nil {
		m.buffer.Detach()
		m.buffer = nil
	}
}

func memoryFrom(v goja.Value) *memory { return v.Export().(*memory) }

// newMemory takes the initial size in pages, and the maximum or undefined.
func (r *realm) newMemory(call goja.FunctionCall) goja.Value {
	limits := binary.Limits{Min: uint32(call.Argument(0).ToInteger())}
	if most := call.Argument(1); !goja.IsUndefined(most) {
		limits.Max = new(uint32(most.ToInteger()))
	}
	if err := r.checkMemory(limits.Min); err != nil {
		r.throwRange("WebAssembly.Memory(): could not allocate memory")
	}
	i := r.makeOne(binary.OneMemory(limits), &binary.Module{Memories: []binary.Limits{limits}})
	return r.Runtime.ToValue(i.memoryAt())
}

// memoryBuffer returns the ArrayBuffer of a memory: the same one until the memory grows.
func (r *realm) memoryBuffer(call goja.FunctionCall) goja.Value {
	m := memoryFrom(call.Argument(0))
	if m.buffer == nil || m.buffer.Detached() {
		data, _ := m.memory.Read(0, m.memory.Size())
		if data == nil {
			data = []byte{}
		}
		m.buffer = new(r.Runtime.NewArrayBuffer(data))
		part.Lend(r.Runtime.ToValue(*m.buffer).(*goja.Object))
	}
	return r.Runtime.ToValue(*m.buffer)
}

// memoryGrow adds pages, and returns how many there were.
func (r *realm) memoryGrow(call goja.FunctionCall) goja.Value {
	m, pages := memoryFrom(call.Argument(0)), call.Argument(1).ToInteger()
	most := int64(binary.MaxPages)
	if m.limits.Max != nil {
		most = int64(*m.limits.Max)
	}
	size := int64(m.memory.Size() / pageSize)
	if size+pages > most {
		r.throwRange("WebAssembly.Memory.grow(): Maximum memory size exceeded")
	}
	if _, ok := r.growMemory(m.memory, uint32(pages)); !ok {
		r.throwRange("WebAssembly.Memory.grow(): Unable to grow instance memory")
	}
	m.detach() // growing by nothing detaches, too
	return r.Runtime.ToValue(size)
}
