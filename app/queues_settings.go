package app

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/fwrun/fwrun/app/broadcast"
	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/connect"
)

// queueSettings hold where messages are kept, and how they are handled.
type queueSettings struct {
	connections []queueConnection // the primary one first
	folder      string            // of what is kept in files
	defaults    queue.Policy
	queues      map[string]queue.Policy // by name; what is zero is not set
	workers     int                     // 0 if it is not set
	hurry       bool                    // see [queue.Settings]
}

// queueConnection holds the settings of one connection.
type queueConnection struct {
	connect.Settings
	required bool
	key      string // in the configuration; empty for the one that is there without any
}

// inMemory is the URL of a connection in this process.
const inMemory = "memory:"

// primaryQueue is the name of the connection that is there without any configuration.
const primaryQueue = "primary"

func readQueues(r *config.Reader, folder string, datasources []string) queueSettings {
	r = r.Under("queue")
	s := queueSettings{
		folder:  filepath.Join(folder, "data", "queue"),
		workers: r.Int("max-workers"),
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

func (s *queueSettings) readConnections(r *config.Reader, datasources []string) {
	common := connect.Settings{Window: r.Duration("dedup-window"), MaxBytes: int(r.Size("max-message-bytes"))}
	for _, c := range r.Items("connections") {
		one := queueConnection{Settings: common, required: c.Bool("required"), key: c.Key()}
		one.Name, one.URL, one.Outbox = c.String("name"), c.String("url"), c.String("outbox")
		one.SyncAlways = c.String("sync") == "always"
		s.add(c, one, datasources)
	}
	if len(s.connections) == 0 {
		common.Name, common.URL = primaryQueue, "embedded:"
		s.connections = []queueConnection{{Settings: common, required: true}}
	}
	if i := slices.IndexFunc(s.connections, func(c queueConnection) bool { return c.Name == primaryQueue }); i > 0 {
		primary := s.connections[i]
		s.connections = slices.Insert(slices.Delete(s.connections, i, i+1), 0, primary)
	}
}

// add adds a connection, and reports what is wrong with it.
func (s *queueSettings) add(r *config.Reader, one queueConnection, datasources []string) {
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
		r.Reject(key, fmt.Sprintf("names the datasource %q, which is not configured", name), fault.DidYouMean("%s", name, datasources, "add it to datasource"))
	}
	for _, other := range s.connections {
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
	s.connections = append(s.connections, one)
}

// keepInMemory lets every connection keep its messages in memory. What is sent in a transaction stays a part of it, unless there
// are no databases.
func (s *queueSettings) keepInMemory(databases bool) {
	s.connections = slices.Clone(s.connections)
	for i := range s.connections {
		c := &s.connections[i]
		if used := c.Datasources(); len(used) > 0 {
			c.Outbox = used[0]
		}
		c.URL = inMemory
		if !databases {
			c.Outbox = ""
		}
	}
}

// policy returns how the messages of a listener are handled: as the settings of its queue say, or else its decorator, or else
// the defaults.
func (s queueSettings) policy(l *manifest.Listener) queue.Policy {
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
func (s queueSettings) syncs() map[string]bool {
	always := map[string]bool{}
	for _, c := range s.connections {
		if folder := c.EmbeddedFolder(s.folder); folder != "" {
			always[folder] = c.SyncAlways
		}
	}
	return always
}

// syncsUnlike reports whether embedded brokers that stay would write to the disk at other times.
func (s queueSettings) syncsUnlike(next queueSettings) bool {
	before := s.syncs()
	for folder, always := range next.syncs() {
		if was, stays := before[folder]; stays && was != always {
			return true
		}
	}
	return false
}

func (s queueSettings) names() (list []string) {
	for _, c := range s.connections {
		list = append(list, c.Name)
	}
	return list
}

// carriers lists the connections whose servers may carry the messages of BroadcastChannels, too.
func (s queueSettings) carriers() (list []broadcast.Connection) {
	for _, c := range s.connections {
		list = append(list, broadcast.Connection{Name: c.Name, URL: c.URL})
	}
	return list
}
