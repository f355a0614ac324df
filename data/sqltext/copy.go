package sqltext

import (
	"slices"
	"strings"
)

// CopiesIn reports whether a statement of PostgreSQL takes rows that its client sends after it: COPY … FROM stdin.
func CopiesIn(sql string) bool {
	scan := scanner{dialect: Postgres, text: sql}
	if first, _ := scan.nextWord(); first != "COPY" { // most statements are read no further
		return false
	}
	words := firstWords(Postgres, sql, 8)
	from := slices.Index(words, "FROM")
	return from >= 0 && slices.Contains(words[from:min(from+2, len(words))], "STDIN")
}

// endOfData is the line that ends the rows of COPY in a script.
const endOfData = `\.`

// SplitData divides what [Split] returns for COPY … FROM stdin into the statement and the rows that follow it. It reports false for any
// other statement.
func SplitData(piece string) (statement, rows string, ok bool) {
	scan := scanner{dialect: Postgres, text: piece}
	for t, more := scan.next(); more; t, more = scan.next() {
		if piece[t.start:t.end] != ";" {
			continue
		}
		statement = piece[:t.start]
		_, rows, ok = strings.Cut(piece[t.end:], "\n")
		rows, ends := strings.CutSuffix(rows, endOfData)
		return statement, rows, ok && ends && CopiesIn(statement)
	}
	return "", "", false
}

// takeData adds the rows behind a statement that copies them to its piece, which was cut just now.
func (s *splitter) takeData() error {
	last := &s.pieces[len(s.pieces)-1]
	if s.dialect != Postgres || !CopiesIn(last.Text) {
		return nil
	}
	length, ends := dataEnd(s.text[s.pos:])
	if !ends {
		return &UnterminatedError{last.Offset, last.Line, "list of rows for COPY"}
	}
	s.pos += length
	last.Text = strings.TrimRight(s.text[last.Offset:s.pos], "\r\n")
	return nil
}

// dataEnd returns the length of the rows at the beginning of rest, which follows a statement, up to the end of the line that ends them.
// Without such a line they do not end.
func dataEnd(rest string) (length int, ends bool) {
	for line := range strings.Lines(rest) {
		length += len(line)
		if strings.TrimRight(line, "\r\n") == endOfData {
			return length, true
		}
	}
	return length, false
}
