package data

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// sqliteBackend opens connections to one SQLite database.
//
// A file has one writer and several readers. In WAL mode readers never wait and never delay
// others. Writers wait for each other in the queue for the one connection, which is fair, while
// SQLite's own waiting is not and ends in SQLITE_BUSY. SQLite's busy timeout is left for other
// processes. A database in memory belongs to a single connection, which is used for reading and
// writing: sharing such a database between connections locks whole tables.
type sqliteBackend struct {
	path     string // "" for a database in memory
	settings Settings
	reader   bool
	watch    *sqliteWatch
}

func (db *DB) openSQLite(ctx context.Context) error {
	path, err := sqlitePath(db.settings)
	if err != nil {
		return err
	}
	if db.settings.InMemory {
		path = ""
	}
	if db.settings.ReadOnly && !isFile(path) {
		path = ""
	}
	if path != "" && !db.settings.ReadOnly {
		if err := createPrivate(path); err != nil {
			return db.failure(ctx, "data.open", "", unavailable(err))
		}
	}
	write := sqliteBackend{path: path, settings: db.settings, reader: db.settings.ReadOnly, watch: &sqliteWatch{}}
	db.backend = write
	db.writers = newPool(connector{backend: write, settings: db.settings}, 1, true)
	db.readers = db.writers
	if path != "" {
		read := write
		read.reader = true
		db.readers = newPool(connector{backend: read, settings: db.settings}, db.settings.MaxConnections, false)
	}
	for _, p := range [...]*pool{db.writers, db.readers} {
		p.warm = &warm{}
	}
	write.watch.idle = func() {
		db.writers.warm.cool()
		db.readers.warm.cool()
	}
	// The writer has to connect first: it creates the file and sets the journal mode.
	err = db.writers.with(ctx, func(s session) error { return s.ping(ctx) })
	if err != nil {
		_ = db.Close()
		return db.failure(ctx, "data.open", "", err)
	}
	return nil
}

// createPrivate makes the file of a database, and its folder, if they are not there. SQLite itself would let everybody read it. The files
// that SQLite makes beside it have the same permissions.
func createPrivate(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if errors.Is(err, fs.ErrPermission) {
		return nil // it is there, and SQLite says what it may not do with it
	}
	if err != nil {
		return err
	}
	return file.Close()
}

func isFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func (b sqliteBackend) connect(ctx context.Context) (session, error) {
	path := b.path
	if path == "" {
		path = ":memory:"
	}
	h, err := openSQLiteHandle(path)
	if err != nil {
		return nil, err
	}
	s := newSQLiteSession(h, b.reader, b.watch)
	if err := b.prepare(ctx, s); err != nil {
		_ = s.close()
		return nil, err
	}
	return s, nil
}

// prepare runs the pragmas. SQLite does not wait for other processes that open the same file at the same time: neither when
// they change its journal mode, nor when they recover it after a crash.
func (b sqliteBackend) prepare(ctx context.Context, s session) error {
	const pause = 5 * time.Millisecond
	for end := time.Now().Add(b.settings.BusyTimeout); ; {
		err := s.script(ctx, b.pragmas())
		if e, ok := errors.AsType[*Error](err); !ok || e.Kind != Busy || time.Now().After(end) {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return err
		}
	}
}

// pragmas returns the pragmas that set up a connection. The timeout comes first, since changing
// the journal mode may already have to wait. Synchronous NORMAL can lose the last commits when
// the machine loses power, but never damages the database, and is the usual choice for WAL. FULL
// loses nothing.
func (b sqliteBackend) pragmas() string {
	synchronous := "NORMAL"
	if b.settings.Durable {
		synchronous = "FULL"
	}
	text := fmt.Sprintf("PRAGMA busy_timeout = %d; PRAGMA foreign_keys = ON; PRAGMA synchronous = %s;",
		b.settings.BusyTimeout.Milliseconds(), synchronous)
	switch {
	case b.reader:
		return text + "PRAGMA query_only = ON;"
	case b.path == "":
		return text
	default:
		return text + "PRAGMA journal_mode = WAL;"
	}
}
