package ship

import (
	"context"
	"errors"
	"log/slog"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/ship/binary"
	"github.com/fwrun/fwrun/ship/contents"
	"github.com/fwrun/fwrun/ship/parcel"
)

// Options say what is prepared. Folder is required.
type Options struct {
	Folder           string
	Env              []string
	Include, Exclude []string // patterns; see [contents.Options]
	Skip             []string // files that are none of the application's, such as the one that is made
}

// Prepared is an application that is ready to be shipped.
type Prepared struct {
	Name     string // of its folder
	Folder   string // absolute
	Compiled []byte
	Contents *contents.List
	Warnings fault.List
}

// Prepare compiles an application and decides what goes along. A mistake in the application, or a secret in its application.yml, is a [fault.List].
func Prepare(ctx context.Context, o Options) (*Prepared, error) {
	found, err := folder.Find(o.Folder)
	if err != nil {
		return nil, err
	}
	compiled, warnings, err := app.Pack(ctx, app.Options{
		Folder: found, Env: o.Env, Logger: func(app.LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) },
	})
	if err != nil {
		return nil, err
	}
	scripts, err := app.CompiledFrom(compiled)
	if err != nil {
		return nil, err
	}
	skip, err := absolute(o.Skip)
	if err != nil {
		return nil, err
	}
	list, err := contents.Of(found, contents.Options{
		Include: o.Include, Exclude: o.Exclude, Scripts: scripts, Skip: skip,
		Most: contents.Limits{Files: parcel.MaxFiles, Bytes: parcel.MaxBytes},
	})
	if err != nil {
		return nil, err
	}
	p := &Prepared{Name: filepath.Base(found), Folder: found, Compiled: compiled, Contents: list, Warnings: warnings}
	return p, errors.Join(p.reviewConfiguration(), p.missing(scripts))
}

// absolute returns paths as [contents.Options] wants them: the folder of each without symbolic links.
func absolute(paths []string) ([]string, error) {
	var list []string
	for _, one := range paths {
		full, err := filepath.Abs(one)
		if err != nil {
			return nil, err
		}
		if real, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
			full = filepath.Join(real, filepath.Base(full))
		}
		list = append(list, full)
	}
	return list, nil
}

// reviewConfiguration leaves out files of configuration that have secrets. Without its application.yml an application would not be what
// it is, so a secret in that is an error.
func (p *Prepared) reviewConfiguration() error {
	for _, name := range p.Contents.Config {
		problems := config.LiteralSecrets(p.Contents.Files, name)
		if len(problems) == 0 {
			continue
		}
		if stem := strings.TrimSuffix(path.Base(name), path.Ext(name)); stem == "application" {
			return problems
		}
		p.Contents.Paths = slices.DeleteFunc(p.Contents.Paths, func(one string) bool { return one == name })
		p.Contents.Left = append(p.Contents.Left, contents.Left{Path: name, Why: problems[0].Message})
	}
	slices.SortFunc(p.Contents.Left, func(a, b contents.Left) int { return strings.Compare(a.Path, b.Path) })
	return nil
}

// missing reports scripts that were compiled and cannot go along, such as one that has a private key in it.
func (p *Prepared) missing(scripts []string) error {
	for _, script := range scripts {
		if _, found := slices.BinarySearch(p.Contents.Paths, script); found {
			continue
		}
		why := ""
		for _, left := range p.Contents.Left {
			if left.Path == script {
				why = left.Why
			}
		}
		return fault.New("ship", fault.Invalid, script+" is a script of the application, and cannot go along").Because(errors.New(why)).
			WithHint("move the secrets out of it")
	}
	return nil
}

// application returns what is put behind a program.
func (p *Prepared) application(program *binary.Program) parcel.Application {
	return parcel.Application{Name: p.Name, Compiled: p.Compiled, Sources: program.Sources, Files: p.Contents.Files, Paths: p.Contents.Paths}
}
