package sqltext

import "strings"

// Kind is what a statement does, as far as its words show.
type Kind uint8

// The kinds. A statement is a write unless it is known to read or to control a transaction.
const (
	Write       Kind = iota
	Read             // returns rows and changes nothing
	Transaction      // begins or ends a transaction
	Savepoint        // begins or ends a part of a transaction
)

// ControlsTransaction reports whether the statement begins, ends or divides a transaction.
func (k Kind) ControlsTransaction() bool { return k == Transaction || k == Savepoint }

// Classify returns the kind of a statement from its first word; for WITH from the first verb
// outside of parentheses. It does not detect functions that write when they are selected.
func Classify(d Dialect, sql string) Kind {
	scan := scanner{dialect: d, text: sql}
	first, ok := scan.nextWord()
	if !ok {
		return Write
	}
	switch first {
	case "SELECT", "VALUES", "TABLE", "EXPLAIN", "SHOW", "DESCRIBE", "DESC":
		return Read
	case "SAVEPOINT", "RELEASE":
		return Savepoint
	case "BEGIN", "START", "COMMIT", "END", "ABORT":
		return Transaction
	case "ROLLBACK":
		return scan.rollback()
	case "PRAGMA":
		if strings.Contains(sql, "=") {
			return Write
		}
		return Read
	case "WITH":
		return scan.verbAfterWith()
	default:
		return Write
	}
}

func (s *scanner) verbAfterWith() Kind {
	depth := 0
	for t, ok := s.next(); ok; t, ok = s.next() {
		text := s.text[t.start:t.end]
		switch {
		case text == "(":
			depth++
		case text == ")":
			depth--
		case t.kind == word && depth == 0:
			switch strings.ToUpper(text) {
			case "SELECT", "VALUES", "TABLE":
				return Read
			case "INSERT", "UPDATE", "DELETE", "REPLACE", "MERGE":
				return Write
			}
		}
	}
	return Write
}

// rollback distinguishes ROLLBACK TO a savepoint from ROLLBACK of the whole transaction.
func (s *scanner) rollback() Kind {
	for name, ok := s.nextWord(); ok; name, ok = s.nextWord() {
		if name == "TO" {
			return Savepoint
		}
	}
	return Transaction
}

// nextWord skips blanks and opening parentheses and returns the next word in capitals.
func (s *scanner) nextWord() (string, bool) {
	for t, ok := s.next(); ok; t, ok = s.next() {
		text := s.text[t.start:t.end]
		switch {
		case t.kind == word:
			return strings.ToUpper(text), true
		case t.kind != blank && text != "(" && text != ";":
			return "", false
		}
	}
	return "", false
}

// Start returns where a text's first statement begins, after white space, comments and
// semicolons; len(text) if there is no statement.
func Start(d Dialect, text string) int {
	scan := scanner{dialect: d, text: text}
	for t, ok := scan.next(); ok; t, ok = scan.next() {
		if t.kind != blank && text[t.start] != ';' {
			return t.start
		}
	}
	return len(text)
}
