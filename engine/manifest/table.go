package manifest

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

// Table is what a row class says of its table.
type Table struct {
	Class      *schema.Class
	Name       string // as it is written, with a schema in front maybe
	Datasource string // of its own; empty for the primary one
	Columns    []Column
	ID         int    // the column of @Id
	Generated  string // by whom an id is: GeneratedByDatabase, GeneratedUUID, or empty for nobody
	Version    int    // the column of @Version, or -1

	Spot fault.Spot // of @Table

	// Bare: an object of the class is its prototype and its columns, so it need not be constructed.
	Bare bool
}

// By whom ids are made.
const (
	GeneratedByDatabase = "database"
	GeneratedUUID       = "uuid"
)

// Column is a field that is kept in the table.
type Column struct {
	Field string
	Name  string // in the table
	Kept  Kept
	Place fault.Place // of the field
}

// table reads a row class; nil when it makes no table, which is reported.
func (b *rowsBuilder) table(owner *declared) *Table {
	before := len(b.problems.Errors())
	chain := b.chain(owner)
	t := &Table{Class: b.Types.Class(owner.file, owner.class), ID: -1, Version: -1}
	b.problems = append(b.problems, b.Types.ResolveFields(t.Class)...)
	hidden, wrong := b.Types.HiddenFields(t.Class)
	fields := append(slices.Clone(t.Class.Fields), hidden...)
	b.problems = append(b.problems, wrong...)
	named := b.named(owner, chain, t)
	if named == nil {
		return nil
	}
	if t.Class.RequiredArgs > 0 || t.Class.Abstract {
		d := owner.spot().Problem("row-constructor", "no %s can be made of a row", owner.name())
		b.report(fault.Explain(d, "the class is abstract, or its constructor wants arguments",
			"make it a class that `new "+owner.name()+"()` makes"))
	}
	b.columns(chain, t, fields, named.Options.Text("naming") == snakeCase)
	b.strayFields(chain, fields)
	if t.ID < 0 && len(b.problems.Errors()) == before {
		d := owner.spot().Problem("row-id", "the row class %s has no @Id", owner.name())
		b.report(fault.Explain(d, "a row is found and kept by its id", "write @Id in front of the field that is the primary key: @Id id = null;"))
	}
	if len(b.problems.Errors()) > before {
		return nil
	}
	t.Bare = isBare(chain, t)
	return t
}

// snakeCase is the naming by which a field createdAt is the column created_at.
const snakeCase = "snake_case"

// named finds @Table on a class or its nearest base, and reads it.
func (b *rowsBuilder) named(owner *declared, chain []*declared, t *Table) *Declaration {
	for _, link := range chain {
		d := link.find("Table")
		if d == nil {
			continue
		}
		s := b.spotOf(link, d)
		t.Name, t.Datasource = b.optionText(d, "name", s), b.optionText(d, "datasource", s)
		if naming := d.Options.Text("naming"); naming != "" && naming != snakeCase {
			problem := s.Problem("decorator-option", "the option \"naming\" of @Table is %q", naming)
			b.report(fault.Explain(problem, "columns are called like their fields, or in snake_case", "write naming: \"snake_case\", or leave it out"))
		}
		t.Spot = s
		b.checkDatasource(t, s)
		return d
	}
	d := owner.spot().Problem("row-table", "%s has a repository and no @Table", owner.name())
	d.Hint = fmt.Sprintf("write @Table(%q) above `class %s`", strings.ToLower(owner.name())+"s", owner.name())
	b.report(d)
	return nil
}

// checkDatasource reports rows whose database is not configured.
func (b *rowsBuilder) checkDatasource(t *Table, s fault.Spot) {
	names, primary := b.datasources()
	switch {
	case t.Datasource == "" && primary == "":
		d := s.Problem("row-datasource", "%s is kept in the primary datasource, and there is none", t.Class.Name)
		d.Hint = "configure one below `datasource` in config/application.yml, with isPrimary: true when there are several"
		b.report(d)
	case t.Datasource != "" && !slices.Contains(names, t.Datasource):
		d := s.Problem("row-datasource", "%s is kept in the datasource %q, and there is none of that name", t.Class.Name, t.Datasource)
		d.Hint = fault.DidYouMean("%q", t.Datasource, names, "configure it below `datasource` in config/application.yml")
		b.report(d)
	}
}

// isBare tells a class without a constructor and private members, each of whose initialised fields is a column.
func isBare(chain []*declared, t *Table) bool {
	if last := chain[len(chain)-1]; last.class.Extends != nil {
		return false // a base class that is not read
	}
	for _, link := range chain {
		for _, m := range link.class.Members {
			isColumn := slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Field == m.Name })
			switch {
			case m.Static:
			case m.Kind == source.Constructor, m.Access == source.HashPrivate, m.Accessor, m.Computed:
				return false
			case m.Kind == source.Field && !isColumn:
				return false
			}
		}
	}
	return true
}

// snake makes created_at of createdAt, and user_id of userID.
func snake(name string) string {
	var out strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		startsWord := unicode.IsUpper(r) && i > 0 && runes[i-1] != '_' &&
			(!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]))
		if startsWord {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}
