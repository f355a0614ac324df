package data

import (
	"bytes"
	"math"
	"slices"

	sqlite3 "modernc.org/sqlite/lib"
)

// readRow adds the current row to a result.
//
// SQLite's functions for reading a cell are called two or three times for each, and column_text copies a text to put a
// zero byte behind it. So cells that are of one type, as almost all are, are read where SQLite keeps them.
func (h *sqliteHandle) readRow(st *sqliteStatement, b *builder) {
	row := h.rowOf(st)
	for i, decode := range st.decode {
		if row == nil || !b.stored(&row[i], decode) {
			h.readCell(st, int32(i), decode, b)
		}
	}
}

// readAll steps through a statement and adds all rows to a result.
func (h *sqliteHandle) readAll(st *sqliteStatement, b *builder, hint sizeHint) error {
	more, err := h.step(st)
	if err != nil {
		return err
	}
	h.describeColumns(st)
	b.begin(st.columns, hint)
	for ; more && err == nil; more, err = h.step(st) {
		h.readRow(st, b)
		if err := b.endRow(); err != nil {
			return err
		}
	}
	return err
}

// rowOf returns the cells of the current row; nil if they are not where they are expected.
func (h *sqliteHandle) rowOf(st *sqliteStatement) []sqlite3.TMem {
	if !h.direct {
		return nil
	}
	first := valueAt[sqlite3.TVdbe](st.handle).FpResultRow
	if first == 0 {
		return nil
	}
	return listAt[sqlite3.TMem](first, len(st.decode))
}

// stored adds a cell as it is stored. It reports false, and adds nothing, for a cell that SQLite has to convert.
func (b *builder) stored(m *sqlite3.TMem, decode sqliteDecode) bool {
	const types = sqlite3.MEM_Null | sqlite3.MEM_Str | sqlite3.MEM_Int | sqlite3.MEM_Real | sqlite3.MEM_Blob | sqlite3.MEM_IntReal | sqlite3.MEM_Zero
	switch m.Fflags & types {
	case sqlite3.MEM_Str:
		if m.Fenc != sqlite3.SQLITE_UTF8 {
			return false
		}
		b.sqliteText(foreign(m.Fz, int(m.Fn)), decode)
	case sqlite3.MEM_Int:
		b.sqliteInt(int64(math.Float64bits(m.Fu.Fr)), decode) // a union: Fr is its only member in Go
	case sqlite3.MEM_Real:
		b.float(m.Fu.Fr)
	case sqlite3.MEM_Null:
		b.null()
	case sqlite3.MEM_Blob:
		b.bytes(foreign(m.Fz, int(m.Fn)))
	default:
		return false
	}
	return true
}

// cellsAreKnown reports whether rows are where rowOf looks for them, by reading one in both ways.
func (h *sqliteHandle) cellsAreKnown() (known bool) {
	st, _, err := h.prepare("SELECT NULL, 9223372036854775807, -1.25, 'text', x'00ff', ''")
	if err != nil {
		return false
	}
	defer h.finalize(st)
	if more, err := h.step(st); err != nil || !more {
		return false
	}
	h.describeColumns(st)
	var there, asked builder
	h.direct = true
	for i := range h.rowOf(st) {
		if !there.stored(&h.rowOf(st)[i], asStored) {
			return false
		}
	}
	for i := range st.decode {
		h.readCell(st, int32(i), asStored, &asked)
	}
	return slices.Equal(there.rows.cells, asked.rows.cells) && bytes.Equal(there.rows.heap, asked.rows.heap)
}

// readCell adds a cell as SQLite's functions return it.
func (h *sqliteHandle) readCell(st *sqliteStatement, i int32, decode sqliteDecode, b *builder) {
	switch sqlite3.Xsqlite3_column_type(h.tls, st.handle, i) {
	case sqlite3.SQLITE_INTEGER:
		b.sqliteInt(int64(sqlite3.Xsqlite3_column_int64(h.tls, st.handle, i)), decode)
	case sqlite3.SQLITE_FLOAT:
		b.float(sqlite3.Xsqlite3_column_double(h.tls, st.handle, i))
	case sqlite3.SQLITE_TEXT:
		p := sqlite3.Xsqlite3_column_text(h.tls, st.handle, i)
		b.sqliteText(foreign(p, int(sqlite3.Xsqlite3_column_bytes(h.tls, st.handle, i))), decode)
	case sqlite3.SQLITE_BLOB:
		p := sqlite3.Xsqlite3_column_blob(h.tls, st.handle, i)
		b.bytes(foreign(p, int(sqlite3.Xsqlite3_column_bytes(h.tls, st.handle, i))))
	default:
		b.null()
	}
}

func (b *builder) sqliteInt(v int64, decode sqliteDecode) {
	if decode == asBool && (v == 0 || v == 1) {
		b.bool(v == 1)
		return
	}
	b.int(v)
}

func (b *builder) sqliteText(v []byte, decode sqliteDecode) {
	switch decode {
	case asTimestamp:
		b.timestamp(v)
	case asJSON:
		b.json(v)
	default:
		b.text(v)
	}
}
