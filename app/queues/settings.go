package queues

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/clock"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/connect"
)

// Settings hold where messages are kept, and how they are handled.
type Settings struct {
	Connections []Connection // the primary one first
	Workers     int          // on which listeners are called; 0 if it is not set
	Hurry       bool         // see [queue.Settings]
	Clock       clock.Clock  // see [queue.Settings]

	folder   string // of what is kept in files
	defaults queue.Policy
	queues   map[string]queue.Policy // by name; what is zero is not set
}

// Connection holds the settings of one connection.
type Connection struct {
	connect.Settings
	required bool
	key      string // in the configuration; empty for the one that is there without any
}

// inMemory is the URL of a connection in this process.
const inMemory = "memory:"

// primaryQueue is the name of the connection that is there without any configuration.
const primaryQueue = "primary"

// Read reads the section queue. The datasources are those that it may name.
func Read(r *config.Reader, folder string, datasources []string) Settings {
	r = r.Under("queue")
	s := Settings{
		Workers: r.Int("max-workers"),
		folder:  filepath.Join(folder, "data", "queue"),
		queues:  map[string]queue.Policy{},
	}
	d := r.Under("defaults")
	s.defaults = queue.Policy{
		Concurrency: d.Int("concurrency"),
		MaxAttempts: d.Int("max-attempts"),
		Backoff:     d.Duration("backoff"),
		MaxBackoff:  d.Duration("max-backoff"),
		Timeout:     d.Duration("timeout"),
	}
	for _, name := range r.Names("queues") {
		s.queues[name] = readQueue(r, name)
	}
	s.readConnections(r, datasources)
	return s
}

// readQueue reads the settings of one queue. What is not set is zero.
func readQueue(r *config.Reader, name string) queue.Policy {
	if err := queue.CheckName(name); err != nil {
		r.Reject("queues."+name, "is not a queue: "+err.Error(), "names have letters, digits, '-', '_' and single dots")
	}
	r = r.Named("queues", name)
	p := queue.Policy{
		Concurrency: r.Int("concurrency"), MaxAttempts: r.Int("max-attempts"),
		Backoff: r.Duration("backoff"), MaxBackoff: r.Duration("max-backoff"), Timeout: r.Duration("timeout"),
		DeadLetter: r.String("dead-letter"), Rate: r.Float("rate-limit"),
	}
	if p.DeadLetter != "" && (queue.CheckName(p.DeadLetter) != nil || p.DeadLetter == name) {
		r.Reject("dead-letter", "is not the name of another queue", "for example dead-letter: "+queue.DeadLetterQueue(name))
	}
	return p
}

func (s *Settings) readConnections(r *config.Reader, datasources []string) {
	common := connect.Settings{Window: r.Duration("dedup-window"), MaxBytes: int(r.Size("max-message-bytes"))}
	for _, c := range r.Items("connections") {
		one := Connection{Settings: common, required: c.Bool("required"), key: c.Key()}
		one.Name, one.URL, one.Outbox = c.String("name"), c.String("url"), c.String("outbox")
		one.SyncAlways = c.String("sync") == "always"
		s.add(c, one, datasources)
	}
	if len(s.Connections) == 0 {
		common.Name, common.URL = primaryQueue, "embedded:"
		s.Connections = []Connection{{Settings: common, required: true}}
	}
	if i := slices.IndexFunc(s.Connections, func(c Connection) bool { return c.Name == primaryQueue }); i > 0 {
		primary := s.Connections[i]
		s.Connections = slices.Insert(slices.Delete(s.Connections, i, i+1), 0, primary)
	}
}

// add adds a connection, and reports what is wrong with it.
func (s *Settings) add(r *config.Reader, one Connection, datasources []string) {
	if what, hint := one.Problem(); what != "" {
		r.Reject("url", what, hint)
	}
	for _, name := range one.Datasources() {
		if slices.Contains(datasources, name) {
			continue
		}
		key := "url"
		if name == one.Outbox {
			key = "outbox"
		}
		r.Reject(key, fmt.Sprintf("names the datasource %q, which is not configured", name),
			fault.DidYouMean("%s", name, datasources, "add it to datasource"))
	}
	for _, other := range s.Connections {
		if other.Name == one.Name {
			r.Reject("name", fmt.Sprintf("is used twice: %q", one.Name), "give each connection a name of its own")
		}
		if folder := one.EmbeddedFolder(s.folder); folder != "" && folder == other.EmbeddedFolder(s.folder) {
			key := "url"
			if !r.Has(key) {
				key = "name"
			}
			r.Reject(key, fmt.Sprintf("has the same folder as the connection %q", other.Name), "give it a url with a folder of its own: embedded:"+one.Name)
			break
		}
	}
	s.Connections = append(s.Connections, one)
}

// InMemory returns the settings with every connection in memory. What is sent in a transaction stays a part of it, if the datasource keeps
// messages.
func (s Settings) InMemory(keeps func(datasource string) bool) Settings {
	s.Connections = slices.Clone(s.Connections)
	for i := range s.Connections {
		c := &s.Connections[i]
		if used := c.Datasources(); len(used) > 0 {
			c.Outbox = used[0]
		}
		c.URL = inMemory
		if !keeps(c.Outbox) {
			c.Outbox = ""
		}
	}
	return s
}

// Names returns the names of the connections, the primary one first.
func (s Settings) Names() (list []string) {
	for _, c := range s.Connections {
		list = append(list, c.Name)
	}
	return list
}

// Datasources returns the datasources that connections use.
func (s Settings) Datasources() (used []string) {
	for _, c := range s.Connections {
		used = append(used, c.Datasources()...)
	}
	return used
}

// Embeds reports whether there is an embedded broker behind a connection that is asked for.
func (s Settings) Embeds(asked func(connection string) bool) bool {
	return slices.ContainsFunc(s.Connections, func(c Connection) bool { return c.EmbeddedFolder(s.folder) != "" && asked(c.Name) })
}

// Policy returns how the messages of a listener are handled: as the settings of its queue say, or else its decorator, or else
// the defaults.
func (s Settings) Policy(l *manifest.Listener) queue.Policy {
	own := s.queues[l.Queue]
	return queue.Policy{
		Concurrency: cmp.Or(own.Concurrency, l.Concurrency, s.defaults.Concurrency),
		Batch:       l.Batch,
		MaxAttempts: cmp.Or(own.MaxAttempts, l.MaxAttempts, s.defaults.MaxAttempts),
		Backoff:     cmp.Or(own.Backoff, l.Backoff, s.defaults.Backoff),
		MaxBackoff:  cmp.Or(own.MaxBackoff, l.MaxBackoff, s.defaults.MaxBackoff),
		Timeout:     cmp.Or(own.Timeout, l.Timeout, s.defaults.Timeout),
		DeadLetter:  cmp.Or(own.DeadLetter, l.DeadLetter),
		Rate:        cmp.Or(own.Rate, l.Rate),
	}
}

// syncs returns, by the folder of each embedded broker, whether it writes each message to the disk before it is sent.
func (s Settings) syncs() map[string]bool {
	always := map[string]bool{}
	for _, c := range s.Connections {
		if folder := c.EmbeddedFolder(s.folder); folder != "" {
			always[folder] = c.SyncAlways
		}
	}
	return always
}

// SyncsUnlike reports whether embedded brokers that stay would write to the disk at other times.
func (s Settings) SyncsUnlike(next Settings) bool {
	before := s.syncs()
	for folder, always := range next.syncs() {
		if was, stays := before[folder]; stays && was != always {
			return true
		}
	}
	return false
}
