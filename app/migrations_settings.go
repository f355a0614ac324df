package app

import (
	"time"

	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/migrate"
)

// databaseMigrations are the settings of a datasource's migrations.
type databaseMigrations struct {
	enabled     bool // not turned off
	lockTimeout time.Duration
}

// readMigrations reads what counts for all migrations.
func (s *settings) readMigrations(r *config.Reader) {
	s.onStart = r.Bool("migrations.onStart")
	if r.String("migrations.order") == "natural" {
		s.order = migrate.Natural
	}
}
