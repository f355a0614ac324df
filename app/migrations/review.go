package migrations

import (
	"context"
	"path"
	"time"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/platform/fault"
)

// reviewLimit bounds how long the endpoints wait for one connection.
const reviewLimit = 10 * time.Second

// States is what the migrations endpoint answers: the connections as `fwrun migrate status --json` writes them, without those whose state
// is not known.
type States struct {
	Connections []Connection `json:"connections"`
	Problems    []Problem    `json:"problems,omitempty"`
}

// Problem is a connection whose state is not known.
type Problem struct {
	Connection string `json:"connection"`
	Message    string `json:"message"`
}

// Status returns the [States] of the files of all targets, compared with what is recorded of them. It changes nothing.
func (p *Part) Status(ctx context.Context) (any, error) {
	states := p.states(ctx)
	return states, ctx.Err()
}

func (p *Part) states(ctx context.Context) States {
	states := States{Connections: []Connection{}}
	for _, target := range p.targets() {
		c, err := p.reviewTarget(ctx, target)
		if err != nil {
			states.Problems = append(states.Problems, Problem{target.Name(), fault.Text(err)})
			continue
		}
		states.Connections = append(states.Connections, c)
	}
	return states
}

func (p *Part) reviewTarget(ctx context.Context, target migrate.Target) (Connection, error) {
	ctx, cancel := context.WithTimeout(ctx, reviewLimit)
	defer cancel()
	folder, err := p.settings.read(target)
	if err != nil {
		return Connection{}, err
	}
	review, err := folder.Review(ctx, true)
	if err != nil {
		return Connection{}, err
	}
	c := connectionOf(folder)
	for _, item := range review.Items {
		c.Files = append(c.Files, fileOf(item))
	}
	return c, nil
}

// Migrated returns the files by connection, for the shape of Flyway. A name that a datasource and a search connection share has both.
func (p *Part) Migrated(ctx context.Context) (map[string][]actuator.Migrated, error) {
	byConnection := map[string][]actuator.Migrated{}
	for _, c := range p.states(ctx).Connections {
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

// Plan returns the files that are due, with what each would do. It changes nothing.
func (p *Part) Plan(ctx context.Context) States {
	plan := States{Connections: []Connection{}}
	for _, target := range p.targets() {
		c, err := p.planTarget(ctx, target)
		if err != nil {
			plan.Problems = append(plan.Problems, Problem{target.Name(), fault.Text(err)})
		}
		plan.Connections = append(plan.Connections, c)
	}
	return plan
}

func (p *Part) planTarget(ctx context.Context, target migrate.Target) (Connection, error) {
	ctx, cancel := context.WithTimeout(ctx, reviewLimit)
	defer cancel()
	folder, err := p.settings.read(target)
	if err != nil {
		return Connection{Name: target.Name(), Kind: string(target.Kind()), Files: []File{}}, err
	}
	c := connectionOf(folder)
	review, err := folder.Review(ctx, false)
	if err != nil {
		return c, err
	}
	for _, item := range review.Due() {
		file := fileOf(item)
		if item.Change != nil {
			if file.Steps, err = target.Steps(ctx, item.Change, item.Record); err != nil {
				return c, err
			}
		}
		c.Files = append(c.Files, file)
	}
	return c, nil
}
