// Package table creates the tables that fwrun keeps for itself in an application's database.
//
// Rules:
//   - An existing table is not changed. A database user who may not create tables can use a table
//     that another user has created.
//   - A table of [Ensure] is for PostgreSQL, and one of [EnsureAny] for all databases.
//   - Several processes may start at the same time on an empty database.
//
// Example:
//
//	err := table.Ensure(ctx, db, "fwrun_cache", "create table fwrun_cache (...)")
package table
