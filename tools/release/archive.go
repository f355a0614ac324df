package release

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/tools/release/pack"
)

// archive is what people download for a platform.
type archive struct {
	name   string // of the file
	folder string // that the files in it are in
	data   []byte
}

// archive makes the archive of a platform: tar.gz, or zip for Windows.
func (o Options) archive(p Platform, files []pack.File) (archive, error) {
	a := archive{folder: fmt.Sprintf("fwrun_%s_%s_%s", o.number(), p.OS, p.Arch)}
	below := slices.Clone(files)
	for i := range below {
		below[i].Name = a.folder + "/" + below[i].Name
	}
	var err error
	if p.OS == "windows" {
		a.name = a.folder + ".zip"
		a.data, err = pack.Zip(below, o.Commit.Time)
	} else {
		a.name = a.folder + ".tar.gz"
		a.data, err = pack.TarGz(below, o.Commit.Time)
	}
	return a, err
}

// shared returns the files that every archive has: texts of the repository, and what a program for this machine writes of itself.
func (o Options) shared(ctx context.Context, program string) ([]pack.File, error) {
	var list []pack.File
	for _, name := range []string{"LICENSE", "README.md"} {
		data, err := os.ReadFile(filepath.Join(o.Root, name))
		if err != nil {
			return nil, err
		}
		list = append(list, pack.File{Name: name, Data: data})
	}
	for _, shell := range [][2]string{{"bash", "fwrun.bash"}, {"fish", "fwrun.fish"}, {"zsh", "_fwrun"}} {
		script, err := exec.CommandContext(ctx, program, "completion", shell[0]).Output()
		if err != nil {
			return nil, fmt.Errorf("completions for %s: %w", shell[0], said(err))
		}
		list = append(list, pack.File{Name: "completions/" + shell[1], Data: script})
	}
	pages, err := manual(ctx, program)
	return append(list, pages...), err
}

// manual returns the manual pages.
func manual(ctx context.Context, program string) ([]pack.File, error) {
	folder, err := os.MkdirTemp("", "fwrun-man-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }() // the pages are in memory
	if _, err := exec.CommandContext(ctx, program, "man", folder).Output(); err != nil {
		return nil, fmt.Errorf("manual pages: %w", said(err))
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var list []pack.File
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return nil, err
		}
		list = append(list, pack.File{Name: "man/man1/" + entry.Name(), Data: data})
	}
	slices.SortFunc(list, func(a, b pack.File) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}
