package data

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// Document is the text of a JSON column for [RowsOf].
type Document string

// RowsOf returns a result with the values of rows, each as many as there are columns: nil, bool, int64, uint64, float64, string, []byte,
// time.Time or Document.
func RowsOf(names []string, rows [][]any) (*Rows, error) {
	list := make([]Column, len(names))
	for i, name := range names {
		list[i].Name = name
	}
	b := builder{limits: limits{rows: math.MaxInt, bytes: math.MaxInt}}
	b.begin(newColumns(list), sizeHint{})
	for i, row := range rows {
		if len(row) != len(names) {
			return nil, fmt.Errorf("row %d has %d values, and there are %d columns", i, len(row), len(names))
		}
		for _, value := range row {
			if err := b.value(value); err != nil {
				return nil, fmt.Errorf("row %d: %w", i, err)
			}
		}
		if err := b.endRow(); err != nil {
			return nil, err
		}
	}
	return &b.rows, nil
}

func (b *builder) value(value any) error {
	switch v := value.(type) {
	case nil:
		b.null()
	case bool:
		b.bool(v)
	case int64:
		b.int(v)
	case uint64:
		b.uint(v)
	case float64:
		b.float(v)
	case string:
		b.text([]byte(v))
	case []byte:
		b.bytes(v)
	case time.Time:
		b.time(v)
	case Document:
		b.data(JSON, []byte(v))
	default:
		return fmt.Errorf("a %T is not the value of a column", value)
	}
	return nil
}

// Snapshot returns the result as it is now, which no [Rows.Convert] changes.
func (r *Rows) Snapshot() *Rows {
	out := *r
	out.cells = slices.Clone(r.cells)
	return &out
}
