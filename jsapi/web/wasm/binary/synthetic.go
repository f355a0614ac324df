package binary

// The functions below return modules that export one thing under [ImportName], as scripts make them.

// OneMemory returns a module that has a memory.
func OneMemory(l Limits) []byte {
	return one(sectionMemory, l.append([]byte{1}), Memory)
}

// OneTable returns a module that has a table.
func OneTable(t TableType) []byte {
	if t.Max == nil || *t.Max > MaxElements {
		t.Max = new(uint32(MaxElements))
	}
	return one(sectionTable, t.Limits.append([]byte{1, byte(t.Element)}), Table)
}

// OneGlobal returns a module that has a global, which is zero or null.
func OneGlobal(g GlobalType) []byte {
	body := g.append([]byte{1})
	switch g.Value {
	case I32:
		body = append(body, 0x41, 0)
	case I64:
		body = append(body, 0x42, 0)
	case F32:
		body = append(body, 0x43, 0, 0, 0, 0)
	case F64:
		body = append(body, 0x44, 0, 0, 0, 0, 0, 0, 0, 0)
	case V128:
		body = append(append(body, 0xfd, 12), make([]byte, 16)...)
	default:
		body = append(body, 0xd0, byte(g.Value))
	}
	return one(sectionGlobal, append(body, 0x0b), Global)
}

func one(id byte, body []byte, kind Kind) []byte {
	out := appendSection(append([]byte(nil), header...), id, body)
	export := append(appendName([]byte{1}, ImportName), byte(kind), 0)
	return appendSection(out, sectionExport, export)
}

// Shim returns a module with functions of these types, each of which calls the host with its number and its parameters. The host's
// functions are in [HostModule], by their numbers; [ShimType] returns their types. In tables, what a script has given must be a
// function of a module, since wazero cannot look those of the host up.
func Shim(types []*FuncType) []byte {
	n := uint32(len(types))
	section := func(id byte, out []byte, write func(body []byte, i int) []byte) []byte {
		body := appendU32(nil, n)
		for i := range types {
			body = write(body, i)
		}
		return appendSection(out, id, body)
	}
	out := append([]byte(nil), header...)
	all := appendU32(nil, 2*n)
	for _, t := range types {
		all = ShimType(t).append(t.append(all))
	}
	out = appendSection(out, sectionType, all)
	out = section(sectionImport, out, func(body []byte, i int) []byte {
		body = appendName(appendName(body, HostModule), itoa(i))
		return appendU32(append(body, byte(Func)), uint32(2*i+1))
	})
	out = section(sectionFunction, out, func(body []byte, i int) []byte { return appendU32(body, uint32(2*i)) })
	return section(sectionCode, out, func(body []byte, i int) []byte {
		code := appendSigned([]byte{0, 0x41}, int64(i))
		for p := range ShimType(types[i]).Params[1:] {
			code = appendU32(append(code, 0x20), uint32(p))
		}
		code = appendU32(append(code, 0x10), uint32(i))
		if types[i].Uses(V128) {
			code = append(code, 0) // the host has thrown
		}
		code = append(code, 0x0b)
		return append(appendU32(body, uint32(len(code))), code...)
	})
}

// ShimType returns the type of the host's function for one of a type. Those that scripts cannot be called with take nothing.
func ShimType(t *FuncType) *FuncType {
	if t.Uses(V128) {
		return &FuncType{Params: []ValueType{I32}}
	}
	return &FuncType{Params: append([]ValueType{I32}, t.Params...), Results: t.Results}
}

func (t *FuncType) append(to []byte) []byte {
	to = append(to, 0x60)
	for _, list := range [][]ValueType{t.Params, t.Results} {
		to = appendU32(to, uint32(len(list)))
		for _, v := range list {
			to = append(to, byte(v))
		}
	}
	return to
}
