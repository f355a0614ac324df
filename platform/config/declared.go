package config

import "slices"

// find returns the key that is documented for a path, in any spelling, and the rest of the path below it: of a section, or the position
// in a list. It returns nil if there is none.
func (s *shape) find(path []segment) (key *Key, below []segment) {
	if s.key != nil {
		return s.key, path
	}
	if len(path) == 0 {
		return nil, nil
	}
	if s.elements != nil {
		if !path[0].isName() {
			path = path[1:]
		}
		return s.elements.find(path) // a single section counts as a list of one
	}
	if next := s.below[fold(path[0].name)]; next != nil {
		return next.find(path[1:])
	}
	if next := s.below["*"]; next != nil {
		for i := range path { // a name may have dots
			if key, below = next.find(path[i+1:]); key != nil {
				return key, below
			}
		}
	}
	return nil, nil
}

// declared returns the key that is documented for a path, or nil.
func (s *shape) declared(path []segment) *Key {
	key, below := s.find(path)
	if key == nil || len(below) == 0 {
		return key
	}
	for i := range key.Each {
		ends := splitKey(key.Each[i].Name)
		if name := len(below) - len(ends); name > 0 && slices.EqualFunc(below[name:], ends, sameName) {
			return &key.Each[i]
		}
	}
	return nil
}

func sameName(a, b segment) bool { return fold(a.name) == fold(b.name) }
