package forwarded

import "strings"

// backwards splits a list header into its entries, from the last one to the first. A comma inside of quotes does not
// end an entry.
type backwards struct{ lines []string }

func newBackwards(lines []string) backwards { return backwards{lines} }

// next returns the entry to the left of the previous one; it skips empty entries.
func (b *backwards) next() (entry string, more bool) {
	for len(b.lines) > 0 {
		last := len(b.lines) - 1
		line := b.lines[last]
		start := startOfLast(line)
		if entry = strings.Trim(line[start:], " \t"); start == 0 {
			b.lines = b.lines[:last]
		} else {
			b.lines = append(b.lines[:last:last], line[:start-1])
		}
		if entry != "" {
			return entry, true
		}
	}
	return "", false
}

// startOfLast returns the position after the last comma that is not quoted, reading from the right: text further left
// cannot change the result.
func startOfLast(line string) int {
	quoted := false
	for i := len(line) - 1; i >= 0; i-- {
		switch line[i] {
		case '"':
			if quoted && isEscaped(line, i) {
				continue
			}
			quoted = !quoted
		case ',':
			if !quoted {
				return i + 1
			}
		}
	}
	return 0
}

// isEscaped reports whether a character follows an odd number of backslashes.
func isEscaped(line string, at int) bool {
	n := 0
	for at--; at >= 0 && line[at] == '\\'; at-- {
		n++
	}
	return n%2 == 1
}
