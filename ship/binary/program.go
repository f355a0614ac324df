package binary

import (
	"cmp"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
)

// module is the path of fwrun's module, which the go command records in a program.
const module = "github.com/fwrun/fwrun"

// maxSize bounds an executable, in bytes.
const maxSize = 1 << 30

// Program is a fwrun in a file.
type Program struct {
	Platform string // such as linux/arm64
	Version  string // of the module: a release's, or one made of the commit, or (devel)
	Sources  string // a hash of what it was built from, the same on every platform
	Exact    bool   // Sources covers all of it: false for a build of a changed tree, or without a version control
	Static   bool   // it needs no C library
	Carries  bool   // it carries an application already
	Size     int64

	file   io.ReaderAt
	marked int64 // offset of the numbers of its mark
}

// Read finds out what program a file is. The error says what is missing to be a fwrun.
func Read(file *os.File) (*Program, error) {
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a file")
	case info.Size() > maxSize:
		return nil, fmt.Errorf("it is larger than %d MiB", maxSize>>20)
	}
	return read(file, info.Size())
}

func read(file io.ReaderAt, size int64) (*Program, error) {
	built, err := buildinfo.Read(file)
	if err != nil {
		return nil, errors.New("it is not an executable file of fwrun: it does not say which sources it was built from")
	}
	p := &Program{Size: size, file: file, Version: cmp.Or(built.Main.Version, "(devel)")}
	if built.Main.Path != module {
		return nil, fmt.Errorf("it is a program of %q, not fwrun", built.Main.Path)
	}
	p.Platform = setting(built, "GOOS") + "/" + setting(built, "GOARCH")
	p.Static = setting(built, "CGO_ENABLED") == "0"
	p.Sources, p.Exact = sourcesOf(built)
	if p.marked, err = findMark(file, size); err != nil {
		return nil, err
	}
	numbersThere := make([]byte, numbers)
	if _, err := file.ReadAt(numbersThere, p.marked); err != nil {
		return nil, err
	}
	extent, err := extentOf(string(numbersThere))
	if err != nil {
		return nil, err
	}
	p.Carries = extent != Extent{}
	return p, nil
}

func setting(built *debug.BuildInfo, key string) string {
	i := slices.IndexFunc(built.Settings, func(s debug.BuildSetting) bool { return s.Key == key })
	if i < 0 {
		return ""
	}
	return built.Settings[i].Value
}

// sourcesOf hashes what a program was built from, as far as the go command has recorded it.
func sourcesOf(built *debug.BuildInfo) (sum string, exact bool) {
	hash := sha256.New()
	fmt.Fprintln(hash, built.GoVersion, built.Main.Version, setting(built, "vcs.revision"), setting(built, "vcs.modified"))
	for _, d := range built.Deps {
		if d.Replace != nil {
			d = d.Replace
		}
		fmt.Fprintln(hash, d.Path, d.Version, d.Sum)
	}
	released := built.Main.Version != "" && built.Main.Version != "(devel)"
	exact = (released || setting(built, "vcs.revision") != "") && setting(built, "vcs.modified") != "true"
	return hex.EncodeToString(hash.Sum(nil)), exact
}

// OwnSources returns the Sources of the running program; false if nothing is recorded of it.
func OwnSources() (string, bool) {
	built, ok := debug.ReadBuildInfo()
	if !ok || built.Main.Path != module {
		return "", false
	}
	sum, _ := sourcesOf(built)
	return sum, true
}

// Keeps reports whether the program can say that it carries an application. On macOS it cannot: the linker has signed the program's pages,
// and the system ends a program with a changed one.
func (p *Program) Keeps() bool { return p.Platform != "darwin/arm64" && p.Platform != "darwin/amd64" }

// Mark writes the program, with the extent in its mark if it keeps one.
func (p *Program) Mark(w io.Writer, e Extent) error {
	parts := []io.Reader{io.NewSectionReader(p.file, 0, p.Size)}
	if p.Keeps() {
		behind := p.marked + numbers
		parts = []io.Reader{
			io.NewSectionReader(p.file, 0, p.marked), strings.NewReader(e.text()), io.NewSectionReader(p.file, behind, p.Size-behind),
		}
	}
	_, err := io.Copy(w, io.MultiReader(parts...))
	return err
}
