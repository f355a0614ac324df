package rows

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// table reads a row class; it returns nil if it has reported that the class makes no table.
func (b *builder) table(owner *declared.Owner) *manifest.Table {
	before := len(b.Problems.Errors())
	chain := b.Chain(owner)
	t := &manifest.Table{Class: b.Types.Class(owner.File, owner.Class), ID: -1, Version: -1}
	b.Problems = append(b.Problems, b.Types.ResolveFields(t.Class)...)
	hidden, wrong := b.Types.HiddenFields(t.Class)
	fields := append(slices.Clone(t.Class.Fields), hidden...)
	b.Problems = append(b.Problems, wrong...)
	named := b.named(owner, chain, t)
	if named == nil {
		return nil
	}
	if t.Class.RequiredArgs > 0 || t.Class.Abstract {
		d := owner.Spot().Problem("row-constructor", "%s cannot be made from a row", owner.Name())
		b.Report(fault.Explain(d, "the class is abstract, or its constructor has required parameters",
			"change it so that `new "+owner.Name()+"()` works"))
	}
	b.columns(chain, t, fields, named.Options.Text("naming") == snakeCase)
	b.strayFields(chain, fields)
	if t.ID < 0 && len(b.Problems.Errors()) == before {
		d := owner.Spot().Problem("row-id", "the row class %s has no @Id", owner.Name())
		b.Report(fault.Explain(d, "a repository finds and stores rows by their ids", "write @Id in front of the field that is the primary key: @Id id"))
	}
	if len(b.Problems.Errors()) > before {
		return nil
	}
	t.Bare = isBare(chain, func(m *source.Member) bool {
		return slices.ContainsFunc(t.Columns, func(c manifest.Column) bool { return c.Field == m.Name })
	})
	return t
}

// snakeCase is the naming that makes created_at the column of the field createdAt.
const snakeCase = "snake_case"

// named finds @Table on a class or its nearest base class, and reads it.
func (b *builder) named(owner *declared.Owner, chain []*declared.Owner, t *manifest.Table) *declared.Declaration {
	for _, link := range chain {
		d := link.Find("Table")
		if d == nil {
			continue
		}
		s := b.SpotOf(link, d)
		t.Name, t.Datasource = b.OptionText(d, "name", s), b.OptionText(d, "datasource", s)
		if naming := d.Options.Text("naming"); naming != "" && naming != snakeCase {
			problem := s.Problem("decorator-option", "the option \"naming\" of @Table must be \"snake_case\", not %q", naming)
			b.Report(fault.Explain(problem, "columns are named like their fields, or in snake_case", "write naming: \"snake_case\", or remove the option"))
		}
		t.Spot = s
		b.checkDatasource(t, s)
		return d
	}
	d := owner.Spot().Problem("row-table", "%s has a repository but no @Table", owner.Name())
	d.Hint = fmt.Sprintf("write @Table(%q) above `class %s`", strings.ToLower(owner.Name())+"s", owner.Name())
	b.Report(d)
	return nil
}

// checkDatasource reports rows whose datasource is not configured.
func (b *builder) checkDatasource(t *manifest.Table, s fault.Spot) {
	names, primary := b.Datasources()
	switch {
	case t.Datasource == "" && primary == "":
		d := s.Problem("row-datasource", "%s is stored in the primary datasource, but there is none", t.Class.Name)
		d.Hint = "configure one below `datasource` in config/application.yml, with isPrimary: true when there are several"
		b.Report(d)
	case t.Datasource != "" && !slices.Contains(names, t.Datasource):
		d := s.Problem("row-datasource", "%s is stored in the datasource %q, which is not configured", t.Class.Name, t.Datasource)
		d.Meant("%q", t.Datasource, names, "configure it below `datasource` in config/application.yml")
		b.Report(d)
	}
}
