package release

import (
	"context"
	"crypto/sha256"
	_ "embed" // for the script
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/fwrun/fwrun/tools/release/linux"
	"github.com/fwrun/fwrun/tools/release/manifests"
	"github.com/fwrun/fwrun/tools/release/npm"
	"github.com/fwrun/fwrun/tools/release/pack"
	"github.com/fwrun/fwrun/tools/release/vscode"
	"github.com/fwrun/fwrun/typings"
)

//go:embed install.sh
var installScript []byte

// downloads is where the files of a release are published.
const downloads = "https://github.com/fwrun/fwrun/releases/download/"

// Sums is the name of the file with the sums of all the others.
const Sums = "SHA256SUMS"

// Options say what is released.
type Options struct {
	Root      string   // the repository
	Env       []string // the environment of the go command
	Out       string   // the folder to write; what is in it is removed
	Version   string   // v1.2.3
	Commit    Commit
	Platforms []Platform

	// Build writes the program for a platform into a file; if it is nil, the go command does.
	Build func(ctx context.Context, p Platform, file string) error
	// Bundle bundles the launcher of the extension of VS Code; if it is nil, npm and esbuild do.
	Bundle func(ctx context.Context) (vscode.Bundled, error)
	// Log is called with what is being done.
	Log func(text string)
}

// number returns the version without its v.
func (o Options) number() string { return strings.TrimPrefix(o.Version, "v") }

// maker is a release that is being made.
type maker struct {
	Options
	work     string // a folder for programs
	shared   []pack.File
	binaries []npm.Binary
	archives map[string]manifests.Archive
	sums     map[string]string // of the files in Out, by their names
}

// Make writes the files of a release.
func Make(ctx context.Context, o Options) (err error) {
	if !semver.IsValid(o.Version) || semver.Canonical(o.Version) != o.Version {
		return fmt.Errorf("%q is not a version: write it as v1.2.3 or v1.2.3-rc.1", o.Version)
	}
	changelog, err := os.ReadFile(filepath.Join(o.Root, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	notes, err := Notes(string(changelog), o.Version)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "fwrun-release-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	m := &maker{Options: o, work: work, archives: map[string]manifests.Archive{}, sums: map[string]string{}}
	if m.Build == nil {
		m.Build = func(ctx context.Context, p Platform, file string) error { return build(ctx, o, p, file) }
	}
	if err := m.prepare(ctx); err != nil {
		return err
	}
	for _, p := range o.Platforms {
		if err := m.platform(ctx, p); err != nil {
			return err
		}
	}
	if err := m.extension(ctx); err != nil {
		return err
	}
	return m.finish(notes)
}

// extension makes the extension of VS Code.
func (m *maker) extension(ctx context.Context) error {
	m.Log("bundling the extension of VS Code")
	bundle := vscode.Bundle
	if m.Bundle != nil {
		bundle = m.Bundle
	}
	bundled, err := bundle(ctx)
	if err != nil {
		return err
	}
	data, err := vscode.Pack(vscode.Options{Version: m.number(), Time: m.Commit.Time, Bundled: bundled, Licence: m.shared[0].Data})
	if err != nil {
		return err
	}
	return m.write("fwrun-vscode-"+m.number()+".vsix", data)
}

// prepare makes the folders, and what a program for this machine writes of itself.
func (m *maker) prepare(ctx context.Context) error {
	if err := os.RemoveAll(m.Out); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(m.Out, "npm"), 0o755); err != nil {
		return err
	}
	program, err := m.program(ctx, Platform{runtime.GOOS, runtime.GOARCH})
	if err == nil {
		m.shared, err = m.Options.shared(ctx, program)
	}
	return err
}

// program returns the file with the program for a platform, which is built once.
func (m *maker) program(ctx context.Context, p Platform) (string, error) {
	file := filepath.Join(m.work, p.OS+"-"+p.Arch, p.binary())
	if _, err := os.Stat(file); err == nil {
		return file, nil
	}
	m.Log("building for " + p.String())
	return file, m.Build(ctx, p, file)
}

// platform makes what there is for one platform.
func (m *maker) platform(ctx context.Context, p Platform) error {
	file, err := m.program(ctx, p)
	if err != nil {
		return err
	}
	m.Log("packing for " + p.String())
	program, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	files := append([]pack.File{{Name: p.binary(), Data: program, Run: true}}, m.shared...)
	a, err := m.archive(p, files)
	if err != nil {
		return err
	}
	if err := m.write(a.name, a.data); err != nil {
		return err
	}
	bill, err := m.bill(file)
	if err != nil {
		return err
	}
	if err := m.write(a.folder+".cdx.json", bill); err != nil {
		return err
	}
	m.archives[p.String()] = manifests.Archive{URL: downloads + m.Version + "/" + a.name, SHA256: m.sums[a.name], Folder: a.folder}
	m.binaries = append(m.binaries, npm.Binary{OS: p.OS, Arch: p.Arch, Data: program})
	if p.OS == "linux" {
		return m.linux(ctx, p, files)
	}
	return nil
}

// linux makes the packages of a processor.
func (m *maker) linux(ctx context.Context, p Platform, files []pack.File) error {
	names, err := linux.Pack(ctx, linux.Options{
		Root: m.Root, Env: m.Env, Out: m.Out, Arch: p.Arch, Version: m.number(),
		Time: m.Commit.Time, Files: files,
	})
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(m.Out, name))
		if err != nil {
			return err
		}
		m.add(name, data)
	}
	return nil
}

// finish writes what there is once for all platforms, and the sums.
func (m *maker) finish(notes string) error {
	packages, err := npm.Pack(npm.Options{
		Version: m.number(), Time: m.Commit.Time, Binaries: m.binaries, Typings: typings.Files, Licence: m.shared[0].Data,
	})
	if err != nil {
		return err
	}
	var order strings.Builder
	for _, p := range packages {
		if err := os.WriteFile(filepath.Join(m.Out, "npm", p.File), p.Data, 0o644); err != nil {
			return err
		}
		order.WriteString(p.File + "\n")
	}
	if err := os.WriteFile(filepath.Join(m.Out, "npm", "ORDER"), []byte(order.String()), 0o644); err != nil {
		return err
	}
	formula, err := manifests.Homebrew(manifests.Release{Version: m.number(), Archives: m.archives})
	if err != nil {
		return err
	}
	scoop, err := manifests.Scoop(manifests.Release{Version: m.number(), Archives: m.archives})
	if err != nil {
		return err
	}
	for name, data := range map[string][]byte{"fwrun.rb": formula, "fwrun.json": scoop, "install.sh": installScript} {
		if err := m.write(name, data); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(m.Out, "NOTES.md"), []byte(notes), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(m.Out, Sums), m.sumsFile(), 0o644)
}

// write writes a file of the release.
func (m *maker) write(name string, data []byte) error {
	m.add(name, data)
	return os.WriteFile(filepath.Join(m.Out, name), data, 0o644)
}

func (m *maker) add(name string, data []byte) {
	sum := sha256.Sum256(data)
	m.sums[name] = hex.EncodeToString(sum[:])
}

// sumsFile returns the sums as sha256sum writes them.
func (m *maker) sumsFile() []byte {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(m.sums)) {
		fmt.Fprintf(&b, "%s  %s\n", m.sums[name], name)
	}
	return []byte(b.String())
}
