package binary

import "slices"

// wazero cannot look up in a table what a module has imported. So a module that refers to a function that it imports gets a
// function of its own around it, after all others, and refers to that.

// refer notes a reference to a function.
func (m *Module) refer(function uint32) {
	if int64(function) >= int64(m.imported[Func]) {
		return
	}
	if at, found := slices.BinarySearch(m.wrapped, function); !found {
		m.wrapped = slices.Insert(m.wrapped, at, function)
	}
}

// firstWrapper returns the index of the first function that is added, in the result.
func (m *Module) firstWrapper() uint32 { return uint32(len(m.Funcs)) + hostFuncs }

// reference returns the index, in the result, of what a reference to a function refers to.
func (m *Module) reference(function uint32) uint32 {
	if at, found := slices.BinarySearch(m.wrapped, function); found {
		return m.firstWrapper() + uint32(at)
	}
	return m.Moved(function)
}

// Wrapped returns the index of the imported function that a function of the result wraps; ok is false if it wraps
// itself.
func (m *Module) Wrapped(function uint32) (imported uint32, ok bool) {
	if !m.moves() || function < m.firstWrapper() {
		return 0, false
	}
	return m.wrapped[function-m.firstWrapper()], true
}

// appendWrapper appends the code of a function around another one.
func (m *Module) appendWrapper(out []byte, function uint32) []byte {
	code := []byte{0}
	for p := range m.FuncType(function).Params {
		code = appendU32(append(code, 0x20), uint32(p))
	}
	code = append(appendU32(append(code, 0x10), function), 0x0b)
	return append(appendU32(out, uint32(len(code))), code...)
}
