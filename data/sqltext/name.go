package sqltext

import "strings"

// FindName returns the offset of the first occurrence of a name, quoted or not, in upper or lower
// case, or -1.
func FindName(d Dialect, sql, name string) int {
	at := -1
	Names(d, sql, func(found string, offset int) bool {
		if strings.EqualFold(found, name) {
			at = offset
		}
		return at < 0
	})
	return at
}

// Names yields the words of a statement that may be names, without their quotes, and their offsets.
func Names(d Dialect, sql string, yield func(name string, offset int) bool) {
	scan := scanner{dialect: d, text: sql}
	for t, ok := scan.next(); ok; t, ok = scan.next() {
		text := sql[t.start:t.end]
		switch {
		case t.kind == quoted && !t.open && len(text) > 2 && strings.IndexByte("\"`[", text[0]) >= 0:
			text = text[1 : len(text)-1]
		case t.kind != word:
			continue
		}
		if !yield(text, t.start) {
			return
		}
	}
}

// Length returns the length of the token that begins at an offset, or 1 if there is no token.
func Length(d Dialect, sql string, offset int) int {
	if offset < 0 || offset >= len(sql) {
		return 1
	}
	scan := scanner{dialect: d, text: sql[offset:]}
	t, _ := scan.next()
	if t.kind == blank {
		return 1
	}
	return t.end
}

// Verb returns a statement's first word in capitals, or "" if it has no word.
func Verb(d Dialect, sql string) string {
	scan := scanner{dialect: d, text: sql}
	verb, _ := scan.nextWord()
	return verb
}
