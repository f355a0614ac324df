package binary

// What a function or a loop pays, besides one for each so many bytes of it, which run at most once between two payments.
const bytesPerStep = 128

// smallBody is the size up to which a function that calls nothing and does not loop pays nothing.
const smallBody = 96

// writeCode rewrites the bodies of all functions.
func (m *Module) writeCode(w *writer, r *reader) {
	cost := workFor(m.size)
	first := m.imported[Func]
	w.index(uint32(m.bodies + len(m.wrapped)))
	if m.bodies > 0 {
		r.u32()
	}
	for i := range m.bodies {
		size := r.u32()
		if size > maxBody {
			r.fail("size %d > maximum function size %d", size, maxBody)
		}
		base := r.base + r.at
		f := function{
			module: m, work: &cost, typ: m.FuncType(uint32(first + i)),
			in:  &reader{data: r.bytes(size), base: base},
			out: &writer{out: make([]byte, 0, size+size/4+16)},
		}
		body := f.rewrite()
		w.out = appendU32(w.out, uint32(len(body)))
		w.copy(body)
	}
	r.end()
	for _, index := range m.wrapped {
		w.out = m.appendWrapper(w.out, index)
	}
}

// function is the body of a function that is being rewritten.
type function struct {
	module *Module
	work   *work
	typ    *FuncType
	in     *reader
	out    *writer // the instructions

	blocks int  // so far
	locals int  // with the parameters
	calls  bool // it calls functions, or loops
	bulk   bool // it does something whose cost is a number on the stack, for which it has a local more
}

// rewrite returns the new body.
func (f *function) rewrite() []byte {
	groups := f.readLocals()
	declared := f.in.data[f.in.at-groups.length : f.in.at]
	f.instructions()
	f.in.end()

	var body []byte
	if !f.bulk {
		body = append(appendU32(make([]byte, 0, len(f.out.out)+len(declared)+32), groups.n), declared...)
	} else {
		body = append(appendU32(make([]byte, 0, len(f.out.out)+len(declared)+32), groups.n+1), declared...)
		body = append(body, 1, byte(I32))
	}
	if f.calls || f.bulk || len(f.in.data) > smallBody {
		code := &writer{}
		f.pay(code)
		body = append(body, code.out...)
	}
	return append(body, f.out.out...)
}

type localGroups struct {
	n      uint32
	length int // in bytes, without the number
}

func (f *function) readLocals() (g localGroups) {
	r := f.in
	f.locals = len(f.typ.Params)
	g.n = r.u32()
	from := r.at
	for range g.n {
		count := r.u32()
		if int64(count)+int64(f.locals) > maxLocals {
			r.fail("local count too large")
		}
		f.locals += int(count)
		r.valueType()
	}
	f.work.spend(r, f.locals)
	g.length = r.at - from
	return g
}

// pay writes the code that takes a step's price from the global, and calls the host when it is used up.
func (f *function) pay(w *writer) {
	w.op(0x23) // global.get
	w.out = appendU32(w.out, f.fuel())
	w.op(0x41) // i32.const
	w.out = appendSigned(w.out, int64(1+len(f.in.data)/bytesPerStep))
	w.op(0x6b) // i32.sub
	f.settle(w)
}

// payLocal is pay for what is in the function's last local, in units of a power of two.
func (f *function) payLocal(w *writer, shift byte) {
	w.op(0x23)
	w.out = appendU32(w.out, f.fuel())
	w.op(0x20)
	w.out = appendU32(w.out, uint32(f.locals))
	w.op(0x41, shift, 0x76, 0x6b) // i32.const, i32.shr_u, i32.sub
	f.settle(w)
}

func (f *function) settle(w *writer) {
	w.op(0x24) // global.set
	w.out = appendU32(w.out, f.fuel())
	w.op(0x23)
	w.out = appendU32(w.out, f.fuel())
	w.op(0x41, 0, 0x48, 0x04, 0x40, 0x10) // i32.const 0, i32.lt_s, if, call
	w.out = appendU32(w.out, f.host(hostTick))
	w.op(0x24)
	w.out = appendU32(w.out, f.fuel())
	w.op(0x0b)
}

// fuel returns the index of the global that is paid from.
func (f *function) fuel() uint32 { return uint32(len(f.module.Globals)) }

func (f *function) host(which uint32) uint32 { return uint32(f.module.imported[Func]) + which }
