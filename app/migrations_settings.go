package app

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/outbound"
)

// databaseMigrations are the settings of a datasource's migrations.
type databaseMigrations struct {
	enabled     bool // not turned off
	lockTimeout time.Duration
}

// searchConnection is a connection to a search cluster.
type searchConnection struct {
	cluster.Settings
	migrates    bool // its migrations are turned on
	lockTimeout time.Duration
	limits      outbound.Limits // of the requests of scripts
}

// readMigrations reads what counts for all migrations.
func (s *settings) readMigrations(r *config.Reader) {
	s.onStart = r.Bool("migrations.onStart")
	if r.String("migrations.order") == "natural" {
		s.order = migrate.Natural
	}
}

// readSearch reads the connections to search clusters.
func (s *settings) readSearch(r *config.Reader, options Options) {
	for _, c := range r.Items("opensearch") {
		c.Require("name", "hosts")
		one := searchConnection{
			Settings: cluster.Settings{
				Name: c.String("name"), Hosts: c.Strings("hosts"),
				Username: c.String("username"), Password: c.String("password"),
				Insecure: !c.Bool("ssl_verification"), CA: c.String("ca"),
				Timeout: c.Duration("timeout"), ConnectTimeout: c.Duration("connect_timeout"), Proxy: c.String("proxy"),
			},
			migrates:    c.Bool("migrations.enabled"),
			lockTimeout: c.Duration("migrations.lock-timeout"),
			limits:      searchLimits(c),
		}
		if one.Proxy == "false" {
			one.Proxy, one.NoProxy = "", true
		}
		if one.CA != "" && !filepath.IsAbs(one.CA) {
			one.CA = filepath.Join(options.Folder, one.CA)
		}
		if wrong := one.Settings.Check(); wrong != nil && one.Hosts != nil { // otherwise the reader has told
			rejectSetting(c, wrong)
		}
		if strings.ContainsAny(one.Name, `/\`) || one.Name == "." || one.Name == ".." {
			c.Reject("name", "cannot be the name of a folder", "use letters, digits, - and _: its migrations are in migrations/<name>")
		}
		if slices.ContainsFunc(s.search, func(other searchConnection) bool { return other.Name == one.Name && one.Name != "" }) {
			c.Reject("name", "is the name of another connection, too", "give each connection a name of its own")
		}
		s.search = append(s.search, one)
	}
}

// searchLimits reads how many requests of scripts a connection has in flight.
func searchLimits(c *config.Reader) outbound.Limits {
	return outbound.Limits{
		Most:  c.Int("connection.max"),
		Queue: c.Int("connection.queue"),
		Wait:  c.Duration("connection.acquire-timeout"),
		Hint:  "opensearch[].connection.max is the number of requests in flight, and opensearch[].connection.queue that of those that wait",
	}
}

// rejectSetting reports a setting that cannot be used, at its place. Hosts may be one text instead of a list.
func rejectSetting(c *config.Reader, wrong *cluster.Mistake) {
	key := wrong.Key
	if !c.Has(key) {
		key, _, _ = strings.Cut(key, "[")
	}
	c.Reject(key, wrong.Message, wrong.Hint)
}
