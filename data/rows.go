package data

import (
	"slices"

	"github.com/fwrun/fwrun/platform/fault"
)

// Rows is the whole result of a query. It is immutable, safe for concurrent use, and holds no
// connection.
//
// The cells of all rows are in one slice, and the texts and bytes they refer to in another, so
// that a result takes a few allocations however many rows it has, and can be written as JSON
// without making values first.
type Rows struct {
	columns *columns
	cells   []cell // row after row
	heap    []byte // texts, bytes and JSON of the cells
	count   int
}

// cell is one value, in 16 bytes. bits is the number itself, or the offset of the text in the
// heap; size is the length of the text.
type cell struct {
	bits uint64
	size uint32
	kind CellKind
}

// Column is one column of a result.
type Column struct {
	Name string
	Type string // the database's name of its type in capitals; "" for an SQLite expression
}

// columns holds what all results of a statement share, prepared once.
type columns struct {
	list  []Column
	index map[string]int
	keys  []jsonKey
	names []string // the names of keys
}

// newColumns prepares columns for look-up and for JSON. If several columns have the same name,
// the last one counts, as in a JavaScript object.
func newColumns(list []Column) *columns {
	c := &columns{list: list, index: make(map[string]int, len(list))}
	for i, column := range list {
		c.index[column.Name] = i
	}
	c.keys = jsonKeys(c)
	for _, key := range c.keys {
		c.names = append(c.names, list[key.column].Name)
	}
	return c
}

func (c *columns) same(list []Column) bool { return c != nil && slices.Equal(c.list, list) }

// Len returns the number of rows.
func (r *Rows) Len() int { return r.count }

// Columns returns the columns in the order of the query. The slice is shared: do not change it.
func (r *Rows) Columns() []Column { return r.columns.list }

// Column returns the index of a column by its exact name. If several have that name, it is the
// last.
func (r *Rows) Column(name string) (int, bool) {
	i, ok := r.columns.index[name]
	return i, ok
}

// Keys yields the distinct column names in the order in which a JavaScript object made of a row
// has them, each with the index of its column.
func (r *Rows) Keys(yield func(name string, column int) bool) {
	for _, key := range r.columns.keys {
		if !yield(r.columns.list[key.column].Name, key.column) {
			return
		}
	}
}

// Names returns the names of Keys. The slice is shared: do not change it.
func (r *Rows) Names() []string { return r.columns.names }

// Cell returns a value by row and column, both counted from 0. It panics if they are out of
// range.
func (r *Rows) Cell(row, column int) Cell {
	width := len(r.columns.list)
	if column < 0 || column >= width {
		panic("data: column out of range")
	}
	c := r.cells[row*width+column]
	return Cell{kind: c.kind, bits: c.bits, data: r.data(c)}
}

func (r *Rows) data(c cell) []byte {
	if c.kind < Text {
		return nil
	}
	return r.heap[c.bits : c.bits+uint64(c.size) : c.bits+uint64(c.size)]
}

// Size returns the approximate memory of the result in bytes.
func (r *Rows) Size() int { return len(r.cells)*cellSize + len(r.heap) }

// Single returns an error unless the result has exactly one row.
func (r *Rows) Single() error {
	switch {
	case r.count == 1:
		return nil
	case r.count == 0:
		return fault.New("data.single", fault.NotFound, "the query found no row where exactly one is expected")
	default:
		return fault.New("data.single", fault.Internal, "the query found several rows where exactly one is expected")
	}
}
