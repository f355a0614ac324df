package connect

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/jetstream"
	"github.com/fwrun/fwrun/queue/kafka"
	"github.com/fwrun/fwrun/queue/memory"
	"github.com/fwrun/fwrun/queue/rabbitmq"
	"github.com/fwrun/fwrun/queue/redis"
)

// kind is a kind of broker.
type kind struct {
	example      string
	database     bool // the messages are rows
	uncounted    bool // it does not count deliveries
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
	"nats":       {example: "nats://host:4222,host2:4222", deduplicates: true, open: natsServers},
	"tls":        {deduplicates: true, open: natsServers},
	"amqp":       {example: "amqp://user@host:5672/vhost", open: rabbitServer},
	"amqps":      {open: rabbitServer},
	"kafka":      {example: "kafka://host:9092,host2:9092", uncounted: true, open: kafkaServers},
	"kafkas":     {uncounted: true, open: kafkaServers},
	"redis":      {example: "redis://host:6379/0", open: redisServer},
	"rediss":     {open: redisServer},
	"redis+unix": {open: redisServer},
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

// Problem says what is wrong with the settings, continuing a sentence about the URL, and how to correct it; it returns "" for
// valid ones.
func (s Settings) Problem() (what, hint string) {
	if _, known := kinds[s.scheme()]; !known || !strings.Contains(s.URL, ":") {
		return "does not begin with the kind of a broker", "write one such as " + strings.Join(Schemes(), ", ")
	}
	if name, is := s.datasource(); is && s.Outbox != "" && s.Outbox != name {
		return "keeps the messages in another datasource than the outbox",
			"remove outbox: what is sent in a transaction on " + name + " is part of it anyway"
	}
	return "", ""
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

// Report is what was found in the files of an embedded broker.
type Report = jetstream.Report

// Verify verifies the files of an embedded broker that no process uses, and repairs them if it is to.
func Verify(folder string, repair bool) (Report, error) { return jetstream.Verify(folder, repair) }

func embedded(ctx context.Context, o *opening) (broker.Broker, error) {
	store := jetstream.Store{Folder: o.EmbeddedFolder(o.Folder)}
	if o.SyncAlways {
		store.Sync = jetstream.SyncAlways
	}
	b, isFirst, err := o.Servers.broker(ctx, store, jetstream.Options{Window: o.Window, Log: o.Log})
	if err != nil {
		return nil, err
	}
	if isFirst && o.alone() {
		if err := o.kept.Inherit(ctx); err != nil { // their leases end
			o.Log.WarnContext(ctx, "messages that an earlier process had not finished will be delivered again later",
				"connection", o.Name, "error", err)
		}
	}
	return b, nil
}

func natsServers(ctx context.Context, o *opening) (broker.Broker, error) {
	return jetstream.Connect(ctx, o.URL, jetstream.Options{Window: o.Window, Log: o.Log})
}

func rabbitServer(ctx context.Context, o *opening) (broker.Broker, error) {
	return rabbitmq.Open(ctx, o.URL, rabbitmq.Options{Log: o.Log})
}

func redisServer(ctx context.Context, o *opening) (broker.Broker, error) {
	return redis.Open(ctx, o.URL, redis.Options{Log: o.Log})
}

func kafkaServers(ctx context.Context, o *opening) (broker.Broker, error) {
	return kafka.Connect(ctx, o.URL, kafka.Options{Log: o.Log})
}

func inMemory(context.Context, *opening) (broker.Broker, error) {
	return memory.New(memory.Options{}), nil
}
