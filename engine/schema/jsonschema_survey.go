package schema

import "github.com/fwrun/fwrun/platform/fault"

// container identifies a list or map by what it holds.
type container struct {
	kind Kind
	elem *Type
}

// listed identifies an enumeration by where it is declared.
type listed struct {
	place fault.Place
	name  string
}

// wholeOf returns a key for a type that has parts or cases: the same key for all types that are made of the same
// ones, nullable or not. It returns nil for other scalars.
func wholeOf(t *Type) any {
	switch {
	case t.Kind == Enum:
		return listed{t.Enum.Place, t.Enum.Name}
	case t.Kind == Object:
		return t.Class
	case t.Kind == Shape && len(t.Fields) > 0:
		return &t.Fields[0]
	case t.OneOf != nil:
		return &t.OneOf[0]
	case t.Standard != nil:
		return t.Standard
	case t.Elem != nil:
		return container{t.Kind, t.Elem}
	default:
		return nil
	}
}

// survey finds the types that contain themselves, so that every cycle has at least one reference.
func (s *Schemas) survey(t *Type) {
	w := walk{recursive: s.recursive, state: map[any]visit{}}
	w.enter(t)
}

type visit uint8

const (
	entered visit = iota + 1
	left
)

type walk struct {
	recursive map[any]bool
	state     map[any]visit
	stops     func(t *Type) bool // at which types it does not go on; nil for nowhere
}

func (w walk) enter(t *Type) {
	key := wholeOf(t)
	if key == nil || w.stops != nil && w.stops(t) {
		return
	}
	switch w.state[key] {
	case entered:
		w.recursive[key] = true
		return
	case left:
		return
	}
	w.state[key] = entered
	for _, part := range partsOf(t) {
		w.enter(part)
	}
	w.state[key] = left
}
