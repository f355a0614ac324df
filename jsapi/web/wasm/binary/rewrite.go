package binary

import (
	"bytes"
	"slices"
)

// ImportName is the name of all imports in the result of [Module.Rewrite], each in a module named after its number.
const ImportName = "x"

// Rewrite returns the module as it is compiled. Its data must not have been changed since [Parse].
func (m *Module) Rewrite() (code []byte, err error) {
	defer caught(&err)
	out := slices.Clone(header)
	bodies := m.moves()
	for id := byte(sectionType); id <= sectionData; id++ {
		if id == sectionCode {
			out = m.copySection(out, sectionDataCount)
		}
		switch {
		case id == sectionImport:
			out = m.writeImports(out, bodies)
		case !bodies:
			out = m.copySection(out, id)
		case id == sectionType:
			out = m.writeTypes(out)
		default:
			out = m.writeSection(out, id)
		}
	}
	return out, nil
}

// find returns the section that has a number; ok is false if there is none.
func (m *Module) find(id byte) (s section, ok bool) {
	for _, s := range m.sections {
		if s.id == id {
			return s, true
		}
	}
	return section{}, false
}

func (m *Module) copySection(out []byte, id byte) []byte {
	if s, ok := m.find(id); ok {
		return appendSection(out, id, s.body)
	}
	return out
}

// writeTypes adds the types of the host's functions.
func (m *Module) writeTypes(out []byte) []byte {
	body := appendU32(nil, uint32(len(m.Types)+2))
	if s, ok := m.find(sectionType); ok {
		r := &reader{data: s.body}
		r.u32()
		body = append(body, s.body[r.at:]...)
	}
	body = append(body, 0x60, 0, 1, byte(I32))            // () → i32
	body = append(body, 0x60, 1, byte(I32), 1, byte(I32)) // (i32) → i32
	return appendSection(out, sectionType, body)
}

// writeImports names imports by their numbers, and adds the host's functions.
func (m *Module) writeImports(out []byte, bodies bool) []byte {
	added := 0
	if bodies {
		added = hostFuncs
	}
	if len(m.Imports)+added == 0 {
		return out
	}
	body := appendU32(nil, uint32(len(m.Imports)+added))
	for n, i := range m.Imports {
		body = appendName(body, itoa(n))
		body = appendName(body, ImportName)
		body = i.appendDescription(append(body, byte(i.Kind)))
	}
	for n := range added {
		body = appendName(body, HostModule)
		body = appendName(body, HostNames[n])
		body = append(body, byte(Func))
		body = appendU32(body, uint32(len(m.Types)+min(n, 1)))
	}
	return appendSection(out, sectionImport, body)
}

func (i *Import) appendDescription(to []byte) []byte {
	switch i.Kind {
	case Func:
		return appendU32(to, i.Type)
	case Table:
		// The host has compared the limits; in the compiler's eyes all tables have a maximum, and may have less of it.
		return Limits{Min: i.Table.Min}.append(append(to, byte(i.Table.Element)))
	case Memory:
		return Limits{Min: i.Memory.Min}.append(to)
	default:
		return i.Global.append(to)
	}
}

func (l Limits) append(to []byte) []byte {
	if l.Max == nil {
		return appendU32(append(to, 0), l.Min)
	}
	return appendU32(appendU32(append(to, 1), l.Min), *l.Max)
}

func (g GlobalType) append(to []byte) []byte {
	if g.Mutable {
		return append(to, byte(g.Value), 1)
	}
	return append(to, byte(g.Value), 0)
}

// writeSection writes a section of a module that has code, whose functions move.
func (m *Module) writeSection(out []byte, id byte) []byte {
	s, ok := m.find(id)
	w := &writer{}
	r := &reader{data: s.body, base: s.base}
	switch {
	case id == sectionGlobal:
		m.writeGlobals(w, r)
	case id == sectionFunction:
		m.writeFunctions(w)
	case id == sectionCode:
		m.writeCode(w, r)
	case !ok:
		return out
	case id == sectionTable:
		m.writeTables(w)
	case id == sectionExport:
		m.writeExports(w)
	case id == sectionStart:
		w.index(m.Moved(m.function(r)))
	case id == sectionElement:
		for range w.u32(r) {
			m.element(r, w, nil)
		}
	default:
		w.copy(s.body)
	}
	return appendSection(out, id, w.out)
}

// writeTables bounds the tables.
func (m *Module) writeTables(w *writer) {
	own := m.Tables[m.imported[Table]:]
	w.out = appendU32(w.out, uint32(len(own)))
	for _, t := range own {
		if t.Max == nil || *t.Max > MaxElements {
			t.Max = new(uint32(MaxElements))
		}
		w.out = t.Limits.append(append(w.out, byte(t.Element)))
	}
}

// writeGlobals adds the global that functions and loops pay from.
func (m *Module) writeGlobals(w *writer, r *reader) {
	own := m.Globals[m.imported[Global]:]
	w.out = appendU32(w.out, uint32(len(own)+1))
	if len(own) > 0 {
		r.u32()
	}
	for range own {
		w.out = r.globalType().append(w.out)
		m.constExpr(r, w)
	}
	w.op(byte(I32), 1, 0x41, 0, 0x0b) // nothing: the first that pays calls the host
}

func (m *Module) writeExports(w *writer) {
	w.out = appendU32(w.out, uint32(len(m.Exports)))
	for _, e := range m.Exports {
		w.out = append(appendName(w.out, e.Name), byte(e.Kind))
		if e.Kind == Func {
			e.Index = m.reference(e.Index)
		}
		w.out = appendU32(w.out, e.Index)
	}
}

// writeFunctions writes the types of the functions that are not imported.
func (m *Module) writeFunctions(w *writer) {
	own := m.Funcs[m.imported[Func]:]
	w.index(uint32(len(own) + len(m.wrapped)))
	for _, t := range own {
		w.index(t)
	}
	for _, imported := range m.wrapped {
		w.index(m.Funcs[imported])
	}
}

// moves reports whether the result has code, and so the functions of the host among its imports.
func (m *Module) moves() bool { return m.bodies > 0 || len(m.wrapped) > 0 }

// Moved returns the index that a function has in the result of [Module.Rewrite].
func (m *Module) Moved(function uint32) uint32 {
	if !m.moves() || int64(function) < int64(m.imported[Func]) {
		return function
	}
	return function + hostFuncs
}

// Written returns the index that a function of the result of [Module.Rewrite] has in the module.
func (m *Module) Written(function uint32) uint32 {
	if !m.moves() || int64(function) < int64(m.imported[Func]) {
		return function
	}
	return function - hostFuncs
}

// HasStart reports whether a function runs when the module is instantiated.
func (m *Module) HasStart() bool {
	_, ok := m.find(sectionStart)
	return ok
}

// Forget lets go of the binary, which a module needs only to be rewritten.
func (m *Module) Forget() {
	for i := range m.sections {
		m.sections[i].body = nil
	}
}

// IsModule reports whether data begins as modules do.
func IsModule(data []byte) bool { return bytes.HasPrefix(data, header) }
