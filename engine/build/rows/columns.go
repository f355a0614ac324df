package rows

import (
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// columns adds the fields of a row class, except those that are @Transient. Fields that are hidden from JSON are
// stored, too.
func (b *builder) columns(chain []*declared.Owner, t *manifest.Table, fields []*schema.Field, inSnake bool) {
	for _, field := range fields {
		link, member := fieldIn(chain, field.Name)
		if member != nil && member.Kind != source.Field {
			continue // an accessor that has a name in JSON
		}
		var on []*declared.Declaration
		if link != nil {
			on = link.On(field.Name)
		}
		if declared.First(on, "Transient") != nil {
			continue
		}
		column := manifest.Column{Field: field.Name, Name: field.Name, Type: columnType(field.Type), Place: field.Place}
		if inSnake {
			column.Name = manifest.Snake(field.Name)
		}
		if d := declared.First(on, "Column"); d != nil {
			column.Name = b.OptionText(d, "name", b.SpotOf(link, d))
		}
		b.addColumn(t, column)
		if d := declared.First(on, "Id"); d != nil {
			b.id(link, d, t)
		}
		if d := declared.First(on, "Version"); d != nil {
			b.version(link, d, t, field.Type)
		}
	}
}

// columnNames lists the column names of the fields of each class, whether or not a repository has its rows.
func (b *builder) columnNames() {
	b.out.ColumnNames = map[manifest.Ref]map[string]string{}
	for _, owner := range b.Ordered {
		names := map[string]string{}
		for _, d := range owner.Members {
			if d.Decorator == "Column" {
				names[b.OptionText(d, "name", b.SpotOf(owner, d))] = d.Member
			}
		}
		if len(names) > 0 {
			b.out.ColumnNames[owner.Ref] = names
		}
	}
}

// fieldIn returns the class in a chain that declares a field.
func fieldIn(chain []*declared.Owner, name string) (*declared.Owner, *source.Member) {
	for _, link := range chain {
		if m := link.Member(name); m != nil {
			return link, m
		}
	}
	return nil, nil
}

// addColumn adds a column, unless there is one with its name; most databases ignore case in names.
func (b *builder) addColumn(t *manifest.Table, column manifest.Column) {
	for _, other := range t.Columns {
		if !strings.EqualFold(other.Name, column.Name) {
			continue
		}
		d := fault.SpotOf(column.Place, column.Field).Problem("row-column",
			"%s.%s and %s.%s both have the column %q", t.Class.Name, other.Field, t.Class.Name, column.Field, column.Name)
		d.Notes = []fault.Note{{Place: other.Place, Text: "the other is declared here"}}
		b.Report(fault.Explain(d, "a column belongs to one field", "give one of them another column with @Column(\"…\"), or write @Transient before it"))
		return
	}
	t.Columns = append(t.Columns, column)
}

// id makes the last column the id.
func (b *builder) id(owner *declared.Owner, d *declared.Declaration, t *manifest.Table) {
	s := b.SpotOf(owner, d)
	if t.ID >= 0 {
		problem := s.Problem("row-id", "%s has a second @Id", t.Class.Name)
		problem.Notes = []fault.Note{{Place: t.Columns[t.ID].Place, Text: "the first is declared here"}}
		b.Report(fault.Explain(problem, "a repository finds rows by one id; a primary key of several columns is not supported",
			"keep @Id on one unique column, or use a SqlTemplate for this table"))
		return
	}
	t.ID = len(t.Columns) - 1
	switch d.Options["generated"] {
	case nil, true:
		t.Generated = manifest.GeneratedByDatabase
	case false:
	case manifest.GeneratedUUID:
		t.Generated = manifest.GeneratedUUID
	default:
		problem := s.Problem("decorator-option", "the option \"generated\" of @Id must be true, false or \"uuid\", not %s",
			declared.Describe(d.Options["generated"]))
		b.Report(fault.Explain(problem, "the database makes the id, or fwrun makes it as a UUID, or the application does",
			"write @Id({ generated: false }), @Id({ generated: \"uuid\" }), or bare @Id"))
	}
}

// version makes the last column the version.
func (b *builder) version(owner *declared.Owner, d *declared.Declaration, t *manifest.Table, written *schema.Type) {
	s := b.SpotOf(owner, d)
	switch {
	case t.Version >= 0:
		problem := s.Problem("row-version", "%s has a second @Version", t.Class.Name)
		problem.Hint = "remove one of them"
		b.Report(problem)
	case t.ID == len(t.Columns)-1:
		problem := s.Problem("row-version", "%s.%s is both @Id and @Version", t.Class.Name, d.Member)
		problem.Hint = "use another field for the version"
		b.Report(problem)
	case written.Kind != schema.Int && written.Kind != schema.Any:
		problem := s.Problem("row-version", "the @Version %s.%s is %s", t.Class.Name, d.Member, fault.Article(written.Name))
		b.Report(fault.Explain(problem, "every update increments the version", "make it an int: version = 0"))
	default:
		t.Version = len(t.Columns) - 1
	}
}

// strayFields reports decorators for columns on members that are not columns.
func (b *builder) strayFields(chain []*declared.Owner, fields []*schema.Field) {
	for _, link := range chain {
		for _, d := range link.Members {
			if !declared.IsRowDecorator(d.Decorator) || d.Decorator == "Transient" || isField(fields, d.Member) {
				continue
			}
			problem := b.SpotOf(link, d).Problem("row-column", "%s has @%s, but is not a column", link.NameOf(d), d.Decorator)
			b.Report(fault.Explain(problem, "the columns are the fields of the class, except those whose names begin with #", "make it a field without #"))
		}
		for _, d := range link.Members {
			if d.Decorator != "Transient" {
				continue
			}
			for _, other := range link.On(d.Member) {
				if declared.IsRowDecorator(other.Decorator) && other.Decorator != "Transient" {
					problem := b.SpotOf(link, other).Problem("row-column", "%s has both @%s and @Transient", link.NameOf(d), other.Decorator)
					b.Report(fault.Explain(problem, "a transient field is not stored", "remove one of them"))
				}
			}
		}
	}
}

func isField(fields []*schema.Field, name string) bool {
	for _, f := range fields {
		if f.Name == name {
			return true
		}
	}
	return false
}
