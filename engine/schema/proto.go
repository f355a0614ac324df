package schema

import "github.com/fwrun/fwrun/platform/pollution"

// owners follows a scanner through the objects that are called "constructor".
type owners struct {
	next bool  // what comes next is the value of a member with that name
	open []int // the room within those that are open
}

func (o *owners) enter(isObject bool, room int) {
	if o.next = false; isObject {
		o.open = append(o.open, room)
	}
}

func (o *owners) leave(room int) {
	o.next = false
	if last := len(o.open) - 1; last >= 0 && o.open[last] == room {
		o.open = o.open[:last]
	}
}

// within returns the name of the object with this room, as far as it matters.
func (o *owners) within(room int) string {
	if last := len(o.open) - 1; last >= 0 && o.open[last] == room {
		return pollution.Constructor
	}
	return ""
}

// reaches returns a name that leads to the prototype of all objects, as messages show it, or "". It notes where a constructor begins.
func (s *scanner) reaches(raw string, escaped bool) string {
	name := raw
	if escaped {
		if len(raw) > 6*len(pollution.Constructor) { // the shortest escape of a letter takes six bytes
			return ""
		}
		name = unescape(raw)
	}
	within := s.owners.within(s.room)
	s.owners.next = name == pollution.Constructor
	switch {
	case !pollution.Reaches(within, name):
		return ""
	case within != "":
		return `"constructor.prototype"`
	default:
		return `"__proto__"`
	}
}

// drops reports whether the member whose name was read is left out.
func (s *scanner) drops(name string) bool {
	return s.limits.Proto == pollution.Dropped && pollution.Reaches(s.owners.within(s.room), name)
}
