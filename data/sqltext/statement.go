package sqltext

import (
	"errors"
	"strconv"
	"strings"
)

// Statement is one parsed SQL statement.
type Statement struct {
	Source string  // as it was written
	SQL    string  // the same with the placeholders of its database
	Params []Param // the values to send with SQL, in this order
	Named  bool    // parameters have names
	Kind   Kind

	edits []edit
}

// Param is one parameter: by name, or by position counting from 0.
type Param struct {
	Name  string
	Index int
}

// edit is one placeholder: its place in Source, and its text in SQL.
type edit struct {
	token token
	with  string
	param int     // index in Params; -1 for a mark that is not a parameter
	in    *inList // the list around it, or nil
}

// The errors of Parse; everything else is left to the database.
var (
	ErrMixedParams = errors.New("named and positional parameters are mixed")
	ErrMixedMarks  = errors.New("? and numbered parameters are mixed")
)

// Parse finds the parameters of sql and rewrites them: ? for SQLite and MySQL, $1 for PostgreSQL,
// where a name that is used twice is one parameter. If a PostgreSQL statement has named
// parameters, its plain ? are the JSON operator.
func Parse(d Dialect, sql string) (*Statement, error) {
	s := &Statement{Source: sql, Kind: Classify(d, sql)}
	marks, err := placeholders(d, sql)
	if err != nil {
		return nil, err
	}
	lists := inLists(d, sql, marks)
	if strings.HasPrefix(sql, ByteOrderMark) {
		s.edits = append(s.edits, edit{token: token{end: len(ByteOrderMark)}, param: -1})
	}
	for i, m := range marks {
		e := edit{token: m, with: "?", param: -1, in: lists[i]}
		if m.kind == placeholder {
			e.param, e.with = s.bind(d, m)
		}
		s.edits = append(s.edits, e)
	}
	s.SQL = s.rewritten()
	return s, nil
}

// placeholders returns the marks to rewrite.
func placeholders(d Dialect, sql string) ([]token, error) {
	var plain, numbered, named bool
	var marks []token
	scan := scanner{dialect: d, text: sql}
	for t, ok := scan.next(); ok; t, ok = scan.next() {
		if t.kind != placeholder && t.kind != escapedMark {
			continue
		}
		marks = append(marks, t)
		if t.kind == placeholder {
			named = named || t.name != ""
			numbered = numbered || t.number > 0
			plain = plain || t.name == "" && t.number == 0
		}
	}
	switch {
	case plain && numbered:
		return nil, ErrMixedMarks
	case named && numbered, named && plain && d != Postgres:
		return nil, ErrMixedParams
	case named && plain:
		marks = withoutPlain(marks)
	}
	return marks, nil
}

func withoutPlain(marks []token) []token {
	kept := marks[:0]
	for _, m := range marks {
		if m.kind == escapedMark || m.name != "" {
			kept = append(kept, m)
		}
	}
	return kept
}

// bind adds the parameter of a mark and returns it with its placeholder.
func (s *Statement) bind(d Dialect, m token) (param int, with string) {
	p := Param{Name: m.name, Index: len(s.Params)}
	if m.name != "" {
		s.Named = true
	}
	if m.number > 0 {
		p.Index = m.number - 1
	}
	if d != Postgres {
		s.Params = append(s.Params, p)
		return len(s.Params) - 1, "?"
	}
	for i, known := range s.Params {
		if m.name != "" && known.Name == m.name || m.number > 0 && known.Index == p.Index {
			return i, "$" + strconv.Itoa(i+1)
		}
	}
	s.Params = append(s.Params, p)
	return len(s.Params) - 1, "$" + strconv.Itoa(len(s.Params))
}

func (s *Statement) rewritten() string {
	if len(s.edits) == 0 {
		return s.Source
	}
	var b strings.Builder
	b.Grow(len(s.Source) + 2*len(s.edits))
	last := 0
	for _, e := range s.edits {
		b.WriteString(s.Source[last:e.token.start])
		b.WriteString(e.with)
		last = e.token.end
	}
	b.WriteString(s.Source[last:])
	return b.String()
}

// SourceOffset converts a byte offset in SQL to the one in Source.
func (s *Statement) SourceOffset(offset int) int {
	shift := 0 // how many bytes Source is ahead of SQL
	for _, e := range s.edits {
		at := e.token.start - shift
		if offset < at+len(e.with) {
			return min(offset, at) + shift
		}
		shift += e.token.end - e.token.start - len(e.with)
	}
	return min(offset+shift, len(s.Source))
}

// Positions returns how many values a statement with parameters by position needs.
func (s *Statement) Positions() int {
	n := 0
	for _, p := range s.Params {
		n = max(n, p.Index+1)
	}
	return n
}
