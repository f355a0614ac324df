package sqltext

import (
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// maskedBytes is the length to which a statement is cut.
const maskedBytes = 4000

// Masked returns a statement without the values that are written in it: each text and number is a question mark. A long statement is
// cut. operation is its first word in capitals, such as SELECT; "" if it does not begin with a word.
func Masked(d Dialect, sql string) (text, operation string) {
	first := scanner{dialect: d, text: sql}
	operation, _ = first.nextWord()
	var b strings.Builder
	scan := scanner{dialect: d, text: sql}
	for t, ok := scan.next(); ok && b.Len() < maskedBytes; t, ok = scan.next() {
		piece := sql[t.start:t.end]
		switch {
		case t.kind == word && isDigit(piece[0]), t.kind == quoted && isValue(d, piece):
			b.WriteByte('?')
		case t.kind == blank && !isBlank(piece[0]): // a comment
			b.WriteByte(' ')
		default:
			b.WriteString(piece)
		}
	}
	return fault.Shortened(strings.TrimSpace(b.String()), maskedBytes), operation
}

// isValue reports whether something quoted is a text, and not a name.
func isValue(d Dialect, piece string) bool {
	switch piece[0] {
	case '`', '[':
		return false
	case '"':
		return d == MySQL
	}
	return true
}
