package manifest

import (
	"github.com/fwrun/fwrun/fault"
)

// Advised is a method with aspects around it. It is that of one class: who inherits it,
// inherits them.
type Advised struct {
	Name    string // OrderService.place
	Class   Ref
	Method  string
	Async   bool     // it is known to give a promise
	Params  []string // by name, "" for a pattern
	Aspects []Aspect // the outermost first
	Place   fault.Place
}

// Aspect is what one decorator puts around a method.
type Aspect struct {
	Decorator string
	// Options are checked and complete: durations are time.Duration, texts have no placeholders
	// any more, and a key or the name of a lock is a *[Template] unless it is a function.
	Options Options
	Bean    int // Around: the aspect; else -1
	Record  int // the declaration's, for what is a value of the script
	Place   fault.Place
}
