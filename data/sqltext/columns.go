package sqltext

import "strings"

// Columns returns, for each of the parameters, the column that its value is probably compared with or assigned to: "password" in
// "where password = ?". It is "" where the statement does not say it at that place; of a parameter that is used more than once they are
// joined by commas. Columns reads words only, so that it guesses.
func (s *Statement) Columns(d Dialect) []string {
	columns := make([]string, len(s.Params))
	at := make(map[int]int, len(s.edits)) // parameters by the place of their mark
	for _, e := range s.edits {
		if e.param >= 0 {
			at[e.token.start] = e.param
		}
	}
	r := columnReader{text: s.Source, dialect: d}
	scan := scanner{dialect: d, text: s.Source}
	for t, ok := scan.next(); ok; t, ok = scan.next() {
		if param, is := at[t.start]; is && t.kind == placeholder {
			columns[param] = joined(columns[param], r.column)
			continue
		}
		r.read(t, scan.pos)
	}
	return columns
}

// joined adds a column to those of a parameter.
func joined(known, column string) string {
	switch {
	case known == "" || column == known:
		return column
	case column == "":
		return known
	}
	return known + ", " + column
}

// Identifiers yields the words and quoted names of a statement: columns, tables and functions, and keywords, too.
func Identifiers(d Dialect, sql string) func(yield func(name string) bool) {
	return func(yield func(name string) bool) {
		scan := scanner{dialect: d, text: sql}
		for t, ok := scan.next(); ok; t, ok = scan.next() {
			name, is := nameOf(d, sql, t)
			if is && !yield(name) {
				return
			}
		}
	}
}

// nameOf returns the name that a token is.
func nameOf(d Dialect, sql string, t token) (name string, ok bool) {
	piece := sql[t.start:t.end]
	switch {
	case t.kind == word && !isDigit(piece[0]):
		return piece, true
	case t.kind == quoted && !isValue(d, piece) && strings.IndexByte("\"`[", piece[0]) >= 0 && len(piece) > 2:
		return piece[1 : len(piece)-1], true
	}
	return "", false
}

// columnReader follows which column is spoken of while a statement is read.
type columnReader struct {
	text    string
	dialect Dialect

	column string   // the one that is spoken of
	around []string // those that were spoken of before the open brackets
	insert listing  // the columns of an INSERT
	ranged bool     // the AND of a BETWEEN follows
}

// listing is how far the list of columns of an INSERT, and the lists of its values, are read.
type listing struct {
	state   int // notInsert and the others
	columns []string
	next    int // of the column that the value belongs to
}

const (
	notInsert  = iota
	wantTable  // INTO was read
	wantList   // the name of the table was read
	readsList  // within the list of columns
	wantValues // the list was read
	readsRows  // VALUES was read
)

// read takes one more token, after which the text goes on at end.
func (r *columnReader) read(t token, end int) {
	name, isName := nameOf(r.dialect, r.text, t)
	switch {
	case t.kind == blank:
	case isName:
		r.readName(name, t.kind == word, end)
	case t.kind == punctuation:
		r.readMark(r.text[t.start])
	}
}

func (r *columnReader) readName(name string, plain bool, end int) {
	if plain && r.keyword(strings.ToUpper(name)) {
		return
	}
	switch {
	case r.insert.state == readsList:
		r.insert.columns = append(r.insert.columns, name)
	case r.insert.state == wantTable:
		r.insert.state = wantList
	case strings.HasPrefix(strings.TrimLeft(r.text[end:], " \t\r\n"), "(") && plain: // a function
	case r.insert.state != readsRows:
		r.column = name
	}
}

// keyword reads a word that says what follows, and reports whether it is one.
func (r *columnReader) keyword(word string) bool {
	switch word {
	case "LIKE", "ILIKE", "GLOB", "IN", "IS", "NOT", "ANY", "ALL", "REGEXP", "SIMILAR", "TO", "ESCAPE", "COLLATE":
	case "BETWEEN":
		r.ranged = true
	case "AND":
		if !r.ranged {
			r.column = ""
		}
		r.ranged = false
	case "INTO":
		r.insert.state, r.column = wantTable, ""
	case "VALUES", "VALUE":
		if len(r.insert.columns) > 0 {
			r.insert.state = readsRows
		}
		r.column = ""
	case "SELECT", "FROM", "WHERE", "OR", "SET", "ON", "HAVING", "LIMIT", "OFFSET", "FETCH", "WHEN", "THEN", "ELSE", "CASE", "END", "RETURNING",
		"UNION", "EXCEPT", "INTERSECT", "BY", "WITH", "AS", "DO", "UPDATE", "USING", "JOIN", "FILTER":
		r.column, r.ranged = "", false
		if r.insert.state >= wantValues {
			r.insert.state = notInsert
		}
	default:
		return false
	}
	return true
}

func (r *columnReader) readMark(c byte) {
	switch c {
	case '(':
		r.around = append(r.around, r.column)
		r.openList()
	case ')':
		r.closeList()
		if n := len(r.around); n > 0 {
			r.column, r.around = r.around[n-1], r.around[:n-1]
		}
	case ',':
		r.nextOfList()
	case ';':
		*r = columnReader{text: r.text, dialect: r.dialect}
	}
}

func (r *columnReader) openList() {
	switch {
	case r.insert.state == wantList && len(r.around) == 1:
		r.insert.state = readsList
	case r.insert.state == readsRows && len(r.around) == 1:
		r.insert.next = 0
		r.column = r.insert.columns[0]
	}
}

func (r *columnReader) closeList() {
	if r.insert.state == readsList && len(r.around) == 1 {
		r.insert.state = wantValues
	}
}

// nextOfList moves on to the next value of a row, to the next assignment, or within the list of an IN.
func (r *columnReader) nextOfList() {
	n := len(r.around)
	switch {
	case r.insert.state == readsRows && n == 1:
		r.column = ""
		if r.insert.next++; r.insert.next < len(r.insert.columns) {
			r.column = r.insert.columns[r.insert.next]
		}
	case n > 0:
		r.column = r.around[n-1]
	default:
		r.column = ""
	}
}
