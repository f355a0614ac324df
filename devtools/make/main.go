// Command make writes the folder page/vendor of package devtools: it fetches the packages of npm that package.json pins, and makes one
// module of them. Run it in the root of the repository, or give it the folder to write to.
//
//	go run ./devtools/make [-o folder]
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// source is where this command finds what it needs, from the root of the repository.
const source = "devtools/make"

// packages are what the module is made of, in the order of their licences.
var packages = [...]string{"preact", "htm"}

func main() {
	out := flag.String("o", "devtools/page/vendor", "the folder that is written")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "make:", err)
		os.Exit(1)
	}
}

func run(out string) error {
	work, err := os.MkdirTemp("", "fwrun-devtools-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	if err := install(work); err != nil {
		return err
	}
	text, err := bundle(work)
	if err != nil {
		return err
	}
	licences, err := licencesIn(work)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	head := "// Made by devtools/make of the packages preact and htm: do not edit. Licences: LICENCES.txt.\n"
	if err := os.WriteFile(filepath.Join(out, "preact.js"), append([]byte(head), text...), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "LICENCES.txt"), []byte(licences), 0o644)
}

// install fetches the packages as the lock file has them. None of their own scripts is run.
func install(work string) error {
	for _, name := range []string{"package.json", "package-lock.json", "entry.js"} {
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

// bundle makes the module.
func bundle(work string) ([]byte, error) {
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{"entry.js"}, AbsWorkingDir: work, Bundle: true, Format: api.FormatESModule, Platform: api.PlatformBrowser,
		Target: api.ES2022, MinifyWhitespace: true, MinifySyntax: true, MinifyIdentifiers: true, Charset: api.CharsetUTF8,
		LegalComments: api.LegalCommentsNone, LogLevel: api.LogLevelWarning,
	})
	if len(result.Errors) > 0 {
		return nil, fmt.Errorf("%s", result.Errors[0].Text)
	}
	return result.OutputFiles[0].Contents, nil
}

// licencesIn returns the licences of the packages.
func licencesIn(work string) (string, error) {
	var out strings.Builder
	for _, name := range packages {
		found, _ := filepath.Glob(filepath.Join(work, "node_modules", name, "[Ll][Ii][Cc][Ee][Nn][SsCc][Ee]*"))
		if len(found) == 0 {
			return "", fmt.Errorf("%s has no file with its licence", name)
		}
		text, err := os.ReadFile(found[0])
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&out, "%s\n\n%s\n\n", name, strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")))
	}
	return out.String(), nil
}
