package rowsql

import "strings"

// Insert adds a row with the given columns. If returning is set, the statement returns the id that the database has
// generated.
func (t *Table) Insert(columns []int, returning bool) string {
	var b strings.Builder
	b.WriteString("INSERT INTO " + t.name)
	switch {
	case len(columns) > 0:
		b.WriteString(" (" + t.list(columns) + ") VALUES (" + marks(len(columns)) + ")")
	case t.dialect == MySQL:
		b.WriteString(" () VALUES ()")
	default:
		b.WriteString(" DEFAULT VALUES")
	}
	if returning {
		b.WriteString(" RETURNING " + t.columns[t.id])
	}
	return b.String()
}

func (t *Table) list(columns []int) string {
	names := make([]string, len(columns))
	for i, column := range columns {
		names[i] = t.columns[column]
	}
	return strings.Join(names, ", ")
}

// Update sets columns of the row whose id is the last parameter. If version is a column, not -1, one more parameter
// is the version that the row must have, and the statement increments it.
func (t *Table) Update(columns []int, version int) string {
	var b strings.Builder
	b.WriteString("UPDATE " + t.name + " SET ")
	for i, column := range columns {
		b.WriteString([]string{"", ", "}[min(i, 1)] + t.columns[column] + " = ?")
	}
	if version >= 0 {
		if len(columns) > 0 {
			b.WriteString(", ")
		}
		b.WriteString(t.columns[version] + " = " + t.columns[version] + " + 1")
	}
	b.WriteString(" WHERE " + t.columns[t.id] + " = ?")
	if version >= 0 {
		b.WriteString(" AND " + t.columns[version] + " = ?")
	}
	return b.String()
}

// Delete removes the rows for which the terms hold.
func (t *Table) Delete(terms []Term) string {
	var b strings.Builder
	b.WriteString("DELETE FROM " + t.name)
	t.where(&b, terms)
	return b.String()
}
