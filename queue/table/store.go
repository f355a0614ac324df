package table

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/fault"
)

// Lease is how long rows stay claimed by a process that does not renew its claim, because it has died.
const Lease = 15 * time.Second

// Store remembers, for one connection, what brokers cannot. It is safe for concurrent use, also by several processes on
// the same database. The methods that write return when what they wrote is safe from a crash of the machine, as far as
// the database promises that.
type Store struct {
	connection string
}

// OpenStore returns the Store of a connection in a datasource, which has to stay open until the Store is closed. It
// does not use the datasource yet.
func OpenStore(db *data.DB, connection string) *Store { return &Store{connection: connection} }

// OpenFile returns the Store of a connection in an SQLite file of its own, or in memory if path is "". The file and its
// folder are made when they are first needed.
func OpenFile(path, connection string) *Store { return &Store{connection: connection} }

// For returns the Store of another connection in the same database. Closing either closes both.
func (s *Store) For(connection string) *Store { return &Store{connection: connection} }

// Ready opens the database and makes its tables, if that has not been done yet. Every method but [Store.ParkIn] does
// this by itself: a transaction cannot make tables in all databases.
func (s *Store) Ready(ctx context.Context) error { return errMissing }

// Ping checks that the database answers, if it has been needed yet.
func (s *Store) Ping(ctx context.Context) error { return errMissing }

// Close gives back what is claimed, and closes the file of [OpenFile]. The datasource of [OpenStore] stays open.
func (s *Store) Close() error { return nil }

var errMissing = fault.New("queue.table", fault.Internal, "the store of queues is not there yet")
