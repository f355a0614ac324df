package source

import "fmt"

// Pos is a place in a file. Line and Col count from 1; Col counts UTF-16 code units, as editors and
// JavaScript engines do. Offset is in bytes from 0.
type Pos struct {
	Line, Col, Offset int
}

// IsValid reports whether the place is known.
func (p Pos) IsValid() bool { return p.Line > 0 }

func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Col) }

// File holds the declarations at the top level of one source file.
type File struct {
	Path      string // as given to Read, slash-separated
	Imports   []Import
	Exports   []Reexport
	Aliases   []Alias // further names under which the file's declarations are exported
	Classes   []*Class
	Functions []*Function
	Enums     []*Enum
	Types     []*TypeDecl
	Calls     []Call // found in its bodies, by who asks for them
}

// Import is one name that an import statement imports. A statement with three names gives three Imports;
// `import "x"` gives one with an empty Local.
type Import struct {
	Local    string // name in this file
	Name     string // exported name in the other file; "default", or "*" for a namespace
	From     string // the specifier as written
	TypeOnly bool   // import type, or a name with the modifier type
	Pos      Pos
}

// Reexport is one name that is exported from another file: export { A as B } from "./x" (Name A, As B),
// export * from "./x" (Name "*", As ""), export * as ns from "./x".
type Reexport struct {
	Name, As, From string
	TypeOnly       bool
	Pos            Pos
}

// Alias is one more name for a declaration that is exported twice, as in export class A {} followed by export
// { A as B }: Name A, As B.
type Alias struct {
	Name, As string
	Pos      Pos
}

// Class is a class declaration, or a class expression assigned to a top-level const.
type Class struct {
	Name       string
	Export     string // name it is exported under, "default" included; empty if it is not exported
	Abstract   bool
	Ambient    bool // declare class: it does not exist at run time
	TypeParams []string
	Extends    *Type   // nil without a heritage clause; JSDoc @extends adds arguments; TypeOther for an expression
	Implements []*Type // in TypeScript, and JSDoc @implements
	Decorators []Decorator
	Members    []*Member
	Doc        Doc
	Pos        Pos // of the name; of the keyword for an anonymous class
	End        Pos // after the closing brace
}

// MemberKind distinguishes fields, methods, accessors and the constructor.
type MemberKind uint8

// The kinds of class members.
const (
	Field MemberKind = iota
	Method
	Getter
	Setter
	Constructor
)

// Access is a TypeScript visibility, or #private. A field of a script, which has no syntax for it, states it
// in its comment: @private, @protected.
type Access uint8

// The visibilities; public is the default.
const (
	Public Access = iota
	Protected
	Private
	HashPrivate // a #name
)

// Member is one member of a class. An overloaded method is one Member, taken from its implementation (or from
// its last signature if there is no implementation).
type Member struct {
	Kind       MemberKind
	Name       string // with its # if HashPrivate; the text of a string or number key
	Computed   bool   // [expr]: Name is the expression's text
	Static     bool
	Abstract   bool
	Async      bool
	Generator  bool
	Readonly   bool
	Override   bool
	Declare    bool
	Optional   bool // name?: or name?()
	Overloaded bool // it has several signatures, of which this is the last
	Varied     bool // which return different types
	Definite   bool // name!:
	Accessor   bool // the auto-accessor keyword
	Access     Access
	TypeParams []string
	Params     []*Param  // methods, setters, constructor
	Type       *Type     // field type, return type, or nil; from the annotation, else from JSDoc
	HasDefault bool      // it is a field with an initialiser
	Default    string    // its source text, shortened to 200 bytes
	DefaultAs  ValueKind // kind of the initialiser, as far as its text shows it
	Decorators []Decorator
	Doc        Doc
	Pos        Pos // of the name
}

// Param is one parameter of a method or function.
type Param struct {
	Name         string // empty if destructured
	Destructured bool   // an object or array pattern
	Rest         bool
	Optional     bool   // name? or JSDoc [name]
	Property     Access // with IsProperty: visibility of a constructor parameter property
	IsProperty   bool   // constructor(private users: UserService)
	Readonly     bool
	Type         *Type // from the annotation, else inline JSDoc, else @param; nil if untyped
	HasDefault   bool
	Default      string // its source text, else the default in JSDoc [name=default]; HasDefault is then false
	DefaultAs    ValueKind
	Decorators   []Decorator
	Doc          string // the text of @param
	Pos          Pos
}

// ValueKind is the kind of a default value, as far as its first and last token show it.
type ValueKind uint8

// The kinds of default values; Unknown if it is more than one plain literal.
const (
	ValueUnknown ValueKind = iota
	ValueString
	ValueInt
	ValueFloat
	ValueBool
	ValueNull // null or undefined
	ValueArray
	ValueObject
	ValueBigInt
	ValueNew // new X(…): Default holds the text
)

// Decorator is one @name, @name(…) or @ns.name(…).
type Decorator struct {
	Name   string // "GetMapping", or "ns.GetMapping"; the text for an expression
	Called bool   // written with parentheses
	Args   string // the text between them, shortened to 500 bytes
	Pos    Pos    // of the @
}

// Function is a top-level function declaration, or a const or default export whose value is a function, an
// arrow function, or one of these wrapped in decorator calls: export const hello =
// GetMapping("/hello/{name}")((name) => …) has the parameters of the arrow function and one Wrapper,
// GetMapping. Every call with a function as its only argument is read like this; whether it is a decorator is
// decided elsewhere.
type Function struct {
	Name       string
	Export     string // as in Class
	Async      bool
	Generator  bool
	Arrow      bool
	TypeParams []string
	Bounds     []*Type // what these extend, in a [Tree]; may be shorter, and nil in between
	Params     []*Param
	Type       *Type       // return type, nil if unknown
	Overloaded bool        // it has several signatures, of which this is the last
	Varied     bool        // which return different types
	Typed      bool        // the variable of which it is the value has a type
	Wrappers   []Decorator // outermost first
	Doc        Doc
	Pos        Pos // of the name
}

// Enum is a TypeScript enum, a JSDoc @enum object, or a const whose value is an object literal of plain
// literals that is frozen (Object.freeze({…})) or asserted `as const`.
type Enum struct {
	Name   string
	Export string
	Const  bool
	Unit   bool // a TypeScript enum in which no case states a value
	Cases  []EnumCase
	Doc    Doc
	Pos    Pos
}

// EnumCase is one case. The cases of a numeric TypeScript enum are numbered automatically; a case whose value
// is not a plain literal has an empty Value and Kind ValueUnknown.
type EnumCase struct {
	Name  string
	Kind  ValueKind // ValueString, ValueInt, ValueFloat, ValueBool or ValueUnknown
	Value string    // the value, a string without quotes
	Doc   string    // first paragraph of its comment
	Pos   Pos
}

// TypeDecl is a name for a type: type X = …, interface X {…}, or JSDoc @typedef.
type TypeDecl struct {
	Name       string
	Export     string // a @typedef counts as exported under its own name
	TypeParams []string
	Type       *Type   // an interface is a TypeShape
	Extends    []*Type // of an interface
	Doc        Doc
	Pos        Pos
}

// Doc is a JSDoc comment.
type Doc struct {
	Summary string            // its first paragraph, lines joined by one space
	Text    string            // the whole description, before the first tag, paragraphs kept apart by a blank line
	Params  []DocParam        // @param
	Returns *Type             // @returns {T}
	Type    *Type             // @type {T}
	Tags    map[string]string // every tag but @param by name, text trimmed; the first tag of each name
	Pos     Pos               // of its /**
}

// DocParam is one @param. In the form {a.b}, Name is the dotted path.
type DocParam struct {
	Name     string
	Type     *Type
	Optional bool // [name], [name=default] or {T=}
	Default  string
	Text     string
	Pos      Pos
}

// Result is the type of what a function gives that declares none. It means the same in each file.
type Result struct {
	Path string
	Pos  Pos // of the name of the function
	Type *Type
}
