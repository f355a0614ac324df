package manifest

import (
	"slices"
)

// RowFields holds the fields of the class that the rows of a statement become, by the columns that fill them.
type RowFields struct {
	byColumn map[string]string
	left     []string // fields that must be filled
	open     bool     // there may be more fields, in a base class that was not read
}

// RowFields returns which columns fill the fields of a statement's class.
func (m *Manifest) RowFields(s *Statement) *RowFields {
	f := &RowFields{byColumn: map[string]string{}}
	for _, name := range s.Settable {
		f.byColumn[name], f.byColumn[Snake(name)] = name, name
	}
	f.open = s.Open
	for _, field := range s.Rows.Fields {
		f.byColumn[field.Name], f.byColumn[Snake(field.Name)] = field.Name, field.Name
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

// Take reports whether there is a field for the column, and marks the field as filled.
func (f *RowFields) Take(column string) bool {
	field, ok := f.byColumn[column]
	f.left = slices.DeleteFunc(f.left, func(name string) bool { return name == field })
	return ok || f.open
}

// Required lists the fields that must be filled and are not.
func (f *RowFields) Required() []string { return f.left }
