package table

import (
	"math/bits"
	"strconv"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/data"
)

// dialect writes the statements that databases want written differently.
type dialect struct {
	data.Dialect
	replace *strings.Replacer
	known   sync.Map // texts by template
}

// clocks are the milliseconds since 1970 by the clock of the database, the same for all of a statement.
var clocks = map[data.Dialect]string{
	data.SQLite:   "cast(unixepoch('subsec') * 1000 as integer)",
	data.Postgres: "cast(extract(epoch from statement_timestamp()) * 1000 as bigint)",
	data.MySQL:    "cast(unix_timestamp(now(3)) * 1000 as signed)",
}

func newDialect(d data.Dialect) *dialect {
	fresh, end := "insert into", " on conflict do nothing"
	if d == data.MySQL {
		fresh, end = "insert ignore into", ""
	}
	lock, skip := " for update", " for update skip locked"
	if d == data.SQLite {
		lock, skip = "", "" // a transaction that writes is alone
	}
	lazily, andLazily := "", ""
	if d == data.Postgres {
		lazily = "with lazily as materialized (select set_config('synchronous_commit', 'off', true)) "
		andLazily = " and exists (select 1 from lazily)"
	}
	return &dialect{Dialect: d, replace: strings.NewReplacer(
		"{lazily}", lazily, "{and-lazily}", andLazily,
		"{now}", clocks[d], "{insert-fresh}", fresh, "{/fresh}", end, "{lock}", lock, "{skip-locked}", skip,
	)}
}

// sql returns the statement of a template: {now} is the database's clock, {insert-fresh} … {/fresh} inserts a row unless
// its key exists, {lock} and {skip-locked} lock the rows that are selected, {lazily} … {and-lazily} does not wait until the
// disk has what it writes.
func (d *dialect) sql(template string) string {
	if text, ok := d.known.Load(template); ok {
		return text.(string)
	}
	text := d.replace.Replace(template)
	d.known.Store(template, text)
	return text
}

// mostRowsAtOnce is the most rows of one statement. Of more than 32, only powers of two are inserted at once, so that the
// statements stay prepared.
const mostRowsAtOnce = 128

// inserts inserts rows by a template that ends in the values of one row, with as few statements as possible. Each row
// has the values of one.
func (d *dialect) inserts(template string, rows [][]any, run func(sql string, values []any) error) error {
	at := strings.LastIndex(template, "(")
	for len(rows) > 0 {
		n := chunk(rows)
		key := template + strconv.Itoa(n)
		text, ok := d.known.Load(key)
		if !ok {
			text = d.sql(template) + strings.Repeat(", "+d.sql(template[at:]), n-1)
			d.known.Store(key, text)
		}
		values := make([]any, 0, n*len(rows[0]))
		for _, row := range rows[:n] {
			values = append(values, row...)
		}
		if err := run(text.(string), values); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

// statementBytes bounds the values of one statement: servers refuse packets of more than some megabytes.
const statementBytes = 4 << 20

// chunk returns how many of the rows one statement inserts.
func chunk(rows [][]any) int {
	n := min(len(rows), mostRowsAtOnce)
	if n > 32 {
		n = 1 << (bits.Len(uint(n)) - 1)
	}
	for n > 1 && bytesOf(rows[:n]) > statementBytes {
		n /= 2
	}
	return n
}

func bytesOf(rows [][]any) (size int) {
	for _, row := range rows {
		for _, v := range row {
			switch v := v.(type) {
			case string:
				size += len(v)
			case []byte:
				size += len(v)
			}
		}
	}
	return size
}
