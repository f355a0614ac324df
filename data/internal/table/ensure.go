package table

import (
	"context"
	"fmt"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/fault"
)

// Ensure runs the statements of create unless the table called name is there already. It is
// for PostgreSQL; another database is an error.
func Ensure(ctx context.Context, db *data.DB, name, create string) error {
	if db.Dialect() != data.Postgres {
		return fault.New("data.table", fault.Internal,
			fmt.Sprintf("datasource %q can not hold the table %s: it is no PostgreSQL database", db.Name(), name)).
			WithHint("choose a datasource whose url begins with postgres:")
	}
	// "create table if not exists" alone would ask for the right to create even when there
	// is nothing to create.
	rows, err := db.Query(ctx, "select to_regclass(?) is not null", data.Positional(name))
	if err != nil {
		return err
	}
	if rows.Cell(0, 0).Bool() {
		return nil
	}
	return db.Execute(ctx, one+create)
}

// one lets one process at a time create: two that run "create table if not exists" at once
// may both find nothing, and the second fails. A script is one transaction, and the lock
// ends with it.
const one = "select pg_advisory_xact_lock(hashtext('fwrun tables'));\n"
