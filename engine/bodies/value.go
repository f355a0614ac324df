package bodies

import "github.com/fwrun/fwrun/engine/source"

// value is what is known of a value; nil if nothing is.
type value struct {
	kind kind
	file *source.File // in which its class, enum or function is declared, or which the namespace is

	class    *source.Class
	args     map[string]*value // what the type parameters of the class are
	enum     *source.Enum
	call     *signature
	of       *value // what a promise becomes; what a list has
	name     string // of a primitive type
	made     string // the function that has returned this promise
	nullable bool
	typ      *source.Type // of a type argument, as it means in each file; of one that says no more the kind is 0
}

type kind uint8

const (
	instance kind = iota + 1
	static        // the class itself
	enumObject
	enumCase
	namespace
	promise
	callable
	primitive
	list
)

func (v *value) is(k kind) bool { return v != nil && v.kind == k }

// signature is how a function is called.
type signature struct {
	name       string
	file       *source.File
	typeParams []string
	params     []*source.Param
	result     *source.Type
	async      bool
	generator  bool
	overloaded bool
	varied     bool              // its overloads return different types
	typed      bool              // its name has a type of its own, which says what its parameters are
	free       bool              // arguments may be missing all the same
	args       map[string]*value // what type parameters are; nil for those of its own
	this       *value
}

// deepestValue is how many expressions or types stand for one another.
const deepestValue = 12
