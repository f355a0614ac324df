package binary

import "bytes"

// The numbers of sections.
const (
	sectionCustom = iota
	sectionType
	sectionImport
	sectionFunction
	sectionTable
	sectionMemory
	sectionGlobal
	sectionExport
	sectionStart
	sectionElement
	sectionCode
	sectionData
	sectionDataCount
)

var header = []byte("\x00asm\x01\x00\x00\x00")

// Parse reads a module, except for its code. The module keeps parts of data.
func Parse(data []byte) (m *Module, err error) {
	defer caught(&err)
	if err := checkHeader(data); err != nil {
		return nil, err
	}
	m = &Module{size: len(data)}
	r := &reader{data: data, at: len(header)}
	last := 0
	for r.more() {
		id := r.byte()
		length := r.u32()
		base := r.at
		s := section{id: id, body: r.bytes(length), base: base}
		if id == sectionCustom {
			m.custom(s)
			continue
		}
		place := order(id)
		if place == 0 {
			r.fail("unknown section code #0x%02x", id)
		}
		if place <= last {
			r.fail("unexpected section <%d>", id)
		}
		last = place
		m.read(s)
		m.sections = append(m.sections, s)
	}
	m.checkFuncs()
	return m, nil
}

func checkHeader(data []byte) error {
	switch {
	case len(data) == 0:
		return &Error{"BufferSource argument is empty", -1}
	case len(data) < 4 || !bytes.Equal(data[:4], header[:4]):
		return &Error{"expected magic word 00 61 73 6d, found " + hex(data), 0}
	case len(data) < 8 || !bytes.Equal(data[4:8], header[4:]):
		return &Error{"expected version 01 00 00 00, found " + hex(data[4:]), 4}
	}
	return nil
}

// hex returns the first four bytes.
func hex(data []byte) string {
	const digits = "0123456789abcdef"
	var text []byte
	for i, b := range data[:min(4, len(data))] {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(text, digits[b>>4], digits[b&15])
	}
	return string(text)
}

// order returns the place of a section among the others, from 1; 0 if it is unknown.
func order(id byte) int {
	switch {
	case id == sectionDataCount:
		return sectionElement*2 + 1
	case id <= sectionData:
		return int(id) * 2
	}
	return 0
}

// read reads one section.
func (m *Module) read(s section) {
	r := &reader{data: s.body, base: s.base}
	switch s.id {
	case sectionType:
		m.readTypes(r)
	case sectionImport:
		m.readImports(r)
	case sectionFunction:
		for range r.count("functions", maxFuncs) {
			m.Funcs = append(m.Funcs, m.typeIndex(r))
		}
	case sectionTable:
		for range r.count("tables", maxTables) {
			m.readTable(r)
		}
	case sectionMemory:
		for range r.count("memories", 1) {
			m.Memories = append(m.Memories, r.limits("memory", MaxPages))
		}
	case sectionGlobal:
		m.readGlobals(r)
	case sectionExport:
		m.readExports(r)
	case sectionElement:
		m.readElements(r)
		return
	case sectionCode:
		m.bodies = r.count("functions", maxFuncs)
		return // read by Rewrite
	case sectionData:
		m.readData(r)
	case sectionStart, sectionDataCount:
		r.u32()
	}
	r.end()
}

// checkFuncs checks that each declared function has a body.
func (m *Module) checkFuncs() {
	if declared := len(m.Funcs) - m.imported[Func]; declared != m.bodies {
		panic(&Error{"function count is " + itoa(declared) + ", but code section has " + itoa(m.bodies), m.size})
	}
}

// custom keeps a copy of a custom section: it may be asked for long after the binary is gone.
func (m *Module) custom(s section) {
	r := &reader{data: s.body, base: s.base}
	name := r.name()
	m.Customs = append(m.Customs, Custom{name, bytes.Clone(r.data[r.at:])})
}

func (m *Module) typeIndex(r *reader) uint32 {
	index := r.u32()
	if int64(index) >= int64(len(m.Types)) {
		r.fail("type index %d out of bounds (%d types)", index, len(m.Types))
	}
	return index
}
