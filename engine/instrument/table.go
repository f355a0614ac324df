package instrument

// Mode says what an application is instrumented with.
type Mode uint8

// The modes.
const (
	None Mode = iota
	WithProbes
	WithCounters
)

// Table is what the probes of a program stand for. It is the same for all VMs, and never changes.
type Table struct {
	Files     []File
	Places    []Place // by the number that probes have
	Scopes    []Scope
	Functions []Function
}

// File is a file of the user.
type File struct {
	Path string // relative to the application, with slashes
	Text string
}

// Place is where a statement begins, or what is like one: an arrow's body without braces, the value of a field, a default.
type Place struct {
	File, Line, Column int32 // from 1; columns are UTF-16 code units
	Scope              int32 // the innermost one; -1 for none
	Function           int32
	Debugger           bool // a debugger statement
	Awaits             bool // there is an await or a yield in it
	Module             bool // it is a statement of the top level of its file
}

// Function is a function of the user's files, or the top level of a file.
type Function struct {
	File, Line, Column int32
	Name               string // in the source, of a method with its class; empty for the top level and what has no name
	Module             bool   // it is the top level of its file
	Suspends           bool   // it is async, or a generator
}

// ScopeKind is the kind of a scope.
type ScopeKind uint8

// The kinds. What is local for the function that it belongs to is a closure for those within.
const (
	Local ScopeKind = iota
	Block
	Module
)

// Scope is a scope of the source that has names.
type Scope struct {
	Parent   int32 // the next one outside; -1 for none but the global one
	Function int32
	Kind     ScopeKind
	This     bool // it knows this
	Names    []Name
}

// Name is a name in a scope, as it is written in the source.
type Name struct {
	Name     string
	Constant bool // it cannot be written: a const, an import, the name of a function within it

	// Place is the statement that declares it, of a variable of a file's top level: until that has run it has no value. The bundler makes var
	// of let and const. It is -1 for none.
	Place int32
}
