package table

import (
	"context"
	"fmt"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/fault"
)

// Ensure runs the statements of create unless the table called name exists. It works on
// PostgreSQL only, and returns an error for another database.
func Ensure(ctx context.Context, db *data.DB, name, create string) error {
	if db.Dialect() != data.Postgres {
		return fault.New("data.table", fault.Internal,
			fmt.Sprintf("datasource %q cannot hold the table %s: it is not a PostgreSQL database", db.Name(), name)).
			WithHint("choose a datasource whose url begins with postgres:")
	}
	// "create table if not exists" alone requires the right to create tables even if the table
	// exists.
	rows, err := db.Query(ctx, "select to_regclass(?) is not null", data.Positional(name))
	if err != nil {
		return err
	}
	if rows.Cell(0, 0).Bool() {
		return nil
	}
	return db.Execute(ctx, one+create)
}

// one lets only one process at a time create tables: two that run "create table if not exists" at
// the same time may both find no table, and then the second one fails. A script is one
// transaction, and the lock ends with it.
const one = "select pg_advisory_xact_lock(hashtext('fwrun tables'));\n"
