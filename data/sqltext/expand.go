package sqltext

import (
	"fmt"
	"strconv"
	"strings"
)

// inList is the IN (…) around a placeholder.
type inList struct {
	start, end int // from NOT or IN to the closing parenthesis, 0 if that is missing
	not        bool
	marks      int  // the number of placeholders in it
	more       bool // it contains more than placeholders and commas
}

// inLists returns the list around each mark, or nil for a mark outside of lists.
func inLists(d Dialect, sql string, marks []token) []*inList {
	lists := make([]*inList, len(marks))
	if len(marks) == 0 {
		return lists
	}
	scan, at := scanner{dialect: d, text: sql}, 0
	var before [2]token  // the last two tokens that are not blank
	var opened []*inList // the parentheses around, nil for those that do not belong to IN (…)
	for t, ok := scan.next(); ok; t, ok = scan.next() {
		if t.kind == blank {
			continue
		}
		var around *inList
		if len(opened) > 0 {
			around = opened[len(opened)-1]
		}
		isMark := at < len(marks) && marks[at].start == t.start
		switch text := sql[t.start:t.end]; {
		case text == "(":
			around.other()
			opened = append(opened, openList(sql, before))
		case text == ")" && len(opened) > 0:
			around.close(t.end)
			opened = opened[:len(opened)-1]
		case isMark && t.kind == placeholder && around != nil:
			lists[at] = around
			around.marks++
		case text != ",":
			around.other()
		}
		if isMark {
			at++
		}
		before[0], before[1] = before[1], t
	}
	return lists
}

// openList begins a list if the two tokens before a parenthesis make it one.
func openList(sql string, before [2]token) *inList {
	if !before[1].isWord(sql, "IN") {
		return nil
	}
	if before[0].isWord(sql, "NOT") {
		return &inList{start: before[0].start, not: true}
	}
	return &inList{start: before[1].start}
}

func (l *inList) other() {
	if l != nil {
		l.more = true
	}
}

func (l *inList) close(end int) {
	if l != nil {
		l.end = end
	}
}

func (t token) isWord(sql, name string) bool {
	return t.kind == word && strings.EqualFold(sql[t.start:t.end], name)
}

// HasList reports whether a parameter is in IN (…), where its value may be a list.
func (s *Statement) HasList() bool {
	for _, e := range s.edits {
		if e.in != nil {
			return true
		}
	}
	return false
}

// Single is the number of values of a parameter that is not a list.
const Single = -1

// Expand returns the statement for lists: counts holds the number of values of each of Params, or
// Single. The result's Params are those of s, with a list repeated for each of its values.
//
// A list must be in IN (…). An empty list makes a condition that is false for every row, and with
// NOT IN true for every row, even where the column is null.
func (s *Statement) Expand(d Dialect, counts []int) (*Statement, error) {
	out := &Statement{Source: s.Source, Named: s.Named, Kind: s.Kind}
	first := make([]int, len(counts)) // number of each parameter's first value
	for i, n := range counts {
		first[i] = len(out.Params)
		for range max(n, -n) {
			out.Params = append(out.Params, s.Params[i])
		}
	}
	for _, e := range s.edits {
		made, err := s.expandEdit(d, e, counts, first)
		if err != nil {
			return nil, err
		}
		out.edits = append(out.edits, made)
	}
	out.SQL = out.rewritten()
	return out, nil
}

func (s *Statement) expandEdit(d Dialect, e edit, counts, first []int) (edit, error) {
	if e.param < 0 {
		return e, nil
	}
	switch n := counts[e.param]; {
	case n == Single:
		e.with = listOf(d, first[e.param], 1)
	case e.in == nil:
		return e, fmt.Errorf("%s is a list, which is only allowed in IN (…); one value is expected here", s.nameOf(e))
	case n > 0:
		e.with = listOf(d, first[e.param], n)
	case e.in.more || e.in.marks > 1 || e.in.end == 0:
		return e, fmt.Errorf("%s is an empty list, which must be the only item of IN (…)", s.nameOf(e))
	default:
		e.token = token{start: e.in.start, end: e.in.end}
		e.with = emptyList(d, e.in.not)
	}
	return e, nil
}

// emptyList returns the condition for a list without values. PostgreSQL infers the type of the
// empty array from the other side; a subquery would have a type of its own.
func emptyList(d Dialect, not bool) string {
	switch {
	case d == Postgres && not:
		return "<> ALL ('{}')"
	case d == Postgres:
		return "= ANY ('{}')"
	}
	with := "IN (SELECT NULL WHERE 1 = 0)"
	if d == MySQL {
		with = "IN (SELECT NULL FROM DUAL WHERE 1 = 0)"
	}
	if not {
		with = "NOT " + with
	}
	return with
}

// listOf returns n placeholders, numbered from first.
func listOf(d Dialect, first, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte("?$?"[d])
		if d == Postgres {
			b.WriteString(strconv.Itoa(first + i + 1))
		}
	}
	return b.String()
}

func (s *Statement) nameOf(e edit) string {
	if e.token.name != "" {
		return ":" + e.token.name
	}
	return "parameter " + strconv.Itoa(s.Params[e.param].Index+1)
}
