package data

import (
	"cmp"
	"time"

	"github.com/fwrun/fwrun/platform/processors"
)

// Settings describes one datasource. Name and URL are required; every other zero value means the
// default.
type Settings struct {
	Name     string
	URL      string // sqlite:users.db, sqlite::memory:, postgres://host/db, mysql://host/db
	Username string // takes precedence over the URL's
	Password string // takes precedence over the URL's
	Primary  bool

	Replicas []string // URLs of servers that follow this one: reads go to them, in turn

	Folder string // the folder of relative SQLite files: the application's data folder; default "data"

	InMemory bool // use an empty SQLite database in memory instead of a SQLite file
	ReadOnly bool // SQLite: write nothing; a file that does not exist is an empty database, and is not created
	Durable  bool // SQLite: a commit returns when it is safe from a loss of power, which makes it slower

	MaxConnections int           // default 10; for SQLite the readers beside the one writer, default the CPUs, at least 4
	MinIdle        int           // connections to a server that are kept open; default 0
	MaxIdleTime    time.Duration // an idle connection is closed after this time; default 5 min
	MaxLifetime    time.Duration // of a connection to a server; default 30 min
	AcquireTimeout time.Duration // wait for a free connection; default 10 s
	Queue          int           // requests that may wait for a connection; default 256
	ConnectTimeout time.Duration // default 5 s
	QueryTimeout   time.Duration // of one statement, unless the caller's deadline is sooner; default 30 s
	BusyTimeout    time.Duration // SQLite: wait for another process's lock; default 5 s

	ValidationQuery string        // run before a connection that was idle for a second is used; default the protocol's own check
	SlowQuery       time.Duration // statements that take at least this long are reported to OnSlow; default never

	MaxRows  int // of one result; default 100,000
	MaxBytes int // of memory for one result; default 64 MiB, at most 1 GiB
}

// withDefaults returns the settings with defaults in place of zero values.
func (s Settings) withDefaults(d Dialect) Settings {
	connections := 10
	if d == SQLite {
		connections = max(4, processors.Count())
	}
	s.Folder = cmp.Or(s.Folder, "data")
	s.MaxConnections = cmp.Or(s.MaxConnections, connections)
	s.MaxIdleTime = cmp.Or(s.MaxIdleTime, 5*time.Minute)
	s.MaxLifetime = cmp.Or(s.MaxLifetime, 30*time.Minute)
	s.AcquireTimeout = cmp.Or(s.AcquireTimeout, 10*time.Second)
	s.Queue = cmp.Or(s.Queue, 256)
	s.ConnectTimeout = cmp.Or(s.ConnectTimeout, 5*time.Second)
	s.QueryTimeout = cmp.Or(s.QueryTimeout, 30*time.Second)
	s.BusyTimeout = cmp.Or(s.BusyTimeout, 5*time.Second)
	s.MaxRows = cmp.Or(s.MaxRows, 100_000)
	s.MaxBytes = min(cmp.Or(s.MaxBytes, 64<<20), 1<<30)
	return s
}

func (s Settings) limits() limits {
	return limits{datasource: s.Name, rows: s.MaxRows, bytes: s.MaxBytes}
}
