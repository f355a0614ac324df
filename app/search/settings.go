package search

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/outbound"
)

// Settings are those of all connections, in their order: the first one is primary.
type Settings []Connection

// Connection holds the settings of a connection to a search cluster.
type Connection struct {
	cluster.Settings
	Migrates    bool // its migrations are turned on
	LockTimeout time.Duration
	Limits      outbound.Limits // of the requests of scripts
}

// Read reads the connections. Files are relative to the application's folder.
func Read(r *config.Reader, folder string) (s Settings) {
	for _, c := range r.Items("opensearch") {
		c.Require("name", "hosts")
		one := Connection{
			Settings: cluster.Settings{
				Name: c.String("name"), Hosts: c.Strings("hosts"),
				Username: c.String("username"), Password: c.String("password"),
				Insecure: !c.Bool("ssl_verification"), CA: c.String("ca"),
				Timeout: c.Duration("timeout"), ConnectTimeout: c.Duration("connect_timeout"), Proxy: c.String("proxy"),
			},
			Migrates:    c.Bool("migrations.enabled"),
			LockTimeout: c.Duration("migrations.lock-timeout"),
			Limits:      readLimits(c),
		}
		if one.Proxy == "false" {
			one.Proxy, one.NoProxy = "", true
		}
		if one.CA != "" && !filepath.IsAbs(one.CA) {
			one.CA = filepath.Join(folder, one.CA)
		}
		if wrong := one.Check(); wrong != nil && one.Hosts != nil { // otherwise the reader has reported it
			reject(c, wrong)
		}
		if strings.ContainsAny(one.Name, `/\`) || one.Name == "." || one.Name == ".." {
			c.Reject("name", "cannot be the name of a folder", "use letters, digits, - and _: its migrations are in migrations/<name>")
		}
		if slices.ContainsFunc(s, func(other Connection) bool { return other.Name == one.Name && one.Name != "" }) {
			c.Reject("name", "is the name of another connection, too", "give each connection a name of its own")
		}
		s = append(s, one)
	}
	return s
}

// readLimits reads how many requests of scripts a connection has in flight.
func readLimits(c *config.Reader) outbound.Limits {
	return outbound.Limits{
		Most:  c.Int("connection.max"),
		Queue: c.Int("connection.queue"),
		Wait:  c.Duration("connection.acquire-timeout"),
		Hint:  "opensearch[].connection.max is the number of requests in flight, and opensearch[].connection.queue that of those that wait",
	}
}

// reject reports a setting that cannot be used, at its place. Hosts may be one text instead of a list.
func reject(c *config.Reader, wrong *cluster.Mistake) {
	key := wrong.Key
	if !c.Has(key) {
		key, _, _ = strings.Cut(key, "[")
	}
	c.Reject(key, wrong.Message, wrong.Hint)
}
