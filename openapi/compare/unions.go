package compare

// question asks what a change from one shape to another does.
type question struct {
	old, changed *shape
	way          direction
}

// unions compares two lists of alternatives: those that belong together with each other, and of the rest only
// whether another alternative accepts it, too.
func (s *scan) unions(old, changed []*shape, field, pointer string) {
	partners := s.match(old, changed)
	for i, a := range old {
		if j, is := partners[i]; is {
			s.shapes(a, changed[j], field)
		} else if !s.covered(changed, func(b *shape) bool { return s.effect(a, b)&narrowed == 0 }) {
			s.note(narrowed, field, pointer, "alternative-removed", "no longer one of the alternatives: "+a.String())
		}
	}
	taken := map[int]bool{}
	for _, j := range partners {
		taken[j] = true
	}
	for j, b := range changed {
		if !taken[j] && !s.covered(old, func(a *shape) bool { return s.effect(a, b)&widened == 0 }) {
			s.note(widened, field, b.at, "alternative-added", "one of the alternatives now: "+b.String())
		}
	}
}

// String names the alternative.
func (s *shape) String() string {
	if s.name != "" {
		return clean(s.name)
	}
	return s.kinds.orNull()
}

func (s *scan) covered(by []*shape, covers func(*shape) bool) bool {
	for _, one := range by {
		if covers(one) {
			return true
		}
	}
	return false
}

// match returns the partner of each old alternative that has one: the only one of its family, one that accepts
// the same, one of the same name, and what is left over if that is one of each.
func (s *scan) match(old, changed []*shape) map[int]int {
	m := matching{old: old, changed: changed, partners: map[int]int{}, taken: map[int]bool{}}
	m.singles()
	m.pair(func(a, b *shape) bool { return a.kinds == b.kinds && s.effect(a, b) == 0 })
	m.pair(func(a, b *shape) bool { return a.name != "" && a.name == b.name && a.family() == b.family() })
	m.singles()
	return m.partners
}

type matching struct {
	old, changed []*shape
	partners     map[int]int
	taken        map[int]bool // of changed
}

func (m *matching) take(i, j int) { m.partners[i], m.taken[j] = j, true }

// pair takes the first free alternative that fits, for each that is free.
func (m *matching) pair(fits func(a, b *shape) bool) {
	for i, a := range m.old {
		if _, has := m.partners[i]; has {
			continue
		}
		for j, b := range m.changed {
			if !m.taken[j] && fits(a, b) {
				m.take(i, j)
				break
			}
		}
	}
}

// singles takes the free alternatives that are the only ones of their family on both sides.
func (m *matching) singles() {
	for _, family := range append(families[:len(families):len(families)], 0) {
		as, bs := m.free(family)
		if len(as) == 1 && len(bs) == 1 {
			m.take(as[0], bs[0])
		}
	}
}

func (m *matching) free(family kinds) (as, bs []int) {
	for i, a := range m.old {
		if _, has := m.partners[i]; !has && a.family() == family {
			as = append(as, i)
		}
	}
	for j, b := range m.changed {
		if !m.taken[j] && b.family() == family {
			bs = append(bs, j)
		}
	}
	return as, bs
}

// effect returns what a change from one shape to another does, without a report. Of a comparison that is under
// way, for shapes that contain themselves, it assumes that it will find nothing.
func (s *scan) effect(old, changed *shape) effect {
	q := question{old, changed, s.way}
	if known, is := s.verdicts[q]; is {
		return known
	}
	if *s.steps--; s.running[q] || *s.steps <= 0 {
		s.assumed = true
		return 0
	}
	s.running[q] = true
	trial := s.scan(spot{}, s.way)
	trial.quiet = true
	trial.shapes(old, changed, "")
	delete(s.running, q)
	if len(s.running) == 0 || !s.assumed {
		s.verdicts[q] = trial.found
	}
	if len(s.running) == 0 {
		s.assumed = false
	}
	return trial.found
}
