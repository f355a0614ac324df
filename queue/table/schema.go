package table

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/fault"
)

// Version is the version of the tables that this program reads and writes.
const Version = 1

// migrations bring the tables from each version to the next. Each works again after it has failed half-way, since
// MariaDB and MySQL cannot undo the making of a table.
var migrations = []map[data.Dialect]string{
	{data.SQLite: sqliteTables, data.Postgres: postgresTables, data.MySQL: mysqlTables},
}

// prepare makes the tables, or brings them up to date. It only reads if there is nothing to do: a user who may not make
// tables can use those that another has made.
func prepare(ctx context.Context, db *data.DB) error {
	version, err := versionOf(ctx, db)
	if err != nil || version == Version {
		return err
	}
	return db.Transaction(ctx, data.TxOptions{}, func(tx *data.Tx) error { return migrate(ctx, tx) })
}

// runner is what a datasource and a transaction have in common.
type runner interface {
	Query(ctx context.Context, sql string, args data.Args) (*data.Rows, error)
	Update(ctx context.Context, sql string, args data.Args) (data.Result, error)
}

// versionOf returns the version of the tables, 0 if there are none. It refuses those of a newer program.
func versionOf(ctx context.Context, on runner) (int64, error) {
	rows, err := on.Query(ctx, "select version from fwrun_queue_schema where id = 1", data.Args{})
	if e, ok := errors.AsType[*data.Error](err); ok {
		if what, _ := e.Missing(); what == data.MissingTable {
			return 0, nil
		}
	}
	if err != nil || rows.Len() == 0 {
		return 0, err
	}
	version := rows.Cell(0, 0).Int()
	if version > Version {
		return 0, fault.New("queue.table", fault.Internal,
			fmt.Sprintf("the tables for queues have version %d, but this fwrun knows only version %d", version, Version)).
			WithHint("use the fwrun that made them, or a newer one")
	}
	return version, nil
}

// migrate runs the migrations that are due, while no other process does.
func migrate(ctx context.Context, tx *data.Tx) error {
	unlock, err := alone(ctx, tx)
	if err != nil {
		return err
	}
	defer unlock()
	if err := tx.Execute(ctx, schemaTable); err != nil {
		return err
	}
	version, err := versionOf(ctx, tx) // another process may have been faster
	if err != nil {
		return err
	}
	for _, scripts := range migrations[version:] {
		if err := tx.Execute(ctx, scripts[tx.Dialect()]); err != nil {
			return err
		}
	}
	if version == 0 {
		_, err = tx.Update(ctx, "insert into fwrun_queue_schema (id, version) values (1, ?)", data.Positional(Version))
	} else if version < Version {
		_, err = tx.Update(ctx, "update fwrun_queue_schema set version = ? where id = 1", data.Positional(Version))
	}
	return err
}

const schemaTable = "create table if not exists fwrun_queue_schema (id int primary key, version int not null)"

// alone waits until no other process migrates. The lock of MariaDB and MySQL belongs to the connection, since their
// transactions end whenever a table is made.
func alone(ctx context.Context, tx *data.Tx) (unlock func(), err error) {
	unlock = func() {}
	switch tx.Dialect() {
	case data.Postgres:
		_, err = tx.Query(ctx, "select pg_advisory_xact_lock(hashtext('fwrun queue tables'))", data.Args{})
	case data.MySQL:
		unlock = func() { _, _ = tx.Query(ctx, "select release_lock('fwrun queue tables')", data.Args{}) }
		_, err = tx.Query(ctx, "select get_lock('fwrun queue tables', 20)", data.Args{})
	}
	return unlock, err
}

// Tables returns the names of the tables, for those who tell them from an application's own.
func Tables() []string { return slices.Clone(tables) }

var tables = []string{
	"fwrun_queue_schema", "fwrun_queue_topics", "fwrun_queue_messages", "fwrun_queue_leases", "fwrun_queue_parked",
	"fwrun_queue_dead", "fwrun_queue_ids", "fwrun_queue_holds", "fwrun_queue_pauses",
}
