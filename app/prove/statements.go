package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/sqltext"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// The codes of the problems.
const (
	codeStatement = "sql-statement"
	codeResult    = "sql-result"
)

// statement proves one statement, if that is possible.
func (p *proof) statement(m *manifest.Manifest, s *manifest.Statement) {
	if !s.Known {
		p.not(unprovedMade)
		return
	}
	if s.Anywhere {
		p.not(unprovedAnywhere)
		return
	}
	db, reason := p.open(s.Datasource)
	if isLeftOut(s.Text) {
		reason = unprovedLeftOut
	}
	if reason == "" && !isProvable(db.Dialect(), s) {
		reason = unprovedByNature
	}
	if reason != "" {
		p.not(reason)
		return
	}
	columns, err := db.Prepare(p.ctx, s.Text)
	if err == nil {
		p.Statements++
		p.result(m, s, db, columns)
		return
	}
	if e := p.refused(db, err); e != nil {
		p.wrong(s, db, e)
	}
}

// isLeftOut reports whether a statement is marked as not meant for this database, for example as one of
// several variants that a script chooses from.
func isLeftOut(sql string) bool { return strings.HasPrefix(strings.TrimSpace(sql), "/* unproved */") }

// isProvable reports whether preparing the statement proves anything. It does not for statements that define
// or control something, which databases accept whatever they name, or execute at once, nor for scripts of
// several statements, since later ones may depend on earlier ones.
func isProvable(dialect data.Dialect, s *manifest.Statement) bool {
	if s.By == "execute" {
		if pieces, err := sqltext.Split(dialect, s.Text); err != nil || len(pieces) != 1 {
			return false
		}
	}
	switch sqltext.Verb(dialect, s.Text) {
	case "SELECT", "WITH", "VALUES", "INSERT", "UPDATE", "DELETE", "REPLACE", "MERGE":
		return true
	}
	_, err := sqltext.Parse(dialect, s.Text)
	return err != nil || isMisspelt(sqltext.Verb(dialect, s.Text))
}

// isMisspelt reports whether a first word is close to that of a statement that can be proved.
func isMisspelt(verb string) bool {
	return fault.Nearest(verb, []string{"SELECT", "INSERT", "UPDATE", "DELETE"}) != ""
}

// wrong reports a statement that the database refuses.
func (p *proof) wrong(s *manifest.Statement, db *data.DB, e *data.Error) {
	what, name := e.Missing()
	if what != data.MissingNothing && p.namesOwn(db.Dialect(), s.Text) {
		p.not(unprovedOwnTables)
		return
	}
	d := p.at(s, db.Dialect(), e.Offset)
	d.Code, d.Message = codeStatement, s.In+": "+e.Message
	switch what {
	case data.MissingTable:
		d.Severity = p.severity()
		d.Message = fmt.Sprintf("%s: the database %q has no table %q", s.In, db.Name(), name)
		d.Hint, d.Mend = p.hintTable(db, name)
	case data.MissingColumn:
		d.Severity = p.severity()
		d.Message = fmt.Sprintf("%s: there is no column %q", s.In, name)
		d.Hint, d.Mend = p.hintColumn(s, db, name)
	}
	p.report(d)
}

// namesOwn reports whether a statement names a table that scripts create.
func (p *proof) namesOwn(dialect data.Dialect, sql string) bool {
	own := false
	sqltext.Names(dialect, sql, func(name string, _ int) bool {
		own = p.isOwn(name)
		return !own
	})
	return own
}

// at returns a diagnostic at the place of a byte of a statement, or else at its beginning.
func (p *proof) at(s *manifest.Statement, dialect data.Dialect, offset int) fault.Diagnostic {
	d := fault.Diagnostic{Place: s.Place, Length: 1}
	if offset < 0 {
		return d
	}
	if place, ok := s.Spot(p.text(s.Place.File), offset); ok {
		d.Place, d.Length = place, sqltext.Length(dialect, s.Text, offset)
	}
	return d
}

// hintColumn suggests the most similar column of the tables that a statement names, or lists all of them.
func (p *proof) hintColumn(s *manifest.Statement, db *data.DB, name string) (text string, mend *fault.Mend) {
	catalogue := p.catalogue(db)
	var tables, columns []string
	sqltext.Names(db.Dialect(), s.Text, func(table string, _ int) bool {
		table = strings.ToLower(table)
		if list, ok := catalogue[table]; ok && !slices.Contains(tables, table) {
			tables, columns = append(tables, table), append(columns, list...)
		}
		return true
	})
	if near := fault.Nearest(name, columns); near != "" {
		return fmt.Sprintf("did you mean %q?", near), &fault.Mend{Old: name, New: near}
	}
	hint := ""
	if at := sqltext.FindName(db.Dialect(), s.Text, name); at >= 0 && s.Text[at] == '"' {
		hint = "write texts in single quotes: '" + name + "'; "
	}
	if len(tables) == 1 && len(columns) <= 24 {
		return hint + "the columns of " + tables[0] + " are " + strings.Join(columns, ", "), nil
	}
	return strings.TrimSuffix(hint, "; "), nil
}

// result reports columns of a result that the class of its rows lacks, and fields that no column fills.
func (p *proof) result(m *manifest.Manifest, s *manifest.Statement, db *data.DB, columns []data.Column) {
	if s.Rows == nil || columns == nil {
		return
	}
	fields := m.RowFields(s)
	names := make([]string, len(columns))
	var lacks []int
	for i, c := range columns {
		names[i] = c.Name
		if !fields.Take(c.Name) {
			lacks = append(lacks, i)
		}
	}
	left := fields.Required()
	for _, i := range lacks {
		d := p.at(s, db.Dialect(), sqltext.FindName(db.Dialect(), s.Text, names[i]))
		d.Severity, d.Code = fault.Warning, codeResult
		d.Message = fmt.Sprintf("%s: the result has the column %q, for which %s has no field", s.In, names[i], s.Rows.Name)
		if near := fault.Nearest(names[i], left); near != "" {
			d.Hint = fmt.Sprintf("did you mean %s? Name the field with AS, or the column with @Column(%q)", near, names[i])
		} else {
			d.Hint = "add a field for it, or leave the column out of the result"
		}
		p.report(d)
	}
	if len(left) > 0 {
		d := p.at(s, db.Dialect(), -1)
		d.Severity, d.Code = fault.Warning, codeResult
		d.Message = fmt.Sprintf("%s: the result has no column for %s of %s", s.In, strings.Join(left, ", "), s.Rows.Name)
		d.Hint = "select it too, or give the field a default or an optional type"
		p.report(d)
	}
}
