package declared

import (
	"fmt"
)

// Target is what a decorator may decorate: a set of bits.
type Target uint8

// The targets.
const (
	OnClass Target = 1 << iota
	OnMethod
	OnField
	OnParam
	OnFunction // an exported function, wrapped
)

// String describes the targets for messages.
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

// OptionKind is the kind of value that an option takes.
type OptionKind uint8

// The kinds of options.
const (
	Text   OptionKind = iota // a string
	Texts                    // a string or an array of strings
	Flag                     // true or false
	Type                     // a type as text ("list<int>") or a class
	Value                    // anything
	Class                    // a class
	Params                   // an object of parameter decorators by name: {a: RequestParam()}

	Number      // a finite number
	Values      // a list of strings or numbers
	Expression  // a regular expression, or its text
	Expressions // an expression, or an array of them
	Constraints // a list of constraints; see validations

	Duration       // seconds as a number, or a text such as "5s", which may contain placeholders
	Function       // a function; the engine keeps the script value
	Errors         // a class or a name of errors, or an array of them
	Key            // a text with #{…}, or a function
	Amount         // a number, or a text that is one when its placeholders are resolved
	Switch         // true, false, or a text that is one of them when its placeholders are resolved
	Demand         // true, false, or the message if it is violated
	SchemaDocument // an object, stored as its JSON
	StandardSchema // a schema of zod, valibot, arktype or another library
	Status         // of an answer: a number, or a text such as "4XX"
)

// Option is one option of a decorator.
type Option struct {
	Name string
	Kind OptionKind
}

// Decorator is a decorator that scripts can import.
type Decorator struct {
	Name    string
	First   string   // the option that the first positional argument sets
	More    []string // the options that further positional arguments set, in order
	Rest    bool     // all positional arguments set First, as a list: OneOf("a", "b")
	Objects bool     // an object in the position of one of More is that argument, and not further options
	Needs   bool     // it has no meaning without First or one of More
	Targets Target
	Options []Option
	Topic   Topic

	written string // the parentheses of the one that is checked, for a replacement
}

// TakesClass reports whether the decorator's first argument may be a class, which it does not decorate.
func (d Decorator) TakesClass() bool {
	kind, _ := d.option(d.First)
	return d.Needs && kind == Class
}

// Kind returns the kind of an option. For an unknown option it is a kind that any value fits.
func (d Decorator) Kind(name string) OptionKind {
	if kind, known := d.option(name); known {
		return kind
	}
	return Value
}

// Positional returns the option that a positional argument sets, counting from 0. If there is none, it returns a
// name that no option has.
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
