package management

import (
	"context"
	"log/slog"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/actuator/health"
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/cache"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/host/certs"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/logging"
	"github.com/fwrun/fwrun/platform/schedule"
	"github.com/fwrun/fwrun/platform/startup"
	"github.com/fwrun/fwrun/platform/telemetry"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/manage"
)

// Parts are what the endpoints of one generation tell of.
type Parts struct {
	Name        string // of the application, which stands for its context in Spring's answers
	Folder      string
	MemoryLimit uint64 // for the heap of the process
	Properties  *config.Properties
	Section     Section
	Application *engine.Application
	Web         Web

	Databases    *data.Sources
	Caches       Caches
	Locks        Store
	Queues       []Queue
	ManageQueues func() manage.Queues
	Search       []Cluster
	Migrations   Migrations
	Scheduler    *schedule.Scheduler // nil if nothing is run by the clock
	Certificates *certs.Store        // nil without TLS

	Log          *slog.Logger
	Levels       *logging.Levels
	Metrics      *telemetry.Metrics
	Timeline     *startup.Timeline    // of the start; nil if it was not measured
	Availability *health.Availability // of the process

	Before *Management // of the generation before; nil for the first one
}

// Section returns the configuration below a prefix, where a class reads keys.
type Section func(prefix string, keys []schema.SettingKey) config.Value

// Web is the application's own server, and what else it answers.
type Web struct {
	Address string // on which it listens; empty for a socket in the file system
	Agents  string // the path of the MCP endpoint, below the context path
	host.Settings
}

// Store is where something is kept.
type Store struct {
	URL string
	Of  any // asked for a sign of life, if it can give one
}

// Caches are the caches of the application.
type Caches struct {
	URL   string
	Store cache.Store
	Named []string // those that the configuration names
	Clear func(ctx context.Context, name string) error
}

// Queue is a connection of queues.
type Queue struct {
	*queue.Connection
	URL      string
	Required bool // the application is not well without it
	Used     bool // it is configured, or listened on
}

// Cluster is a connection to a search cluster.
type Cluster struct {
	Name   string
	Health func(ctx context.Context) (status int, body []byte, err error) // asks /_cluster/health
}

// Migrations return the files that have run and those that are due.
type Migrations struct {
	Status   func(ctx context.Context) (any, error) // as fwrun writes it
	Migrated func(ctx context.Context) (map[string][]actuator.Migrated, error)
}
