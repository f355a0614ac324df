package migrations

import (
	"io/fs"
	"os"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/platform/config"
)

// Settings hold what counts for all migrations.
type Settings struct {
	Root    string // of the folders of connections
	Files   fs.FS  // in Root, if they are not those on the disk; nil for these
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

// files returns the files in the root.
func (s Settings) files() fs.FS {
	if s.Files != nil {
		return s.Files
	}
	return os.DirFS(s.Root)
}

// read reads the files of a target, which it does not ask.
func (s Settings) read(target migrate.Target) (*migrate.Folder, error) {
	return migrate.Read(target, s.files(), migrate.Options{Order: s.Order})
}
