package data

import "encoding/json"

// Convert converts the values of a column to a kind that the database does not have: 0 and 1 to Bool, texts to Time
// or JSON. A value that does not fit the kind keeps its own. Only the code that ran the query may call it, before it
// shares the rows.
func (r *Rows) Convert(column int, to CellKind) {
	width := len(r.columns.list)
	for i := column; i < len(r.cells); i += width {
		c := &r.cells[i]
		switch to {
		case Bool:
			r.toBool(c)
		case Time:
			r.toTime(c)
		case JSON:
			if c.kind == Text && json.Valid(r.data(*c)) {
				c.kind = JSON
			}
		}
	}
}

func (r *Rows) toBool(c *cell) {
	truth := c.bits != 0
	switch {
	case c.kind == Int, c.kind == Uint:
	case c.kind == Bytes && c.size == 1: // MySQL's BIT(1)
		truth = r.data(*c)[0] != 0
	default:
		return
	}
	*c = cell{kind: Bool}
	if truth {
		c.bits = 1
	}
}

func (r *Rows) toTime(c *cell) {
	if c.kind != Text {
		return
	}
	if t, _, ok := parseTimestamp(r.data(*c)); ok {
		*c = cell{kind: Time, bits: uint64(t.UnixMicro())}
	}
}
