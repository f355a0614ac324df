// Command make writes the folder dist of package bundled: it fetches the packages of npm that package.json pins, and makes one
// script of each entry of packages.json. Run it in the root of the repository, or give it the folder to write to.
//
//	go run ./jsapi/bundled/make [-o folder]
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// source is where this command finds what it needs, from the root of the repository.
const source = "jsapi/bundled"

// entry is a line of packages.json.
type entry struct {
	Name     string   // of the script
	Entry    string   // what is bundled, as it would be imported
	External []string // modules that the script requires of those who load it
	Why      string
}

func main() {
	out := flag.String("o", filepath.Join(source, "dist"), "the folder that is written")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "make:", err)
		os.Exit(1)
	}
}

func run(out string) error {
	var entries []entry
	text, err := os.ReadFile(filepath.Join(source, "packages.json"))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &entries); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "fwrun-bundled-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	if err := install(work); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	licences := licences{folder: work, seen: map[string]bool{}}
	for _, e := range entries {
		text, inputs, err := bundle(work, e)
		if err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		head := fmt.Sprintf("// Made by jsapi/bundled/make of the package %s. Licences: LICENCES.txt.\n", e.Entry)
		if err := os.WriteFile(filepath.Join(out, e.Name+".js"), append([]byte(head), text...), 0o644); err != nil {
			return err
		}
		licences.add(inputs)
	}
	notices, err := licences.text()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "LICENCES.txt"), []byte(notices), 0o644)
}

// install fetches the packages as the lock file has them. None of their own scripts is run.
func install(work string) error {
	for _, name := range []string{"package.json", "package-lock.json"} {
		text, err := os.ReadFile(filepath.Join(source, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(work, name), text, 0o644); err != nil {
			return err
		}
	}
	npm := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	npm.Dir, npm.Stderr = work, os.Stderr
	return npm.Run()
}

// bundle makes a script of an entry, and lists the files that went into it, relative to work.
func bundle(work string, e entry) (text []byte, inputs []string, err error) {
	result := api.Build(api.BuildOptions{
		Stdin: &api.StdinOptions{Contents: fmt.Sprintf("module.exports = require(%q)", e.Entry), ResolveDir: work, Sourcefile: "entry.js"},
		// The script engine has no async generators and no for await.
		Target: api.ES2022, Supported: map[string]bool{"async-generator": false, "for-await": false},
		Bundle: true, Format: api.FormatCommonJS, Platform: api.PlatformBrowser, MainFields: []string{"module", "main"},
		External: e.External, MinifyWhitespace: true, MinifySyntax: true, Charset: api.CharsetUTF8,
		LegalComments: api.LegalCommentsNone, Metafile: true, AbsWorkingDir: work, LogLevel: api.LogLevelWarning,
		Define: map[string]string{"process.env.NODE_ENV": `"production"`},
	})
	if len(result.Errors) > 0 {
		return nil, nil, fmt.Errorf("%s", result.Errors[0].Text)
	}
	var meta struct{ Inputs map[string]any }
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return nil, nil, err
	}
	for file := range meta.Inputs {
		if strings.HasPrefix(file, "node_modules/") {
			inputs = append(inputs, file)
		}
	}
	return result.OutputFiles[0].Contents, inputs, nil
}
