package app

import (
	"context"

	"github.com/fwrun/fwrun/app/databases"
	"github.com/fwrun/fwrun/platform/logging"
)

// openDatabases opens the datasources, or takes over those of the generation before.
func (g *generation) openDatabases(ctx context.Context, was *generation) error {
	opened, err := databases.Open(ctx, g.settings.datasources, g.props, was.databases)
	if err != nil {
		return err
	}
	g.databases = opened
	g.databases.Observe(databases.Observers{Metrics: g.observe.Metrics, Log: g.observe.Logs.Logger(logging.SQL), Stories: g.stories.Recorder()})
	return nil
}
