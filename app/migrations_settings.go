package app

import (
	"path/filepath"
	"slices"
	"time"

	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search/cluster"
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
}

// readMigrations reads what counts for all migrations.
func (s *settings) readMigrations(r *config.Reader) {
	s.onStart = r.Bool("migrations.onStart", false)
	if r.OneOf("migrations.order", "alphabetical", "alphabetical", "natural") == "natural" {
		s.order = migrate.Natural
	}
}

// readSearch reads the connections to search clusters.
func (s *settings) readSearch(r *config.Reader, options Options) {
	for _, c := range r.Items("opensearch") {
		c.Require("name", "hosts")
		one := searchConnection{
			Settings: cluster.Settings{
				Name: c.String("name", ""), Hosts: c.Strings("hosts", nil),
				Username: c.String("username", ""), Password: c.String("password", ""),
				Insecure: !c.Bool("ssl_verification", true), CA: c.String("ca", ""),
				Timeout: c.Duration("timeout", 0), ConnectTimeout: c.Duration("connect_timeout", 0),
				Proxy: c.String("proxy", ""),
			},
			migrates:    c.Bool("migrations.enabled", false),
			lockTimeout: c.Duration("migrations.lock-timeout", 0),
		}
		if one.Proxy == "false" {
			one.Proxy, one.NoProxy = "", true
		}
		if one.CA != "" && !filepath.IsAbs(one.CA) {
			one.CA = filepath.Join(options.Folder, one.CA)
		}
		if wrong := one.Settings.Check(); wrong != nil {
			c.Reject(wrong.Key, wrong.Message, wrong.Hint)
		}
		if slices.ContainsFunc(s.search, func(other searchConnection) bool { return other.Name == one.Name && one.Name != "" }) {
			c.Reject("name", "is the name of another connection, too", "give each connection a name of its own")
		}
		s.search = append(s.search, one)
	}
}
