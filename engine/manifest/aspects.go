package manifest

import (
	"github.com/fwrun/fwrun/platform/fault"
)

// Advised is a method of a class with aspects around it. Derived classes inherit the method with its aspects.
type Advised struct {
	Name    string // OrderService.place
	Class   Ref
	Method  string
	Async   bool     // it is known to return a promise
	Params  []string // names; "" for a pattern
	Aspects []Aspect // outermost first
	Place   fault.Place
}

// Aspect is what one decorator puts around a method.
type Aspect struct {
	Decorator string
	// Options are checked and complete: durations are time.Duration, texts have their placeholders resolved, and a
	// key or the name of a lock is a *[Template] unless it is a function.
	Options Options
	Bean    int     // for Around, the index of the aspect's bean; otherwise -1
	Record  int     // the declaration's, for options that are script values
	Demand  *Demand // of those who call the method; nil for other aspects
	Place   fault.Place
}
