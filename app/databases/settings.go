package databases

import (
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/migrate"
	migration "github.com/fwrun/fwrun/migrate/sql"
	"github.com/fwrun/fwrun/platform/config"
)

// Settings are those of all datasources, in their order.
type Settings []Datasource

// Datasource holds the settings of a datasource.
type Datasource struct {
	data.Settings
	Migrates    bool // its migrations are not turned off
	LockTimeout time.Duration
}

// Read reads the datasources. Files are in the application's folder. In memory is where SQLite databases are that leave no trace.
func Read(r *config.Reader, folder string, inMemory bool) (s Settings) {
	for _, d := range r.Items("datasource") {
		d.Require("name", "url")
		s = append(s, Datasource{
			Settings: data.Settings{
				Name: d.String("name"), URL: d.String("url"), Primary: d.Bool("isPrimary"),
				Username: d.String("username"), Password: d.String("password"),
				Folder:          filepath.Join(folder, "data"),
				InMemory:        inMemory,
				Replicas:        d.Strings("replicas"),
				MaxConnections:  d.Int("connection.max"),
				MinIdle:         d.Int("connection.min-idle"),
				MaxIdleTime:     d.Duration("connection.max-idle-time"),
				MaxLifetime:     d.Duration("connection.max-lifetime"),
				AcquireTimeout:  d.Duration("connection.acquire-timeout"),
				Queue:           d.Int("connection.queue"),
				ConnectTimeout:  d.Duration("connection.connect-timeout"),
				QueryTimeout:    d.Duration("connection.query-timeout"),
				BusyTimeout:     d.Duration("connection.busy-timeout"),
				SlowQuery:       d.Duration("connection.slow-query"),
				ValidationQuery: d.String("validationQuery"),
				MaxRows:         d.Int("connection.max-rows"),
				MaxBytes:        int(d.Size("connection.max-bytes")),
			},
			Migrates:    d.Bool("migrations.enabled"),
			LockTimeout: d.Duration("migrations.lock-timeout"),
		})
	}
	return s
}

// Names returns the names of the datasources.
func (s Settings) Names() []string {
	var names []string
	for _, d := range s {
		names = append(names, d.Name)
	}
	return names
}

// System returns the system of a datasource, as OpenTelemetry calls those that it knows.
func (s Settings) System(name string) string {
	for _, d := range s {
		if strings.EqualFold(d.Name, name) {
			return d.System()
		}
	}
	return data.Settings{}.System()
}

// Declared returns datasources for scripts that are only inspected; there is no database behind them.
func (s Settings) Declared() []sql.Datasource {
	var list []sql.Datasource
	for _, d := range s {
		list = append(list, sql.Datasource{Name: d.Name, Primary: d.Primary || len(s) == 1})
	}
	return list
}

// sources returns what databases are opened with.
func (s Settings) sources() []data.Settings {
	var list []data.Settings
	for _, d := range s {
		list = append(list, d.Settings)
	}
	return list
}

// Target returns what the migrations of the datasource are applied to. Their files may ask for the values of keys.
func (d Datasource) Target(db *data.DB, props *config.Properties, log *slog.Logger) migrate.Target {
	return migration.New(db, migration.Options{LockTimeout: d.LockTimeout, Log: log, Placeholder: placeholders(props)})
}

// placeholders returns the values of keys for the files that ask for them.
func placeholders(props *config.Properties) func(key string) (value string, secret, exists bool) {
	return func(key string) (string, bool, bool) {
		v, ok := props.Lookup(key)
		return v.Text(), v.Shown() != v.Text(), ok // a URL may contain a password
	}
}
