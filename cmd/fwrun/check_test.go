package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/txtar"
)

// command runs fwrun in this process.
func command(t *testing.T, args ...string) (code int, out, err string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = run(t.Context(), process{args: args, out: &stdout, err: &stderr, draining: context.Background()})
	return code, stdout.String(), stderr.String()
}

func unpack(t *testing.T, folder, archive string) {
	t.Helper()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		path := filepath.Join(folder, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

const mistaken = `
-- my app/a b.js --
import { Autowired, GetMapping, PathVariable, RestController, Service } from "fwrun";
@RestController
export class Api {
  /** @type {UserServce} */ @Autowired users;
  /** 😀 */ @GetMapping("/x/{id}") a(idd) { return 1; }
}
export const one = GetMapping("/one")(() => 1);
export const two = GetMapping("/one")(() => 2);
-- my app/config/application.yml --
server:
  prot: 1
`

// TestSARIFPointsAtTheSource resolves everything that a report refers to. The document has been validated
// with the schema that OASIS publishes.
func TestSARIFPointsAtTheSource(t *testing.T) {
	folder := t.TempDir()
	unpack(t, folder, mistaken)
	for name, c := range map[string]struct{ here, argument, uri string }{
		"from above":   {folder, "my app", "my%20app/a%20b.js"},
		"from inside":  {filepath.Join(folder, "my app"), ".", "a%20b.js"},
		"from outside": {filepath.Join(folder, "my app", "config"), "..", "a%20b.js"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(c.here)
			code, out, _ := command(t, "check", c.argument, "--format", "sarif")
			if code != exitFailed {
				t.Errorf("the exit code is %d", code)
			}
			var log sarifLog
			decoder := json.NewDecoder(strings.NewReader(out))
			decoder.DisallowUnknownFields()
			if err := decoder.Decode(&log); err != nil {
				t.Fatal(err)
			}
			run := log.Runs[0]
			var underlined, fixes []string
			for _, r := range run.Results {
				if rule := run.Tool.Driver.Rules[r.RuleIndex]; rule.ID != r.RuleID || rule.Help.Text == "" {
					t.Errorf("%s refers to the rule %+v", r.RuleID, rule)
				}
				for _, at := range slices.Concat(r.Locations, r.Related) {
					underlined = append(underlined, resolve(t, run, at))
				}
				for _, fix := range r.Fixes {
					change := fix.Changes[0]
					at := sarifLocation{Physical: sarifPhysical{change.Artifact, &change.Replacements[0].Deleted}}
					fixes = append(fixes, resolve(t, run, at)+" > "+change.Replacements[0].Inserted.Text)
				}
			}
			if got := run.Results[0].Locations[0].Physical.Artifact.URI; got != c.uri {
				t.Errorf("the file is %s, want %s", got, c.uri)
			}
			if want := []string{"users", "idd", "GetMapping", "", "prot"}; !slices.Equal(underlined, want) {
				t.Errorf("underlined are %q, want %q", underlined, want)
			}
			if want := []string{"prot > port"}; !slices.Equal(fixes, want) {
				t.Errorf("replaced are %q, want %q", fixes, want)
			}
		})
	}
}

// resolve returns the text that a location underlines; empty if only its beginning is known.
func resolve(t *testing.T, run sarifRun, at sarifLocation) string {
	t.Helper()
	base, err := url.Parse(run.BaseIDs[at.Physical.Artifact.URIBaseID].URI)
	if err != nil || !strings.HasSuffix(base.Path, "/") {
		t.Fatal(base, err)
	}
	file, err := base.Parse(at.Physical.Artifact.URI)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file.Path)
	if err != nil {
		t.Fatal(err)
	}
	region := at.Physical.Region
	line := utf16.Encode([]rune(strings.Split(string(text), "\n")[region.StartLine-1]))
	if region.EndColumn == 0 {
		return ""
	}
	return string(utf16.Decode(line[region.StartColumn-1 : region.EndColumn-1]))
}

func TestFormatsOfNothing(t *testing.T) {
	folder := t.TempDir()
	unpack(t, folder, "-- a.js --\nexport const a = 1;\n")
	for format, want := range map[string]string{
		"json": `"diagnostics": []`, "sarif": `"results": []`, "github": "", "text": "no problems in 1 file: 0 beans, 0 routes",
	} {
		code, out, errors := command(t, "check", folder, "--format", format)
		if code != exitOK || !strings.Contains(out, want) || errors != "" {
			t.Errorf("%s: exit code %d, %s%s", format, code, out, errors)
		}
	}
}

// codes matches the code of a diagnostic in the source.
var codes = regexp.MustCompile(`(?:Code: +|(?i:problem|wrong|callable|givenSchema|file\.Warning|a\.warn)\(|[cC]ode[A-Za-z]* += ` +
	`|\.code\()"([a-z]+(?:-[a-z]+)*)"`)

// TestEveryCodeHasARule: every code has a rule, and every rule a code.
func TestEveryCodeHasARule(t *testing.T) {
	used := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "testdata" || entry.Name() == "bench"):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		for _, match := range codes.FindAllSubmatch(text, -1) {
			used[string(match[1])] = true
		}
		return err
	})
	if err != nil || len(used) < 50 {
		t.Fatal(len(used), err)
	}
	known := map[string]bool{}
	for _, r := range rules() {
		if known[r.code] {
			t.Errorf("%s has two rules", r.code)
		}
		known[r.code] = true
		if !used[r.code] {
			t.Errorf("there is a rule for %s, which is nowhere found", r.code)
		}
		if !strings.HasSuffix(r.what, ".") || !strings.HasSuffix(r.help, ".") {
			t.Errorf("%s is not explained in whole sentences", r.code)
		}
	}
	for code := range used {
		if !known[code] {
			t.Errorf("%s has no rule", code)
		}
	}
}
