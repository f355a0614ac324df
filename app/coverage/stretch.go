package coverage

import (
	"strconv"
	"strings"
)

// Stretch is some lines, one after the other.
type Stretch struct {
	First int `json:"first"`
	Last  int `json:"last"`
}

// String returns 3 or 7-9.
func (s Stretch) String() string {
	if s.First == s.Last {
		return strconv.Itoa(s.First)
	}
	return strconv.Itoa(s.First) + "-" + strconv.Itoa(s.Last)
}

// Text returns stretches as 3,7-9.
func Text(list []Stretch) string {
	texts := make([]string, len(list))
	for i, s := range list {
		texts[i] = s.String()
	}
	return strings.Join(texts, ",")
}

// Uncovered returns the lines that have not run. Lines on which no statement begins do not interrupt a stretch.
func (f *File) Uncovered() []Stretch {
	ran := map[int]bool{}
	for line, count := range f.Lines() {
		ran[line] = count > 0
	}
	return stretchesWithout(ran)
}

// stretchesWithout returns the lines of which something is not true.
func stretchesWithout(is map[int]bool) (list []Stretch) {
	open := false
	for _, line := range inOrder(is) {
		switch {
		case is[line]:
			open = false
		case open:
			list[len(list)-1].Last = line
		default:
			list, open = append(list, Stretch{line, line}), true
		}
	}
	return list
}
