package dates

import "strings"

// want is a field of a skeleton.
type want struct {
	letter byte
	length int
	typ    int // 0 if the skeleton does not have the field
	base   string
}

// skeleton is a set of fields with their types.
type skeleton [fieldCount]want

// skeletonOf reads the fields of a pattern or of a text that is a skeleton.
func skeletonOf(items []item) *skeleton {
	var s skeleton
	for _, it := range items {
		if it.letter != 0 {
			s.add(it.letter, it.length)
		}
	}
	if s[minute].typ != 0 && s[fraction].typ != 0 && s[second].typ == 0 {
		s.add('s', 1)
	}
	if s[hour].typ != 0 {
		switch s[hour].letter {
		case 'h', 'K':
			if s[dayPeriod].typ == 0 {
				s.add('a', 1)
			}
		default:
			s[dayPeriod] = want{}
		}
	}
	return &s
}

func (s *skeleton) add(letter byte, length int) {
	k, ok := kindOf(letter, length)
	if !ok {
		return
	}
	w := want{letter: letter, length: length, typ: k.typ, base: strings.Repeat(string(k.letter), k.least)}
	if k.typ > 0 {
		w.typ += length
	}
	s[k.field] = w
}

// mask returns the fields that are there.
func (s *skeleton) mask() int {
	mask := 0
	for f := range s {
		if s[f].typ != 0 {
			mask |= 1 << f
		}
	}
	return mask
}

// baseName returns the fields without their lengths.
func (s *skeleton) baseName() string {
	var out strings.Builder
	for f := range s {
		out.WriteString(s[f].base)
	}
	return out.String()
}

// sameOriginal reports whether two skeletons were written alike.
func (s *skeleton) sameOriginal(o *skeleton) bool {
	for f := range s {
		if s[f].letter != o[f].letter || s[f].length != o[f].length {
			return false
		}
	}
	return true
}

const (
	extraField   = 0x10000
	missingField = 0x1000
)

// distance says how far the fields of s in a mask are from those of another skeleton, and which that one lacks or has beside them.
func (s *skeleton) distance(o *skeleton, mask int) (distance, missing, extra int) {
	for f := range s {
		own := s[f].typ
		if mask&(1<<f) == 0 {
			own = 0
		}
		switch other := o[f].typ; {
		case own == other:
		case own == 0:
			distance += extraField
			extra |= 1 << f
		case other == 0:
			distance += missingField
			missing |= 1 << f
		default:
			distance += max(own-other, other-own)
		}
	}
	return distance, missing, extra
}
