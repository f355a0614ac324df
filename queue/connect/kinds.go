package connect

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/jetstream"
	"github.com/fwrun/fwrun/queue/memory"
)

// kind is a kind of broker.
type kind struct {
	example      string
	database     bool // the messages are rows
	deduplicates bool // it drops what was sent before
	local        bool // nothing outside of this process is needed
	open         func(ctx context.Context, o *opening) (broker.Broker, error)
}

// kinds are the kinds of brokers by the scheme of their URL.
var kinds = map[string]kind{
	"embedded":   {example: "embedded:", deduplicates: true, local: true, open: embedded},
	"memory":     {example: "memory:", local: true, open: inMemory},
	"datasource": {example: "datasource:main", database: true, local: true},
	"postgres":   {example: "postgres://user@host/database", database: true},
	"postgresql": {database: true},
	"mysql":      {example: "mysql://user@host/database", database: true},
	"mariadb":    {database: true},
	"nats":       {example: "nats://host:4222,host2:4222", deduplicates: true, open: cluster},
	"tls":        {deduplicates: true, open: cluster},
}

// Schemes returns an example of a URL for each kind of broker.
func Schemes() []string {
	var list []string
	for _, scheme := range slices.Sorted(maps.Keys(kinds)) {
		if example := kinds[scheme].example; example != "" {
			list = append(list, example)
		}
	}
	return list
}

func (s Settings) scheme() string {
	scheme, _, _ := strings.Cut(s.URL, ":")
	return strings.ToLower(scheme)
}

// Check returns what is wrong with the settings, or nil. It opens nothing.
func (s Settings) Check() error {
	if _, known := kinds[s.scheme()]; !known || !strings.Contains(s.URL, ":") {
		return fault.New(op, fault.Invalid, fmt.Sprintf("the URL of the queue connection %q is of no kind that is known", s.Name)). // without the URL, which may have a password
																		WithHint("write one such as " + strings.Join(Schemes(), ", "))
	}
	if name, is := s.datasource(); is && s.Outbox != "" && s.Outbox != name {
		return fault.New(op, fault.Invalid, fmt.Sprintf("the queue connection %q keeps its messages in the datasource %q and has its outbox in another one", s.Name, name)).
			WithHint("remove outbox: what is sent in a transaction on " + name + " is part of it anyway")
	}
	return nil
}

// IsLocal reports whether the connection needs no server of its own: it is embedded, in memory, or in a datasource.
func (s Settings) IsLocal() bool { return kinds[s.scheme()].local }

// EmbeddedFolder returns the folder of an embedded broker, below a folder for queues; it is "" for other brokers.
func (s Settings) EmbeddedFolder(folder string) string {
	path, is := strings.CutPrefix(s.URL, "embedded:")
	switch {
	case !is:
		return ""
	case path == "":
		return folder
	case filepath.IsAbs(path):
		return filepath.Clean(path)
	}
	return filepath.Join(folder, path)
}

func embedded(ctx context.Context, o *opening) (broker.Broker, error) {
	store := jetstream.Store{Folder: o.EmbeddedFolder(o.Folder)}
	if o.SyncAlways {
		store.Sync = jetstream.SyncAlways
	}
	return o.Servers.broker(ctx, store, jetstream.Options{Window: o.Window, Log: o.Log})
}

func cluster(ctx context.Context, o *opening) (broker.Broker, error) {
	return jetstream.Connect(ctx, o.URL, jetstream.Options{Window: o.Window, Log: o.Log})
}

func inMemory(context.Context, *opening) (broker.Broker, error) {
	return memory.New(memory.Options{}), nil
}
