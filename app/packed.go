package app

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/platform/fault"
)

// Packed is an application that an executable carries: compiled, and with its files unpacked. [Options.Folder] is then where everything is that is
// outside: the configuration, which lies over the one inside, and data.
type Packed struct {
	Name     string   // of the application, unless framework.application.name is set
	Folder   string   // of the unpacked files, an absolute path without symbolic links
	Paths    []string // of these files, slash-separated
	Compiled []byte   // what [Pack] returned
}

// inside returns the files inside of the executable; nil for an application that is a folder.
func (o Options) inside() *folders.Inside {
	if o.Packed == nil {
		return nil
	}
	return folders.NewInside(o.Packed.Folder, o.Packed.Paths)
}

// compiled returns what need not be compiled; nil for an application that is a folder.
func (o Options) compiled() []byte {
	if o.Packed == nil {
		return nil
	}
	return o.Packed.Compiled
}

// sources returns the folder of the scripts and migrations.
func (o Options) sources() string {
	if o.Packed == nil {
		return o.Folder
	}
	return o.Packed.Folder
}

// name returns the name of an application that has none in its configuration.
func (o Options) name() string {
	if o.Packed != nil {
		return cmp.Or(o.Packed.Name, filepath.Base(o.Folder))
	}
	return filepath.Base(o.Folder)
}

// below returns the files that those of the configuration lie over; nil for an application that is a folder.
func (o Options) below() fs.FS {
	if o.Packed == nil {
		return nil
	}
	return os.DirFS(o.Packed.Folder)
}

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
