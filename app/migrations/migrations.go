package migrations

import (
	"context"
	"errors"
	"log/slog"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/platform/fault"
)

// Connections are what migrations are applied to.
type Connections interface {
	Targets(log *slog.Logger) []migrate.Target // those whose migrations are turned on
}

// Databases are the datasources among them.
type Databases interface {
	Connections
	Target(name string, log *slog.Logger) (of migrate.Target, isServer bool)
}

// Surroundings are what migrations need of others.
type Surroundings struct {
	On      func() (Databases, Connections) // the datasources and the search clusters, as soon as they are open
	Log     func() *slog.Logger             // is called when something migrates, since who asks for loggers sees those that are in use
	Warn    func(fault.List)                // is called with the warnings of files
	Scratch bool                            // nothing is changed but databases in memory
}

// Part is the migrations of a generation. It holds nothing open.
type Part struct {
	settings Settings
	in       Surroundings

	// Left are the database servers whose migrations were only looked at and have not all run, and those that were not asked.
	Left []string
}

// New returns the migrations of an application.
func New(s Settings, in Surroundings) *Part { return &Part{settings: s, in: in} }

// targets returns what has migrations.
func (p *Part) targets() []migrate.Target {
	databases, clusters := p.in.On()
	return append(databases.Targets(p.in.Log()), clusters.Targets(p.in.Log())...)
}

// Start runs the migrations of the datasources and search clusters that migrate at start.
func (p *Part) Start(ctx context.Context) error {
	for _, name := range p.settings.AtStart {
		if err := p.ApplyTo(ctx, name); err != nil {
			return err
		}
	}
	if !p.settings.OnStart || p.in.Scratch {
		return nil
	}
	_, clusters := p.in.On()
	for _, target := range clusters.Targets(p.in.Log()) {
		if err := p.apply(ctx, target, false); err != nil {
			return err
		}
	}
	return nil
}

// ApplyTo runs the files of a datasource. Those of a server are only looked at if nothing may be changed.
func (p *Part) ApplyTo(ctx context.Context, name string) error {
	databases, _ := p.in.On()
	target, isServer := databases.Target(name, p.in.Log())
	return p.apply(ctx, target, p.in.Scratch && isServer)
}

// CheckFiles returns what is wrong with the files of a datasource, which is not asked.
func (p *Part) CheckFiles(name string) error {
	databases, _ := p.in.On()
	target, _ := databases.Target(name, p.in.Log())
	return p.check(target)
}

// CheckClusters returns what is wrong with the files of search clusters, which are not asked.
func (p *Part) CheckClusters() error {
	_, clusters := p.in.On()
	return p.check(clusters.Targets(p.in.Log())...)
}

// check returns what is wrong with the files of targets.
func (p *Part) check(targets ...migrate.Target) error {
	var problems fault.List
	for _, target := range targets {
		folder, err := p.settings.read(target)
		if err != nil {
			return err
		}
		problems = append(problems, folder.Problems...)
	}
	return p.keepWarnings(problems)
}

// apply runs the files of a target, or only looks at them.
func (p *Part) apply(ctx context.Context, target migrate.Target, onlyLook bool) error {
	folder, err := p.settings.read(target)
	if err != nil {
		return err
	}
	if onlyLook {
		review, err := folder.Review(ctx, false)
		if err != nil {
			return err
		}
		if len(review.Due()) > 0 {
			p.Left = append(p.Left, target.Name())
		}
		return p.keepWarnings(review.Problems)
	}
	report, err := migrate.Run(ctx, []*migrate.Folder{folder}, migrate.RunOptions{})
	p.in.Warn(report.Problems.Warnings())
	if d, ok := errors.AsType[fault.Diagnostic](err); ok {
		return fault.List{d} // the form in which boot reports it
	}
	return err
}

// keepWarnings reports the warnings of a list and returns its errors, nil if there are none.
func (p *Part) keepWarnings(problems fault.List) error {
	p.in.Warn(problems.Warnings())
	if wrong := problems.Errors(); len(wrong) > 0 {
		return wrong
	}
	return nil
}
