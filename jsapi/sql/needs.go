package sql

import "github.com/fwrun/fwrun/engine/vm"

// needs are those that calls may have of one database. A call that begins a transaction in an async method blocks no VM
// for what calls on the same VM hold, so its needs are counted separately.
type needs struct {
	reads, writes             vm.Needs // of statements and transactions of sync code
	readsInTurn, writesInTurn vm.Needs // of transactions of async methods
}

// Blocking are the needs, of whatever databases, of calls that block their VM while they wait for a connection.
const Blocking vm.Needs = 0x3333_3333_3333_3333

// mostDatabases is the number of databases whose needs are counted separately: each has four bits.
const mostDatabases = 16

// needsOf returns the needs of the database with an index.
func needsOf(i int) needs {
	i = min(max(i, 0), mostDatabases-1) * 4
	return needs{1 << i, 2 << i, 4 << i, 8 << i}
}

// Needs returns the needs of calls that use a connection of the datasource with an index, to read or to write.
func Needs(datasource int) (reads, writes vm.Needs) {
	n := needsOf(datasource)
	return n.reads | n.readsInTurn, n.writes | n.writesInTurn
}
