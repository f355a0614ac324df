package table

import (
	"context"
	"errors"

	"github.com/fwrun/fwrun/data"
)

// EnsureAny is like [Ensure] for a table that every database can hold: create has the statements of each. It only reads if the table is
// there. The statements say "if not exists", since another process may be faster.
func EnsureAny(ctx context.Context, db *data.DB, name string, create map[data.Dialect]string) error {
	if db.Dialect() == data.Postgres {
		return Ensure(ctx, db, name, create[data.Postgres])
	}
	_, err := db.Query(ctx, "select 1 from "+name+" where 1 = 0", data.Args{})
	if e, ok := errors.AsType[*data.Error](err); ok {
		if what, _ := e.Missing(); what == data.MissingTable {
			return db.Execute(ctx, create[db.Dialect()])
		}
	}
	return err
}
