package manifest

import (
	"slices"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/source"
)

// Spot is the place of a byte of the text in that of its file; not ok when the text is not as it is written.
func (s *Statement) Spot(file []byte, offset int) (place fault.Place, ok bool) {
	if s.Pieces == nil {
		return place, false
	}
	pos := source.PosAt(file, s.Pieces.Offset(offset))
	return fault.Place{File: s.Place.File, Line: pos.Line, Col: pos.Col}, true
}

// Problem is a mistake about the table.
func (t *Table) Problem(code, message string) fault.Diagnostic {
	return t.Spot.Problem(code, "%s", message)
}

// Problem is a mistake about the column.
func (c *Column) Problem(code, message string) fault.Diagnostic {
	return fault.SpotOf(c.Place, c.Field).Problem(code, "%s", message)
}

// RowFields are the fields of the class that the rows of a statement are made of, by the columns that fill them.
type RowFields struct {
	byColumn map[string]string
	left     []string // that must be filled
	open     bool     // there may be others, of a base class that nobody has read
}

// RowFields tells which columns fill the fields of a statement's class.
func (m *Manifest) RowFields(s *Statement) *RowFields {
	f := &RowFields{byColumn: map[string]string{}}
	for _, name := range s.Settable {
		f.byColumn[name], f.byColumn[snake(name)] = name, name
	}
	f.open = s.Open
	for _, field := range s.Rows.Fields {
		f.byColumn[field.Name], f.byColumn[snake(field.Name)] = field.Name, field.Name
		if field.Required {
			f.left = append(f.left, field.Name)
		}
	}
	for column, field := range m.ColumnNames[Ref{s.Rows.File, s.Rows.Export}] {
		f.byColumn[column] = field
	}
	for _, r := range m.Repositories {
		if r.Rows.Class == s.Rows {
			for _, column := range r.Rows.Columns {
				f.byColumn[column.Name] = column.Field
			}
			f.left = slices.DeleteFunc(f.left, func(field string) bool {
				return !slices.ContainsFunc(r.Rows.Columns, func(c Column) bool { return c.Field == field })
			})
		}
	}
	return f
}

// Take reports whether a column has a field, which then is filled.
func (f *RowFields) Take(column string) bool {
	field, ok := f.byColumn[column]
	f.left = slices.DeleteFunc(f.left, func(name string) bool { return name == field })
	return ok || f.open
}

// Required lists the fields that nothing has filled, but should.
func (f *RowFields) Required() []string { return f.left }

// setFields finds what a column of a statement's result can set.
func (b *rowsBuilder) setFields(s *Statement) {
	if s.Rows == nil || b.Project.File(s.Rows.File) == nil {
		return
	}
	file := b.Project.File(s.Rows.File)
	class := file.Class(s.Rows.Name)
	if class == nil {
		s.Open = true
		return
	}
	chain := b.chain(b.declaredClass(file, class))
	s.Open = chain[len(chain)-1].class.Extends != nil
	for _, link := range chain {
		for _, m := range link.class.Members {
			if !m.Static && (m.Kind == source.Field || m.Kind == source.Setter) {
				s.Settable = append(s.Settable, m.Name)
			}
		}
	}
}
