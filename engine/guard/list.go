package guard

import "github.com/dop251/goja"

// list collects the elements of an array that is made, in parts. A slice that grows is copied as a whole each time, and while
// a large one is, the whole process waits as soon as the collector begins or ends its work.
type list struct {
	guard  *guard
	parts  [][]goja.Value
	length int
}

// partLength is the length of all parts but the first ones.
const partLength = 1 << 14

func (l *list) add(v goja.Value) {
	if limit := l.guard.limits.ArrayLength; l.length >= limit {
		l.guard.failRange("array of length %d is too long; the limit is %d", l.length+1, limit)
	}
	last := len(l.parts) - 1
	if last < 0 || len(l.parts[last]) == cap(l.parts[last]) {
		l.parts = append(l.parts, make([]goja.Value, 0, min(max(8, l.length), partLength)))
		last++
	}
	l.parts[last] = append(l.parts[last], v)
	l.length++
}

// cut drops all elements from length on.
func (l *list) cut(length int) {
	for l.length > length {
		last := len(l.parts) - 1
		keep := max(0, len(l.parts[last])-(l.length-length))
		l.length -= len(l.parts[last]) - keep
		if l.parts[last] = l.parts[last][:keep]; keep == 0 {
			l.parts = l.parts[:last]
		}
	}
}

func (l *list) array() *goja.Object { return l.guard.arrayOf(l.parts...) }
