package migrations

import (
	"os"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/platform/config"
)

// Settings hold what counts for all migrations.
type Settings struct {
	Root    string // of the folders of connections
	OnStart bool   // they run before serving
	Order   migrate.Order

	AtStart []string // the datasources whose migrations run at start
}

// Read reads the settings of migrations that are below a root.
func Read(r *config.Reader, root string) Settings {
	s := Settings{Root: root, OnStart: r.Bool("migrations.onStart")}
	if r.String("migrations.order") == "natural" {
		s.Order = migrate.Natural
	}
	return s
}

// read reads the files of a target, which it does not ask.
func (s Settings) read(target migrate.Target) (*migrate.Folder, error) {
	return migrate.Read(target, os.DirFS(s.Root), migrate.Options{Order: s.Order})
}
