package data

import (
	"bytes"
	"slices"
	"testing"
)

// TestCellsInPlace: cells that are read where SQLite keeps them are those that its functions return, whatever they hold and
// wherever the text comes from: a page, an expression, an index, a sorter.
func TestCellsInPlace(t *testing.T) {
	for _, encoding := range []string{"UTF-8", "UTF-16le"} {
		handle, err := openSQLiteHandle(":memory:")
		if err != nil {
			t.Fatal(err)
		}
		if !handle.direct {
			t.Fatal("modernc.org/sqlite keeps rows elsewhere")
		}
		defer handle.close()
		err = handle.each(`PRAGMA encoding = '`+encoding+`';
			CREATE TABLE v (id INTEGER PRIMARY KEY, any, real REAL, flag BOOLEAN, at TIMESTAMP, doc JSON, text TEXT);
			INSERT INTO v (any, real, flag, at, doc, text) VALUES
				(NULL, NULL, NULL, NULL, NULL, NULL), (1, 1, 1, '2024-05-01 10:20:30', '{"a":1}', 'text'), (-9223372036854775808, 5, 0, 'never', 'no json', ''),
				(1.5, -0.0, 7, 5, '[]', 'é😀'), (x'', 1e300, 'yes', '2024-05-01', 'null', 'a' || char(0) || 'b'), (x'00ff', 1e-300, 1.0, 1.5, x'5b5d', 5),
				(zeroblob(3000), 9007199254740993, NULL, NULL, NULL, replace(hex(zeroblob(5000)), '0', 'ü')), ('x', 0.1, 2, '', '', x'ff');
			CREATE INDEX by_text ON v (text, any)`, func(st *sqliteStatement) error {
			_, err := handle.step(st)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, sql := range []string{
			"SELECT * FROM v", "SELECT *, any, text || 'x', length(text), zeroblob(5), real + 1 FROM v ORDER BY real DESC",
			"SELECT text, any FROM v INDEXED BY by_text WHERE text >= ''",
			"SELECT text, count(*), max(any), group_concat(id), json_group_array(id) FROM v GROUP BY text",
			"SELECT DISTINCT typeof(any), sum(real), total(real), avg(id) FROM v GROUP BY 1",
			"SELECT v.text, w.any FROM v LEFT JOIN v w ON w.id = v.id + 4",
			"SELECT cast(id AS TEXT), cast(text AS BLOB), CASE id WHEN 1 THEN 2 WHEN 2 THEN 'b' END FROM v", "VALUES (1, 'a'), (2.5, NULL)",
		} {
			there, asked := allRows(t, handle, sql, true), allRows(t, handle, sql, false)
			if !slices.Equal(there.cells, asked.cells) || !bytes.Equal(there.heap, asked.heap) || there.count == 0 {
				t.Errorf("%s, %s:\n got %s\nwant %s", encoding, sql, there.AppendJSON(nil), asked.AppendJSON(nil))
			}
		}
	}
}

func allRows(t *testing.T, handle *sqliteHandle, sql string, direct bool) *Rows {
	t.Helper()
	handle.direct = direct
	st, _, err := handle.prepare(sql)
	if err != nil {
		t.Fatal(err)
	}
	defer handle.finalize(st)
	var b builder
	for {
		more, err := handle.step(st)
		if err != nil {
			t.Fatal(sql, err)
		}
		if !more {
			return &b.rows
		}
		handle.describeColumns(st)
		b.rows.columns = st.columns
		handle.readRow(st, &b)
		b.rows.count++
	}
}
