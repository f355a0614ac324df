package app

import (
	"context"
	"slices"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/platform/fault"
)

// Pack compiles an application for an executable that carries it. An error in the application itself is a [fault.List], and so are the
// warnings. Nothing is opened, and no bean is made.
func Pack(ctx context.Context, options Options) (compiled []byte, warnings fault.List, err error) {
	options.offline, options.packs = true, true
	g, err := begun(options)
	if err != nil {
		return nil, nil, err
	}
	booting, err := g.engineOptions(g.settings.datasources.Declared())
	if err != nil {
		return nil, nil, err
	}
	compiled, m, noticed, err := engine.Pack(ctx, booting, folders.Mount)
	if err != nil {
		return nil, nil, withMisspelt(g.props, atScan(g.props, err))
	}
	if err := g.checkSessions(m); err != nil {
		return nil, nil, err
	}
	return compiled, slices.Concat(g.warnings, noticed, g.props.Misspelt()), nil
}

// CompiledFrom lists the scripts that [Pack] has compiled, relative to the folder; packages are not among them.
func CompiledFrom(compiled []byte) ([]string, error) { return engine.CompiledFrom(compiled) }
