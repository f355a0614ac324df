// Package table makes the tables that fwrun keeps for itself in an application's database.
//
// The laws:
//   - What is there is not touched. A database user who may not create anything can work on a
//     table that somebody else has made.
//   - Several processes may start at once on an empty database.
//
// The smallest use:
//
//	err := table.Ensure(ctx, db, "fwrun_cache", "create table fwrun_cache (...)")
package table
