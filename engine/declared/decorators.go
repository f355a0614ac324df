package declared

import (
	"fmt"
)

// Target is where a decorator may stand; a set of bits.
type Target uint8

// The targets.
const (
	OnClass Target = 1 << iota
	OnMethod
	OnField
	OnParam
	OnFunction // an exported function, wrapped
)

// String names the targets for people.
func (t Target) String() string {
	names := []string{"a class", "a method", "a field", "a parameter", "an exported function"}
	text := ""
	for i, name := range names {
		if t&(1<<i) == 0 {
			continue
		}
		if text != "" {
			text += " or "
		}
		text += name
	}
	return text
}

// OptionKind is what an option's value must be.
type OptionKind uint8

// The kinds of options.
const (
	Text   OptionKind = iota // a string
	Texts                    // a string or an array of strings
	Flag                     // true or false
	Type                     // a type as text ("list<int>") or a class
	Value                    // anything
	Class                    // a class
	Params                   // names to parameter decorators: {a: RequestParam()}

	Number      // a finite number
	Values      // a list of texts or numbers
	Expression  // a regular expression, or a text that is one
	Expressions // one of these, or an array of them
	Constraints // a list of constraints; see validations

	Duration       // seconds as a number, or a text such as "5s", which may hold placeholders
	Function       // a function; what it is in the script is kept by the engine
	Errors         // a class or a name of errors, or an array of them
	Key            // a text with #{…}, or a function
	Amount         // a number, or a text that placeholders make one
	Switch         // true, false, or a text that placeholders make one of them
	Demand         // true, false, or what is said when it is not fulfilled
	SchemaDocument // an object, kept as the JSON that it makes
)

// Option is one option of a decorator.
type Option struct {
	Name string
	Kind OptionKind
}

// Decorator is one decorator that scripts can import.
type Decorator struct {
	Name    string
	First   string   // the option that a positional first argument sets
	More    []string // the options that further ones set, in order
	Rest    bool     // all of them set First, as a list: OneOf("a", "b")
	Objects bool     // an object among More is that argument, and not further options
	Needs   bool     // it means nothing without what is set by First or More
	Targets Target
	Options []Option
	Domain  string // the package of engine/build that reads it; empty when any that binds values does
}

// TakesClass tells a decorator whose first argument is a class, which it does not decorate.
func (d Decorator) TakesClass() bool {
	kind, _ := d.option(d.First)
	return d.Needs && kind == Class
}

// Kind is that of an option; any value fits one that there is not.
func (d Decorator) Kind(name string) OptionKind {
	if kind, known := d.option(name); known {
		return kind
	}
	return Value
}

// Positional is the option that a positional argument sets, counting from 0; or else a
// name for it, which no option has.
func (d Decorator) Positional(i int) string {
	switch {
	case i == 0 && d.First != "":
		return d.First
	case i > 0 && i <= len(d.More):
		return d.More[i-1]
	case i == 0:
		return "first argument"
	default:
		return fmt.Sprintf("argument %d", i+1)
	}
}
