package binary

// element reads one element segment. If to is not nil, it is given the segment with the indices of functions rewritten; place
// is called with where an active one goes.
func (m *Module) element(r *reader, to *writer, place func(Placement)) {
	flags := to.u32(r)
	if flags > 7 {
		r.fail("illegal flag value %d", flags)
	}
	active, expressions := flags&1 == 0, flags&4 != 0
	var p Placement
	if active {
		if flags&2 != 0 {
			p.Table = to.u32(r)
		}
		offset := m.offset(r, to)
		p.Global, p.Known, p.Offset = offset.Global, offset.Known, offset.Offset
	}
	if flags&3 != 0 { // the kind or the type is written
		to.raw(r, 1)
	}
	p.Count = to.u32(r)
	if int64(p.Count) > int64(len(r.data)-r.at) || p.Count > MaxElements {
		r.fail("an element segment of %d elements is too large", p.Count)
	}
	for range p.Count {
		if expressions {
			m.constExpr(r, to)
		} else {
			m.referTo(r, to)
		}
	}
	if active && place != nil {
		place(p)
	}
}

// offset reads a constant expression, which is known if it is a number or the value of a global.
func (m *Module) offset(r *reader, to *writer) (p Placement) {
	from := r.at
	m.constExpr(r, to)
	e := &reader{data: r.data[from:r.at], base: r.base + from}
	switch e.byte() {
	case 0x41:
		p.Offset, p.Known = uint32(e.signed(32)), true
	case 0x23:
		p.Offset, p.Global, p.Known = e.u32(), true, true
	}
	p.Known = p.Known && e.byte() == 0x0b
	return p
}

// skipConst reads a constant expression.
func (m *Module) skipConst(r *reader) { m.constExpr(r, nil) }

// constExpr copies a constant expression.
func (m *Module) constExpr(r *reader, to *writer) {
	from := r.at
	for {
		if r.at-from > maxConstExpr {
			r.fail("a constant expression is too long")
		}
		op := r.byte()
		if op == 0xd2 {
			to.op(op)
			m.referTo(r, to)
			continue
		}
		start := r.at - 1
		switch op {
		case 0x0b, 0x6a, 0x6b, 0x6c, 0x7c, 0x7d, 0x7e:
		case 0x41:
			r.signed(32)
		case 0x42:
			r.signed(64)
		case 0x43:
			r.bytes(4)
		case 0x44:
			r.bytes(8)
		case 0x23:
			m.global(r)
		case 0xd0:
			r.byte()
		case 0xfd:
			if r.u32() != 12 {
				r.fail("opcode 0xfd is not allowed in constant expressions")
			}
			r.bytes(16)
		default:
			r.at--
			r.fail("opcode 0x%x is not allowed in constant expressions", op)
		}
		to.copy(r.data[start:r.at])
		if op == 0x0b {
			return
		}
	}
}

// referTo reads the index of a function that is referred to, and writes it.
func (m *Module) referTo(r *reader, to *writer) {
	index := m.function(r)
	if to == nil {
		m.refer(index)
		return
	}
	to.index(m.reference(index))
}

// function reads the index of a function.
func (m *Module) function(r *reader) uint32 {
	index := r.u32()
	if int64(index) >= int64(len(m.Funcs)) {
		r.fail("function index #%d is out of bounds", index)
	}
	return index
}

// global reads the index of a global, which has to be one of the module's own.
func (m *Module) global(r *reader) {
	index := r.u32()
	if int64(index) >= int64(len(m.Globals)) {
		r.fail("Invalid global index: %d", index)
	}
}
