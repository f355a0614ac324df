package pollution

// Rule says what becomes of such names: "__proto__", and "prototype" within "constructor". Every reader of what others send has the same
// rule.
type Rule uint8

// The rules.
const (
	Kept    Rule = iota // they are members like any other
	Refused             // they are a mistake
	Dropped             // they are left out of objects without a class
)

// The names.
const (
	Proto       = "__proto__"
	Prototype   = "prototype"
	Constructor = "constructor"
)

// Reaches reports whether a name, within an object of a name, leads to the prototype of all objects.
func Reaches(within, name string) bool {
	return name == Proto || name == Prototype && within == Constructor
}
