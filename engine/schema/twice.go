package schema

// twice finds names that occur twice in an object. It is kept apart from the scanner, which most documents are read without it.
type twice struct {
	seen []map[string]bool // the names of the open objects, by depth
}

// open enters an object or a list, with its depth from 1.
func (t *twice) open(depth int) {
	t.seen = append(t.seen[:depth-1], nil)
}

// once reports whether the object has not had the name that was read.
func (s *scanner) once(raw string, escaped bool) bool {
	name := raw
	if escaped {
		name = unescape(raw)
	}
	at := s.limits.Depth - s.room - 1
	if s.twice.seen[at] == nil {
		s.twice.seen[at] = map[string]bool{}
	}
	if s.twice.seen[at][name] {
		s.at -= len(raw) + 2
		return s.problem("the name " + QuoteKey(name) + " occurs twice")
	}
	s.twice.seen[at][name] = true
	return true
}
