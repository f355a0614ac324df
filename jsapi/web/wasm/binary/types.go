package binary

import "slices"

// ValueType is the type of a value.
type ValueType byte

// The types of values.
const (
	I32       ValueType = 0x7f
	I64       ValueType = 0x7e
	F32       ValueType = 0x7d
	F64       ValueType = 0x7c
	V128      ValueType = 0x7b
	FuncRef   ValueType = 0x70
	ExternRef ValueType = 0x6f
)

var typeNames = map[ValueType]string{
	I32: "i32", I64: "i64", F32: "f32", F64: "f64", V128: "v128", FuncRef: "funcref", ExternRef: "externref",
}

func (t ValueType) String() string { return typeNames[t] }

// TypeNamed returns the type that has a name; ok is false if there is none.
func TypeNamed(name string) (t ValueType, ok bool) {
	for t, known := range typeNames {
		if known == name {
			return t, true
		}
	}
	return 0, false
}

// IsRef reports whether values of the type are references.
func (t ValueType) IsRef() bool { return t == FuncRef || t == ExternRef }

// FuncType is the type of a function.
type FuncType struct{ Params, Results []ValueType }

// Equal reports whether the types are the same.
func (t *FuncType) Equal(other *FuncType) bool {
	return slices.Equal(t.Params, other.Params) && slices.Equal(t.Results, other.Results)
}

// Key is the same for equal types only.
func (t *FuncType) Key() string {
	key := make([]byte, 0, len(t.Params)+len(t.Results)+1)
	for _, p := range t.Params {
		key = append(key, byte(p))
	}
	key = append(key, 0)
	for _, r := range t.Results {
		key = append(key, byte(r))
	}
	return string(key)
}

// Uses reports whether a parameter or a result has the type.
func (t *FuncType) Uses(v ValueType) bool {
	return slices.Contains(t.Params, v) || slices.Contains(t.Results, v)
}

// Limits are the sizes that a memory, in pages, or a table, in elements, may have.
type Limits struct {
	Min uint32
	Max *uint32 // nil if there is none
}

// TableType is the type of a table.
type TableType struct {
	Element ValueType
	Limits
}

// GlobalType is the type of a global.
type GlobalType struct {
	Value   ValueType
	Mutable bool
}

// Kind says what is imported or exported.
type Kind byte

// The kinds of imports and exports.
const (
	Func Kind = iota
	Table
	Memory
	Global
)

var kindNames = [...]string{"function", "table", "memory", "global"}

func (k Kind) String() string { return kindNames[k] }

// Import is what a module needs.
type Import struct {
	Module, Name string
	Kind         Kind
	Type         uint32 // of a function, an index of Types
	Table        TableType
	Memory       Limits
	Global       GlobalType
}

// Export is what a module offers.
type Export struct {
	Name  string
	Kind  Kind
	Index uint32
}

// Custom is a custom section.
type Custom struct {
	Name string
	Data []byte
}

// Placement is where an active segment goes.
type Placement struct {
	Table  uint32 // of elements; data goes to memory 0
	Global bool   // Offset is the index of a global, otherwise it is the offset
	Known  bool   // the offset is one of these two
	Offset uint32
	Count  uint32 // elements or bytes
}

// Module is a module whose structure is right.
type Module struct {
	Types    []FuncType
	Imports  []Import
	Funcs    []uint32 // types of all functions, those imported first
	Tables   []TableType
	Memories []Limits
	Globals  []GlobalType
	Exports  []Export
	Customs  []Custom
	Elements []Placement
	Data     []Placement

	imported [4]int   // number of imports by kind
	wrapped  []uint32 // functions that are imported and referred to, ascending: see wrap.go
	size     int
	sections []section
	bodies   int // number of functions of its own
}

// section is the body of a section that is not a custom section.
type section struct {
	id   byte
	body []byte
	base int
}

// Imported returns how many things of a kind are imported: these come first among those of the kind.
func (m *Module) Imported(kind Kind) int { return m.imported[kind] }

// FuncType returns the type of a function.
func (m *Module) FuncType(index uint32) *FuncType { return &m.Types[m.Funcs[index]] }

// Size returns the length of the binary.
func (m *Module) Size() int { return m.size }

// UsesFuncRefs reports whether a value of the module is a reference to a function, outside of tables.
func (m *Module) UsesFuncRefs() bool {
	for i := range m.Types {
		if m.Types[i].Uses(FuncRef) {
			return true
		}
	}
	return m.hasFuncGlobal(m.Globals)
}

// SharesFuncRefs reports whether references to functions may leave the module, or come to it, in another way than by its tables.
func (m *Module) SharesFuncRefs() bool {
	for _, i := range m.Imports {
		if i.Kind == Func && m.Types[i.Type].Uses(FuncRef) || i.Kind == Global && i.Global.Value == FuncRef {
			return true
		}
	}
	for _, e := range m.Exports {
		if e.Kind == Func && m.FuncType(e.Index).Uses(FuncRef) || e.Kind == Global && m.Globals[e.Index].Value == FuncRef {
			return true
		}
	}
	return false
}

func (m *Module) hasFuncGlobal(list []GlobalType) bool {
	return slices.ContainsFunc(list, func(g GlobalType) bool { return g.Value == FuncRef })
}
