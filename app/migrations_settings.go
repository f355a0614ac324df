package app

import (
	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/migrate"
)

// readMigrations reads what counts for all migrations.
func (s *settings) readMigrations(r *config.Reader) {
	s.onStart = r.Bool("migrations.onStart")
	if r.String("migrations.order") == "natural" {
		s.order = migrate.Natural
	}
}
