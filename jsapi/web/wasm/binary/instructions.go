package binary

// instructions rewrites the instructions up to the end of the function.
func (f *function) instructions() {
	for depth := 1; depth > 0; {
		from := f.in.at
		switch op := f.in.byte(); op {
		case 0x02, 0x04: // block, if
			f.blockType()
			f.enter(depth)
			depth++
			f.keep(from)
		case 0x03: // loop
			f.blockType()
			f.enter(4 * depth)
			depth++
			f.calls = true
			f.keep(from)
			f.pay(f.out)
		case 0x0b: // end
			depth--
			f.keep(from)
		case 0x10, 0x12: // call, return_call
			f.call(op)
		case 0x11, 0x13: // call_indirect, return_call_indirect
			f.calls = true
			f.spendType(&f.module.Types[f.module.typeIndex(f.in)])
			f.in.u32()
			f.keep(from)
		case 0x40: // memory.grow
			f.growMemory()
		case 0xd2: // ref.func
			f.out.op(op)
			f.module.referTo(f.in, f.out)
		case 0xfc:
			f.prefixed(from)
		default:
			f.plain(op)
			f.keep(from)
		}
	}
}

// enter counts a block.
func (f *function) enter(depth int) {
	f.work.branch(f.in, f.blocks, depth)
	f.blocks++
}

// keep copies what has been read since from.
func (f *function) keep(from int) { f.out.copy(f.in.data[from:f.in.at]) }

func (f *function) spendType(t *FuncType) { f.work.spend(f.in, 1+len(t.Params)+len(t.Results)) }

// blockType reads the type of a block: nothing, a value or the type of a function.
func (f *function) blockType() {
	r := f.in
	from := r.at
	n := r.signed(33)
	if n >= 0 {
		r.at = from
		f.spendType(&f.module.Types[f.module.typeIndex(r)])
		return
	}
	if t := byte(n & 0x7f); t != 0x40 && typeNames[ValueType(t)] == "" {
		r.fail("invalid block type %d", n)
	}
	f.work.spend(r, 1)
}

func (f *function) call(op byte) {
	index := f.module.function(f.in)
	f.calls = true
	f.spendType(f.module.FuncType(index))
	f.out.op(op)
	f.out.index(f.module.Moved(index))
}

func (f *function) growMemory() {
	if f.in.byte() != 0 {
		f.in.fail("expected memory index 0")
	}
	if len(f.module.Memories) == 0 {
		f.in.fail("memory index 0 exceeds number of declared memories (0)")
	}
	f.out.op(0x10)
	f.out.out = appendU32(f.out.out, f.host(hostGrow))
}

// prefixed rewrites an instruction of the group that has the prefix 0xfc.
func (f *function) prefixed(from int) {
	r := f.in
	const bytesPaid, elementsPaid = 6, 3
	switch sub := r.u32(); {
	case sub <= 7: // saturating conversions
	case sub == 9 || sub == 13 || sub == 16: // data.drop, elem.drop, table.size
		r.u32()
	case sub == 8 || sub == 10: // memory.init, memory.copy
		r.u32()
		r.u32()
		f.payBulk(bytesPaid)
	case sub == 11: // memory.fill
		r.u32()
		f.payBulk(bytesPaid)
	case sub == 12 || sub == 14: // table.init, table.copy
		r.u32()
		r.u32()
		f.payBulk(elementsPaid)
	case sub == 17: // table.fill
		r.u32()
		f.payBulk(elementsPaid)
	case sub == 15: // table.grow
		r.u32()
		f.out.op(0x10)
		f.out.out = appendU32(f.out.out, f.host(hostAllow))
	default:
		r.fail("invalid numeric opcode 0xfc%02x", sub)
	}
	f.keep(from)
}

// payBulk makes an instruction pay for the number on the top of the stack.
func (f *function) payBulk(shift byte) {
	f.bulk = true
	w := f.out
	w.op(0x21) // local.set
	w.out = appendU32(w.out, uint32(f.locals))
	f.payLocal(w, shift)
	w.op(0x20) // local.get
	w.out = appendU32(w.out, uint32(f.locals))
}

// plain reads what follows the code of an instruction that stays as it is.
func (f *function) plain(op byte) {
	r := f.in
	switch {
	case op <= 0x01 || op == 0x05 || op == 0x0f || op == 0x1a || op == 0x1b || op == 0xd1 || op >= 0x45 && op <= 0xc4:
	case op == 0x0c || op == 0x0d || op == 0x25 || op == 0x26: // br, br_if, table.get, table.set
		r.u32()
	case op == 0x0e: // br_table
		n := r.count("br_table", maxBranches)
		f.work.spend(r, n)
		for range n + 1 {
			r.u32()
		}
	case op == 0x1c: // select with types
		for range r.count("select types", maxParams) {
			r.valueType()
		}
	case op >= 0x20 && op <= 0x22:
		if index := r.u32(); int64(index) >= int64(f.locals) {
			r.fail("invalid local index: %d", index)
		}
	case op == 0x23 || op == 0x24:
		f.module.global(r)
	case op >= 0x28 && op <= 0x3e: // loads and stores
		r.u32()
		r.u32()
	case op == 0x3f: // memory.size
		r.byte()
	case op == 0x41:
		r.signed(32)
	case op == 0x42:
		r.signed(64)
	case op == 0x43:
		r.bytes(4)
	case op == 0x44:
		r.bytes(8)
	case op == 0xd0: // ref.null
		r.refType()
	case op == 0xfd:
		f.vector()
	default:
		r.at--
		r.fail("invalid opcode 0x%x", op)
	}
}

// vector reads an instruction on vectors.
func (f *function) vector() {
	r := f.in
	switch sub := r.u32(); {
	case sub <= 11 || sub == 92 || sub == 93: // loads and stores
		r.u32()
		r.u32()
	case sub == 12 || sub == 13: // v128.const, i8x16.shuffle
		r.bytes(16)
	case sub >= 21 && sub <= 34: // lanes
		r.byte()
	case sub >= 84 && sub <= 91: // lanes in memory
		r.u32()
		r.u32()
		r.byte()
	case sub > 275:
		r.fail("invalid SIMD opcode 0xfd%02x", sub)
	}
}
