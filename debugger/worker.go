package debugger

// Value is a value of a script in one worker. It means nothing outside of it, and nothing to this package.
type Value any

// Worker is a virtual machine that runs scripts. Its methods are called on its own goroutine, while it is stopped.
type Worker interface {
	// Number returns the worker's number, from 1.
	Number() int
	// Owns reports whether a handle is not another worker's. It is called on any goroutine.
	Owns(handle string) bool
	// Frames returns the calls that are under way, the innermost first. They are of the user's scripts alone.
	Frames() []Frame
	// Parents returns the calls that the innermost frame continues: those behind an await, a reaction of a promise or a timer, the
	// nearest first. The last is the work, such as "GET /users/{id}", and has no frames.
	Parents() []Parent
	// Objects describes the worker's values.
	Objects() Objects

	// Halt makes the worker stand still until wait returns: no limit of its calls goes on meanwhile.
	Halt(wait func())
	// Watch makes the worker call Reach for each statement, and not only for those that the program's watch asks for.
	Watch(each bool)
	// Depth returns the number of calls under way.
	Depth() int
	// Activation identifies the call of the innermost function, also behind its awaits. It can be compared.
	Activation() any
	// Work identifies what the code runs for, such as a request; nil for nothing. It can be compared.
	Work() any
	// Turn identifies what the worker does without a break. Behind an await, another turn goes on.
	Turn() uint64
}

// Frame is a call under way.
type Frame struct {
	Function string // as stacks name it, such as UserController.find; empty if it has none
	Location Location
	Start    Location // of the function
	This     Value
	Scopes   []Scope // the innermost first
	Result   Value   // that it is about to return; nil if it is not
}

// Scope is what a frame can name.
type Scope struct {
	Kind   ScopeKind
	Name   string // of the function or class; may be empty
	Object Value  // whose properties are the variables, by their names in the source
	Start  Location
	End    Location
}

// ScopeKind is local, block, closure, module or global.
type ScopeKind string

// The kinds of scopes.
const (
	Local   ScopeKind = "local"
	Block   ScopeKind = "block"
	Closure ScopeKind = "closure"
	Module  ScopeKind = "module"
	Global  ScopeKind = "global"
)

// Parent is what a call continues.
type Parent struct {
	Description string // "await", "Promise.then", "setTimeout", or the work
	Frames      []Frame
}

// Expression is a text to evaluate.
type Expression struct {
	Text   string
	Frame  int    // of the stopped worker; -1 for the global scope
	Group  string // of the handles that the answer has
	Pure   bool   // a call, or anything else that could change something, is refused
	Silent bool   // an error does not stop anything, and is not reported
	Await  bool   // a promise is awaited, if there is Later
	REPL   bool   // declarations are kept for the next expression; an object literal at the start is one
	ByJSON bool   // the answer holds the value as JSON instead of a handle
	Look   bool   // the answer has a preview

	// Later is called with what a promise has become, on the worker's goroutine: for a text with await at its top level, and with Await.
	Later func(Answer)
}

// Answer is what an expression, or a call, gave.
type Answer struct {
	Object Object
	Thrown *Thrown // nil if nothing was thrown
	Later  bool    // nothing is known yet: Expression.Later will be called
}

// Thrown is an exception as a client shows it. If its object has no type, nothing was thrown, but there is no answer, for the reason that Text
// has.
type Thrown struct {
	Text     string // "Uncaught" or "Uncaught (in promise)"
	Object   Object
	Location Location // its Script is nil when it is unknown
	Frames   []Frame  // without scopes
}

// PauseGroup is the group of the handles of the frames of a pause: they are released when the worker resumes, by whom it is resumed.
const PauseGroup = "backtrace"

// Objects describes values of one worker. Its methods are called on the worker's goroutine: see [Client].On. They are bounded by the time
// that a handler may compute for, and end in an answer that was thrown, never in a panic.
type Objects interface {
	// Describe returns a value as an object. A handle is made for what is not a primitive; it lives until it, or its group, is released.
	Describe(v Value, group string, look bool) Object
	// Properties returns what the object of a handle has: its own properties alone, or also those of its prototypes; at most 1,000
	// elements of an array, a map or a set at a time.
	Properties(handle string, o PropertyOptions) (Properties, error)
	// Value returns the value of a handle.
	Value(handle string) (Value, error)
	// Evaluate runs an expression.
	Evaluate(e Expression) Answer
	// Check returns what is wrong with the text of a script; nil if nothing is.
	Check(text string) *Thrown
	// Names returns the names that expressions have declared; see Expression.REPL.
	Names() []string
	// Call calls the function that a text declares, with this and arguments.
	Call(declaration string, this Value, args []Value, e Expression) Answer
	// SetVariable sets a variable of a scope of a frame, both by their indexes.
	SetVariable(frame, scope int, name string, v Value) error
	// Parse makes a value of JSON, or of one of NaN, Infinity, -Infinity, -0 and a BigInt as in 1n.
	Parse(json []byte, unserializable string) (Value, error)
	// Release and ReleaseGroup forget handles.
	Release(handle string)
	ReleaseGroup(group string)
}
