package rowsql

import "strings"

// Term is one condition on a column. All terms of a list must hold.
type Term struct {
	Column int
	Values int  // number of values, each a parameter: the column equals the one value, or is one of several
	List   bool // the values are a list, which may be empty
	Null   bool // the column may also be null
}

// Order sorts by a column.
type Order struct {
	Column int
	Down   bool
}

// Find selects all columns, in the order of the table's columns, of the rows for which the terms hold. If limited,
// two more parameters follow: the number of rows, and the number of rows to skip before them.
func (t *Table) Find(terms []Term, orders []Order, limited bool) string {
	var b strings.Builder
	b.WriteString(t.find)
	t.where(&b, terms)
	for i, order := range orders {
		b.WriteString([]string{" ORDER BY ", ", "}[min(i, 1)] + t.columns[order.Column])
		if order.Down {
			b.WriteString(" DESC")
		}
	}
	if limited {
		b.WriteString(" LIMIT ? OFFSET ?")
	}
	return b.String()
}

// Count counts the rows for which the terms hold.
func (t *Table) Count(terms []Term) string {
	var b strings.Builder
	b.WriteString("SELECT COUNT(*) FROM " + t.name)
	t.where(&b, terms)
	return b.String()
}

// Exists selects a constant for one row for which the terms hold.
func (t *Table) Exists(terms []Term) string {
	var b strings.Builder
	b.WriteString("SELECT 1 FROM " + t.name)
	t.where(&b, terms)
	b.WriteString(" LIMIT 1")
	return b.String()
}

// ByID returns the condition that the id equals a value.
func (t *Table) ByID() []Term { return []Term{{Column: t.id, Values: 1}} }

func (t *Table) where(b *strings.Builder, terms []Term) {
	for i, term := range terms {
		b.WriteString([]string{" WHERE ", " AND "}[min(i, 1)])
		b.WriteString(t.condition(term))
	}
}

func (t *Table) condition(term Term) string {
	column := t.columns[term.Column]
	text := ""
	switch {
	case term.Values == 0 && !term.Null:
		return "1 = 0" // an empty list matches no row
	case term.Values == 0:
		return column + " IS NULL"
	case term.List:
		text = column + " IN (" + marks(term.Values) + ")"
	default:
		text = column + " = ?"
	}
	if term.Null {
		return "(" + text + " OR " + column + " IS NULL)"
	}
	return text
}

// marks returns n question marks.
func marks(n int) string { return strings.TrimSuffix(strings.Repeat("?, ", n), ", ") }
