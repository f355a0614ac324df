package instrument

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fwrun/fwrun/engine/source"
)

// edit is a text that is put in front of an offset.
type edit struct {
	at     int32
	closes bool
	text   string
}

// edited returns a text with edits, and the source map that leads from it to the text: from each token to itself. What closes at an offset
// stands before what opens there; besides that edits keep their order.
func edited(name, text string, tokens []source.Span, edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int {
		closing := func(e edit) int {
			if e.closes {
				return 0
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(closing(a), closing(b)))
	})
	edits = joined(text, edits)
	var out strings.Builder
	w := mapWriter{}
	from := 0
	copyTo := func(to int) {
		w.copied(text[from:to], from, tokens)
		out.WriteString(text[from:to])
		from = to
	}
	for _, e := range edits {
		copyTo(int(e.at))
		out.WriteString(e.text)
		w.column += len(e.text) // which is ASCII and one line
	}
	copyTo(len(text))
	found, _ := json.Marshal(map[string]any{"version": 3, "sources": []string{name}, "names": []string{}, "mappings": w.String()})
	out.WriteString("\n//# sourceMappingURL=data:application/json;base64," + base64.StdEncoding.EncodeToString(found) + "\n")
	return out.String()
}

// joined makes one call of those that follow one another, as the first two of a function do.
func joined(text string, edits []edit) []edit {
	const begin, end = CounterName + "(", ");"
	list := edits[:0]
	for _, e := range edits {
		if len(list) > 0 {
			last := &list[len(list)-1]
			isCall := strings.HasPrefix(e.text, begin) && strings.HasSuffix(last.text, end)
			if isCall && strings.TrimSpace(text[last.at:e.at]) == "" {
				last.text = strings.TrimSuffix(last.text, end) + "," + strings.TrimPrefix(e.text, begin)
				continue
			}
		}
		list = append(list, e)
	}
	return list
}

// mapWriter writes mappings for a text that is copied with additions. Numbers are the differences to those before.
type mapWriter struct {
	strings.Builder
	column, line, original     int // where the writer is: the column here, the line of both, the column there
	lastColumn, lastLine, last int // of the latest segment
	segments                   bool
	token                      int
}

// copied moves behind a part of the text, which begins at an offset.
func (w *mapWriter) copied(part string, from int, tokens []source.Span) {
	for i := 0; i < len(part); {
		for w.token < len(tokens) && int(tokens[w.token].End) <= from+i {
			w.token++
		}
		if w.token < len(tokens) && int(tokens[w.token].Start) == from+i {
			w.segment()
		}
		c, size := utf8.DecodeRuneInString(part[i:])
		i += size
		switch {
		case c == '\n' || c == '\u2028' || c == '\u2029' || c == '\r' && (i == len(part) || part[i] != '\n'):
			w.WriteByte(';')
			w.line++
			w.column, w.original, w.lastColumn, w.segments = 0, 0, 0, false
		case c >= 0x10000:
			w.column, w.original = w.column+2, w.original+2
		default:
			w.column, w.original = w.column+1, w.original+1
		}
	}
}

func (w *mapWriter) segment() {
	if w.segments {
		w.WriteByte(',')
	}
	for _, number := range []int{w.column - w.lastColumn, 0, w.line - w.lastLine, w.original - w.last} {
		w.number(number)
	}
	w.lastColumn, w.lastLine, w.last, w.segments = w.column, w.line, w.original, true
}

// number writes a number in base64, five bits a digit, lowest first. The lowest bit is its sign.
func (w *mapWriter) number(n int) {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	value := n << 1
	if n < 0 {
		value = -n<<1 | 1
	}
	for ; value > 31; value >>= 5 {
		w.WriteByte(digits[value&31|32])
	}
	w.WriteByte(digits[value])
}
