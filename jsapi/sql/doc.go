// Package sql is what scripts use databases with: SqlTemplate, TransactionTemplate, SqlStream, DataSource, and SqlError with
// its kinds.
//
// A database is what implements [Database]; this package knows no driver. Statements find the transaction around the
// running code in the VM's frame, which follows the code across its awaits.
//
// The laws:
//   - A result stays in Go until the script looks at it, and is written as JSON without ever becoming an object if
//     nobody does.
//   - A statement never waits for a transaction that only the same VM could end: see ledger.
package sql
