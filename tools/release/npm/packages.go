package npm

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/tools/release/pack"
)

//go:embed fwrun create
var files embed.FS

// Binary is the program for one platform, as Go names it.
type Binary struct {
	OS, Arch string
	Data     []byte
}

// Options say what is packed.
type Options struct {
	Version  string // without v
	Time     time.Time
	Binaries []Binary
	Typings  fs.FS // the declarations
	Licence  []byte
}

// Package is an archive as `npm pack` writes it.
type Package struct {
	Name string // @fwrun/linux-x64
	File string // fwrun-linux-x64-1.2.3.tgz
	Data []byte
}

// Pack makes the packages. Those that others depend on are first: they are published in this order.
func Pack(o Options) ([]Package, error) {
	var list []Package
	sizes, optional := map[string]int{}, map[string]string{}
	for _, b := range o.Binaries {
		p, err := o.platform(b)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
		sizes[b.name()], optional["@fwrun/"+b.name()] = len(b.Data), o.Version
	}
	fwrun, err := o.fwrun(sizes, optional)
	if err != nil {
		return nil, err
	}
	create, err := o.script("create", "create-fwrun", map[string]any{
		"description": "Creates an application that fwrun serves", "bin": map[string]string{"create-fwrun": "create.js"},
		"dependencies": map[string]string{"fwrun": o.Version},
	}, nil)
	if err != nil {
		return nil, err
	}
	return append(list, fwrun, create), nil
}

// platform makes the package of one binary.
func (o Options) platform(b Binary) (Package, error) {
	name := "@fwrun/" + b.name()
	return o.pack(name, map[string]any{
		"description": "The binary of fwrun for " + b.name() + "; install fwrun, which depends on it",
		"os":          []string{b.system()}, "cpu": []string{b.processor()}, "preferUnplugged": true,
	}, []pack.File{
		{Name: "bin/" + b.file(), Data: b.Data, Run: true},
		{Name: "README.md", Data: []byte("# " + name + "\n\nThe binary of [fwrun](https://github.com/fwrun/fwrun) for " + b.name() +
			". Install `fwrun`, which depends on it.\n")},
	})
}

// fwrun makes the package that everybody depends on.
func (o Options) fwrun(sizes map[string]int, optional map[string]string) (Package, error) {
	typings, err := contents(o.Typings, ".", "typings")
	if err != nil {
		return Package{}, err
	}
	known, err := json.MarshalIndent(sizes, "", "  ")
	if err != nil {
		return Package{}, err
	}
	return o.script("fwrun", "fwrun", map[string]any{
		"description": "Serves a folder of JavaScript or TypeScript classes as an HTTP application",
		"bin":         map[string]string{"fwrun": "bin/fwrun"}, "main": "index.js", "types": "typings/fwrun.d.ts",
		"typesVersions": map[string]any{"*": map[string][]string{"test": {"typings/fwrun.d.ts"}}},
		"exports": map[string]any{
			".":             map[string]string{"types": "./typings/fwrun.d.ts", "default": "./index.js"},
			"./test":        map[string]string{"types": "./typings/fwrun.d.ts", "default": "./index.js"},
			"./launcher.js": "./launcher.js", "./package.json": "./package.json", "./typings/*": "./typings/*",
		},
		"scripts": map[string]string{"postinstall": "node install.js"}, "optionalDependencies": optional,
	}, append(typings, pack.File{Name: "platforms.json", Data: append(known, '\n')}))
}

// script makes a package of the files in a folder here, and others.
func (o Options) script(folder, name string, fields map[string]any, others []pack.File) (Package, error) {
	own, err := contents(files, folder, "")
	if err != nil {
		return Package{}, err
	}
	return o.pack(name, fields, append(own, others...))
}

// pack makes an archive of files with a package.json.
func (o Options) pack(name string, fields map[string]any, list []pack.File) (Package, error) {
	all := map[string]any{
		"name": name, "version": o.Version, "license": "Apache-2.0", "homepage": "https://github.com/fwrun/fwrun",
		"repository": map[string]string{"type": "git", "url": "git+https://github.com/fwrun/fwrun.git"}, "engines": map[string]string{"node": ">=18"},
	}
	maps.Copy(all, fields)
	about, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return Package{}, err
	}
	list = append(list, pack.File{Name: "package.json", Data: append(about, '\n')}, pack.File{Name: "LICENSE", Data: o.Licence})
	slices.SortFunc(list, func(a, b pack.File) int { return strings.Compare(a.Name, b.Name) })
	for i := range list {
		list[i].Name = "package/" + list[i].Name
	}
	data, err := pack.TarGz(list, o.Time)
	if err != nil {
		return Package{}, fmt.Errorf("npm package %s: %w", name, err)
	}
	file := strings.ReplaceAll(strings.TrimPrefix(name, "@"), "/", "-") + "-" + o.Version + ".tgz"
	return Package{name, file, data}, nil
}

// contents returns the files of a folder, below another one. Those of a folder bin are commands.
func contents(from fs.FS, folder, below string) (list []pack.File, err error) {
	err = fs.WalkDir(from, folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		inside := path.Join(below, strings.TrimPrefix(strings.TrimPrefix(name, folder), "/"))
		list = append(list, pack.File{Name: inside, Data: data, Run: path.Dir(inside) == "bin" || inside == "create.js"})
		return nil
	})
	return list, err
}
