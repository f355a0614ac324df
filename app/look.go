package app

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/app/databases"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/config"
)

// Looker looks at one application again and again, as an editor does, and compiles only what has changed since. The zero value is ready for
// use, by one goroutine at a time.
type Looker struct {
	Types bool   // TypeScript is asked, too, about what is saved
	Cache string // where its answers are kept

	reuse engine.Reuse
}

// Sight is what [Looker.Look] saw, beside the mistakes.
type Sight struct {
	Manifest   *manifest.Manifest // nil if there are mistakes that leave none
	Routes     []Route
	Properties *config.Properties // nil if there is no folder

	Tables map[string]databases.Tables // of the SQLite datasources, with what their migrations make
}

// lookFor is how long the scripts of an application that is looked at may take to load.
const lookFor = 2 * time.Second

// Look checks an application as [Check] does offline, with [Options.Overlay].
func (l *Looker) Look(ctx context.Context, options Options) (Report, Sight) {
	var seen Sight
	options.reuse = &l.reuse
	report := Check(ctx, options, CheckOptions{Offline: true, Types: l.Types, Cache: l.Cache, within: lookFor, seen: func(c *check) {
		seen.Manifest, seen.Properties, seen.Tables = c.manifest, c.props, map[string]databases.Tables{}
		if c.manifest != nil {
			seen.Routes = c.settings.routesOf(c.manifest)
		}
		for _, db := range c.databases.All() {
			if tables := databases.TablesOf(ctx, db); tables != nil {
				seen.Tables[db.Name()] = tables
			}
		}
	}})
	return report, seen
}
