package migrations

import (
	"context"
	"errors"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/platform/fault"
)

// Part is the migrations of a generation. It holds nothing open.
type Part struct {
	settings Settings
	targets  func() []migrate.Target
	warn     func(fault.List)

	// Left are the database servers whose migrations were only looked at and have not all run, and those that were not asked.
	Left []string
}

// New returns migrations of targets, which are asked for when they are needed. Warnings of files are reported to a function.
func New(s Settings, targets func() []migrate.Target, warn func(fault.List)) *Part {
	return &Part{settings: s, targets: targets, warn: warn}
}

// Check returns what is wrong with the files of targets, which it does not ask.
func (p *Part) Check(targets ...migrate.Target) error {
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

// Apply runs the files of a target, or only looks at them.
func (p *Part) Apply(ctx context.Context, target migrate.Target, onlyLook bool) error {
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
	p.warn(report.Problems.Warnings())
	if d, ok := errors.AsType[fault.Diagnostic](err); ok {
		return fault.List{d} // the form in which boot reports it
	}
	return err
}

// keepWarnings reports the warnings of a list and returns its errors, nil if there are none.
func (p *Part) keepWarnings(problems fault.List) error {
	p.warn(problems.Warnings())
	if wrong := problems.Errors(); len(wrong) > 0 {
		return wrong
	}
	return nil
}
