package source

import "sort"

// lines maps byte offsets of a text to places. Counting columns from the start of the line for every query
// would take quadratic time on a file of one long line, so a text with characters beyond ASCII gets a count
// of UTF-16 units every unitStep bytes.
type lines struct {
	src    string
	starts []int32
	units  []int32 // units before each multiple of unitStep; nil for plain ASCII
}

const unitStep = 256

func newLines(src string) *lines {
	l := &lines{src: src, starts: make([]int32, 1, len(src)/32+1)}
	ascii := true
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\n', c == '\r' && (i+1 == len(src) || src[i+1] != '\n'):
			l.starts = append(l.starts, int32(i+1))
		case c >= 0x80:
			ascii = false
			if isLineSeparator(src, i) {
				l.starts = append(l.starts, int32(i+3))
			}
		}
	}
	if !ascii {
		l.countUnits()
	}
	if len(src) >= 3 && src[:3] == byteOrderMark {
		l.starts[0] = 3
	}
	return l
}

const byteOrderMark = "\ufeff"

// isLineSeparator reports whether U+2028 or U+2029, which end a line in JavaScript, is at i.
func isLineSeparator(src string, i int) bool {
	return i+2 < len(src) && src[i] == 0xe2 && src[i+1] == 0x80 && src[i+2]|1 == 0xa9
}

func (l *lines) countUnits() {
	l.units = make([]int32, 0, len(l.src)/unitStep+1)
	var n int32
	for i := 0; i < len(l.src); i++ {
		if i%unitStep == 0 {
			l.units = append(l.units, n)
		}
		n += unitsOf(l.src[i])
	}
}

// unitsOf returns the number of UTF-16 units of the character that begins with a byte: two for a four-byte
// character, zero for a continuation byte.
func unitsOf(b byte) int32 {
	switch {
	case b&0xc0 == 0x80:
		return 0
	case b >= 0xf0:
		return 2
	}
	return 1
}

func (l *lines) unitsBefore(offset int) int {
	block := min(offset/unitStep, len(l.units)-1)
	n := l.units[block]
	for i := block * unitStep; i < offset; i++ {
		n += unitsOf(l.src[i])
	}
	return int(n)
}

// at returns the place of a byte offset.
func (l *lines) at(offset int) Pos {
	line := sort.Search(len(l.starts), func(i int) bool { return int(l.starts[i]) > offset })
	line = max(line, 1)
	start := int(l.starts[line-1])
	col := offset - start
	if l.units != nil {
		col = l.unitsBefore(offset) - l.unitsBefore(start)
	}
	return Pos{Line: line, Col: max(col, 0) + 1, Offset: offset}
}
