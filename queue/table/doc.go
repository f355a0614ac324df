// Package table keeps messages in a database: SQLite, PostgreSQL, MariaDB or MySQL, with the same behaviour.
//
// A [Store] remembers what brokers cannot, for every kind of broker: messages that are parked until they are due, dead
// letters, ids, and which queues are paused. A [Broker] is a [broker.Broker] whose messages are rows.
//
// Rules:
//   - The tables begin with fwrun_queue_. They are made and brought up to date when they are first needed; those of a
//     newer version are refused.
//   - Leases are measured by the clock of the database. Times that callers give, such as when a message is due, are
//     compared with the clocks of callers: if these differ, messages are that much earlier or later, and nothing else.
//   - A process that claims rows renews their leases. The rows of a process that dies are claimed by others after
//     [Lease].
//   - What several goroutines write at the same time is written in one transaction.
//   - Every error is a *fault.Error.
package table
