package app

import (
	"context"
	"path"
	"time"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/logging"
	"github.com/fwrun/fwrun/migrate"
)

// reviewLimit bounds how long the endpoints wait for one connection.
const reviewLimit = 10 * time.Second

// migrationStates is what the migrations endpoint answers: the connections as `fwrun migrate status --json` writes them, without
// those whose state is not known.
type migrationStates struct {
	Connections []MigratedConnection `json:"connections"`
	Problems    []migrationProblem   `json:"problems,omitempty"`
}

// migrationProblem is a connection whose state is not known.
type migrationProblem struct {
	Connection string `json:"connection"`
	Message    string `json:"message"`
}

func (g *generation) migrationStatus(ctx context.Context) (any, error) {
	states := g.reviewMigrations(ctx)
	return states, ctx.Err()
}

// reviewMigrations compares the files of all connections with what is recorded of them. It changes nothing.
func (g *generation) reviewMigrations(ctx context.Context) migrationStates {
	states := migrationStates{Connections: []MigratedConnection{}}
	for _, target := range g.migrationTargets() {
		c, err := g.reviewTarget(ctx, target)
		if err != nil {
			states.Problems = append(states.Problems, migrationProblem{target.Name(), fault.Text(err)})
			continue
		}
		states.Connections = append(states.Connections, c)
	}
	return states
}

// migrationTargets returns the datasources and search clusters whose migrations are enabled.
func (g *generation) migrationTargets() []migrate.Target {
	log := g.logs.Logger(logging.Migrate)
	return append(g.databases.Targets(log), g.search.Targets(log)...)
}

func (g *generation) reviewTarget(ctx context.Context, target migrate.Target) (MigratedConnection, error) {
	ctx, cancel := context.WithTimeout(ctx, reviewLimit)
	defer cancel()
	folder, err := g.readMigrations(target)
	if err != nil {
		return MigratedConnection{}, err
	}
	review, err := folder.Review(ctx, true)
	if err != nil {
		return MigratedConnection{}, err
	}
	c := connectionOf(folder)
	for _, item := range review.Items {
		c.Files = append(c.Files, fileOf(item))
	}
	return c, nil
}

// migrated returns the files by connection, for the shape of Flyway. A name that a datasource and a search connection share has both.
func (g *generation) migrated(ctx context.Context) (map[string][]actuator.Migrated, error) {
	byConnection := map[string][]actuator.Migrated{}
	for _, c := range g.reviewMigrations(ctx).Connections {
		if len(c.Files) == 0 {
			continue
		}
		for _, f := range c.Files {
			one := actuator.Migrated{Path: path.Clean(f.Path), Kind: c.Kind, State: f.State, Hash: f.Hash, Took: -1}
			if f.ExecutedAt != nil {
				one.At, one.By = *f.ExecutedAt, *f.ExecutedBy
			}
			if f.DurationMs != nil {
				one.Took = time.Duration(*f.DurationMs * float64(time.Millisecond))
			}
			byConnection[c.Name] = append(byConnection[c.Name], one)
		}
	}
	return byConnection, ctx.Err()
}
