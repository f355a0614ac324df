package data

import "encoding/json"

// Convert makes the values of a column what somebody knows them to be, where a database has no such kind: 0 and 1 Bool, texts
// Time or JSON. A value that is none of the kind stays what it is. It is for who asked for the rows, before anyone else sees
// them.
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
