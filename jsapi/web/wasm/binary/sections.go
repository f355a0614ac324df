package binary

import "strconv"

func itoa(n int) string { return strconv.Itoa(n) }

func (r *reader) valueType() ValueType {
	t := ValueType(r.byte())
	if _, known := typeNames[t]; !known {
		r.at--
		r.fail("invalid value type 0x%x", byte(t))
	}
	return t
}

func (r *reader) refType() ValueType {
	t := r.valueType()
	if !t.IsRef() {
		r.fail("invalid reference type %s", t)
	}
	return t
}

func (r *reader) valueTypes(what string) []ValueType {
	list := make([]ValueType, r.count(what, maxParams))
	for i := range list {
		list[i] = r.valueType()
	}
	return list
}

func (m *Module) readTypes(r *reader) {
	for range r.count("types", maxTypes) {
		if form := r.byte(); form != 0x60 {
			r.fail("unknown type form: %d, expected 0x60", form)
		}
		m.Types = append(m.Types, FuncType{r.valueTypes("param"), r.valueTypes("return")})
	}
}

// limits reads the sizes of a memory or a table.
func (r *reader) limits(what string, most uint32) Limits {
	var l Limits
	flags := r.byte()
	if flags > 1 {
		r.fail("invalid %s limits flags 0x%x (shared and 64-bit ones are not supported)", what, flags)
	}
	if l.Min = r.u32(); l.Min > most {
		r.fail("initial %s size (%d) is larger than implementation limit (%d)", what, l.Min, most)
	}
	if flags == 1 {
		l.Max = new(r.u32())
		if what == "memory" && *l.Max > most {
			r.fail("maximum %s size (%d) is larger than implementation limit (%d)", what, *l.Max, most)
		}
		if *l.Max < l.Min {
			r.fail("maximum %s size (%d) is lower than the initial (%d)", what, *l.Max, l.Min)
		}
	}
	return l
}

func (r *reader) tableType() TableType {
	return TableType{r.refType(), r.limits("table", MaxElements)}
}

func (r *reader) globalType() GlobalType {
	g := GlobalType{Value: r.valueType()}
	flag := r.byte()
	if flag > 1 {
		r.fail("invalid mutability bit 0x%x", flag)
	}
	g.Mutable = flag == 1
	return g
}

func (m *Module) readImports(r *reader) {
	for range r.count("imports", maxImports) {
		i := Import{Module: r.name(), Name: r.name()}
		kind := r.byte()
		if kind > byte(Global) {
			r.fail("unknown import desc code 0x%02x", kind)
		}
		i.Kind = Kind(kind)
		switch i.Kind {
		case Func:
			i.Type = m.typeIndex(r)
			m.Funcs = append(m.Funcs, i.Type)
		case Table:
			i.Table = r.tableType()
			m.Tables = append(m.Tables, i.Table)
		case Memory:
			i.Memory = r.limits("memory", MaxPages)
			m.Memories = append(m.Memories, i.Memory)
		case Global:
			i.Global = r.globalType()
			m.Globals = append(m.Globals, i.Global)
		}
		m.imported[i.Kind]++
		m.Imports = append(m.Imports, i)
	}
}

func (m *Module) readTable(r *reader) {
	if r.more() && r.data[r.at] == 0x40 {
		r.fail("tables with an initial element are not supported")
	}
	m.Tables = append(m.Tables, r.tableType())
	total := 0
	for _, t := range m.Tables[m.imported[Table]:] {
		if total += int(t.Min); total > MaxElements {
			r.fail("initial sizes of tables are larger than implementation limit (%d elements)", MaxElements)
		}
	}
}

func (m *Module) readGlobals(r *reader) {
	for range r.count("globals", maxGlobals) {
		m.Globals = append(m.Globals, r.globalType())
		m.skipConst(r)
	}
}

func (m *Module) readExports(r *reader) {
	seen := map[string]bool{}
	for range r.count("exports", maxExports) {
		e := Export{Name: r.name()}
		kind := r.byte()
		if kind > byte(Global) {
			r.fail("invalid export kind 0x%02x", kind)
		}
		e.Kind, e.Index = Kind(kind), r.u32()
		if int64(e.Index) >= int64(m.count(e.Kind)) {
			r.fail("%s index %d out of bounds (%d entries)", e.Kind, e.Index, m.count(e.Kind))
		}
		if seen[e.Name] {
			r.fail("Duplicate export name '%s'", e.Name)
		}
		seen[e.Name] = true
		if e.Kind == Func {
			m.refer(e.Index) // instructions may refer to what is exported
		}
		m.Exports = append(m.Exports, e)
	}
}

// count returns how many things of a kind there are.
func (m *Module) count(kind Kind) int {
	return [...]int{len(m.Funcs), len(m.Tables), len(m.Memories), len(m.Globals)}[kind]
}

func (m *Module) readElements(r *reader) {
	for range r.count("element segments", maxSegments) {
		m.element(r, nil, func(p Placement) { m.Elements = append(m.Elements, p) })
	}
	r.end()
}

func (m *Module) readData(r *reader) {
	for range r.count("data segments", maxSegments) {
		flag := r.u32()
		if flag > 2 {
			r.fail("illegal flag value %d", flag)
		}
		var p Placement
		if flag == 2 && r.u32() != 0 {
			r.fail("invalid memory index")
		}
		if flag != 1 {
			p = m.offset(r, nil)
		}
		p.Count = r.u32()
		r.bytes(p.Count)
		if flag != 1 {
			m.Data = append(m.Data, p)
		}
	}
}
