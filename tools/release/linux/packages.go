package linux

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/tools/release/pack"
)

//go:embed systemd
var units embed.FS

// Options say what is packed.
type Options struct {
	Root    string   // the repository, which has the program that writes packages
	Env     []string // the environment of the go command
	Out     string   // the folder for the packages
	Arch    string   // as Go names it
	Version string   // without v
	Time    time.Time
	Files   []pack.File // the program, its manual pages and completions, as in an archive
}

// formats are the packages that are made.
var formats = [...]string{"deb", "rpm", "apk"}

// Pack writes the packages of one architecture, and returns the names of their files.
func Pack(ctx context.Context, o Options) (names []string, err error) {
	work, err := os.MkdirTemp("", "fwrun-packages-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(work) }() // what was written to it is in the packages
	out, err := filepath.Abs(o.Out)
	if err != nil {
		return nil, err
	}
	args := []string{"run", ".", "-o", out}
	for _, format := range formats {
		config, err := o.configuration(filepath.Join(work, format), format)
		if err != nil {
			return nil, fmt.Errorf("%s of %s: %w", format, o.Arch, err)
		}
		args = append(args, format+"="+config)
	}
	program := exec.CommandContext(ctx, "go", args...)
	program.Dir = filepath.Join(o.Root, "tools", "release", "linux", "nfpm")
	program.Env = append(slices.Clone(o.Env), "CGO_ENABLED=0", "GOWORK=off", "GOOS=", "GOARCH=", fmt.Sprintf("SOURCE_DATE_EPOCH=%d", o.Time.Unix()))
	said, err := program.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		err = fmt.Errorf("packages of %s: %w\n%s", o.Arch, err, failed.Stderr)
	}
	return strings.Fields(string(said)), err
}

// configuration writes what nfpm has to know for a package, and what it packs, below a folder. It returns the name of the file.
func (o Options) configuration(work, format string) (string, error) {
	files, err := o.installed(format)
	if err != nil {
		return "", err
	}
	config, err := o.config(work, files)
	if err != nil {
		return "", err
	}
	file := filepath.Join(work, "nfpm.json")
	return file, os.WriteFile(file, config, 0o600)
}

// installed returns the files of a package, by where they are put.
func (o Options) installed(format string) ([]pack.File, error) {
	var list []pack.File
	for _, f := range o.Files {
		to := placeOf(f.Name, format)
		if to == "" {
			continue
		}
		if strings.HasSuffix(to, ".1.gz") {
			compressed, err := pack.Gzip(f.Data)
			if err != nil {
				return nil, err
			}
			f.Data = compressed
		}
		list = append(list, pack.File{Name: to, Data: f.Data, Run: f.Run})
	}
	if format == "apk" {
		return list, nil
	}
	err := fs.WalkDir(units, "systemd", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(units, name)
		list = append(list, pack.File{Name: "/usr/lib/systemd/system/" + path.Base(name), Data: data})
		return err
	})
	return list, err
}

// placeOf returns where a file of an archive is installed.
func placeOf(name, format string) string {
	zsh := "/usr/share/zsh/site-functions/"
	if format == "deb" {
		zsh = "/usr/share/zsh/vendor-completions/"
	}
	switch {
	case name == "fwrun":
		return "/usr/bin/fwrun"
	case name == "LICENSE":
		return "/usr/share/doc/fwrun/copyright"
	case name == "README.md":
		return "/usr/share/doc/fwrun/README.md"
	case name == "completions/fwrun.bash":
		return "/usr/share/bash-completion/completions/fwrun"
	case name == "completions/_fwrun":
		return zsh + "_fwrun"
	case name == "completions/fwrun.fish":
		return "/usr/share/fish/vendor_completions.d/fwrun.fish"
	case strings.HasPrefix(name, "man/man1/"):
		return "/usr/share/" + name + ".gz"
	}
	return ""
}

// config writes the files below a folder, and returns what nfpm has to know.
func (o Options) config(work string, files []pack.File) ([]byte, error) {
	stamp := o.Time.UTC().Format(time.RFC3339)
	contents := []map[string]any{{
		"dst": "/etc/fwrun", "type": "dir", "file_info": map[string]any{"mode": 0o750, "mtime": stamp, "owner": "root", "group": "root"},
	}}
	for _, f := range files {
		source := filepath.Join(work, "root", filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(source), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(source, f.Data, f.Mode()); err != nil {
			return nil, err
		}
		contents = append(contents, map[string]any{
			"src": source, "dst": f.Name, "file_info": map[string]any{"mode": uint32(f.Mode()), "mtime": stamp, "owner": "root", "group": "root"},
		})
	}
	return json.Marshal(map[string]any{
		"name": "fwrun", "arch": o.Arch, "platform": "linux", "version": o.Version, "version_schema": "semver", "release": "1", "section": "web",
		"priority":   "optional",
		"maintainer": "fwrun <fwrun@users.noreply.github.com>", "homepage": "https://github.com/fwrun/fwrun", "license": "Apache-2.0", "mtime": stamp,
		"description": "Serves a folder of JavaScript or TypeScript as an application\n" +
			"Classes with decorators become an HTTP application, tools of agents, listeners of queues\nand schedules. One binary: " +
			"no build step, no Node, a database inside.",
		"contents": contents, "disable_globbing": true,
		"rpm": map[string]any{"buildhost": "localhost", "summary": "Serves a folder of JavaScript or TypeScript as an application"},
		"deb": map[string]any{"compression": "gzip"}, // which each dpkg reads, and which is made in seconds
	})
}
