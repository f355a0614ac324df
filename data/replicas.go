package data

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/fwrun/fwrun/platform/fault"
)

// replicas serve the reads outside of transactions, and the read-only transactions, in turn.
type replicas struct {
	list []*replica
	turn atomic.Uint32
}

// replica is a server that follows the primary one.
type replica struct {
	*pool
	down atomic.Int64 // left out until then, in nanoseconds since 1970
}

// replicaPause is how long a replica that did not answer is left out.
const replicaPause = 10 * time.Second

// openReplicas sets up a pool for each replica. Like the primary's, its connections open when
// they are needed.
func (db *DB) openReplicas() error {
	if len(db.settings.Replicas) == 0 {
		return nil
	}
	if db.dialect == SQLite {
		return badReplica(db.settings, 0, "a SQLite file has no replicas")
	}
	r := &replicas{}
	for i, url := range db.settings.Replicas {
		one := db.settings
		one.URL = url
		if dialect, err := dialectOf(one); err != nil || dialect != db.dialect {
			return badReplica(db.settings, i, "it must be the same kind of database as the datasource's url")
		}
		other := DB{settings: one, dialect: db.dialect} // for its pool only
		if err := other.openBackend(); err != nil {
			return err
		}
		r.list = append(r.list, &replica{pool: other.readers})
	}
	db.replicas = r
	return nil
}

func badReplica(s Settings, i int, what string) error {
	return fault.New("data.open", fault.Internal, fmt.Sprintf("datasource %q: replica %d is not usable: %s", s.Name, i+1, what)).
		WithHint("list the URLs of servers that replicate the datasource's own")
}

// Primary returns the same datasource without its replicas, for reads that must see what was just
// written. The two share their connections: close only one of them.
func (db *DB) Primary() *DB {
	other := *db
	other.replicas = nil
	return &other
}

// onReader runs f on a pool for reading: the pool of a replica that answers, or else the
// primary's.
func (db *DB) onReader(ctx context.Context, f func(*pool) error) error {
	if db.replicas != nil {
		if tried, err := db.replicas.run(ctx, f); tried {
			return err
		}
	}
	err := f(db.readers)
	if isBroken(err) && ctx.Err() == nil && !isTooLarge(err) {
		err = f(db.readers)
	}
	return err
}

// run tries one replica after the other; tried is false if none of them answers.
func (r *replicas) run(ctx context.Context, f func(*pool) error) (tried bool, err error) {
	first := r.turn.Add(1)
	for i := range r.list {
		one := r.list[(int(first)+i)%len(r.list)]
		if time.Now().UnixNano() < one.down.Load() {
			continue
		}
		err := f(one.pool)
		if (!isConnectError(err) && !isBroken(err)) || ctx.Err() != nil || isTooLarge(err) {
			if isRefusedWrite(err) {
				err = errNotRead
			}
			return true, err
		}
		one.down.Store(time.Now().Add(replicaPause).UnixNano())
	}
	return false, nil
}

// waiting returns how many requests wait for the replica for which the fewest wait.
func (r *replicas) waiting() int {
	fewest := int(r.list[0].pending.Load())
	for _, one := range r.list[1:] {
		fewest = min(fewest, int(one.pending.Load()))
	}
	return fewest
}

// isRefusedWrite reports whether a replica refused a statement that looks like a read but writes,
// such as one that locks rows or calls a function that writes.
func isRefusedWrite(err error) bool {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code == "25006"
	}
	if e, ok := errors.AsType[*mysql.MySQLError](err); ok {
		return e.Number == 1290 || e.Number == 1792 || e.Number == 1836
	}
	return false
}

func (r *replicas) close() error {
	var errs []error
	for _, one := range r.list {
		errs = append(errs, one.db.Close())
	}
	return errors.Join(errs...)
}
