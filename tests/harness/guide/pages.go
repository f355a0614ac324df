package guide

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// SchemasFolder has the libraries of schemas that a recipe uses.
const SchemasFolder = "../../tests/openapi/schemas"

// CookbookFolder has the applications of the cookbook.
const CookbookFolder = "../../scripts/cookbook"

// A Page is a page of docs/guide, with its blocks of code. The tests follow the rules in
// docs/guide/README.md:
//
//   - A block whose first line is a comment with the name of a file, // users.js or -- migrations/main/001-users.sql, is that file.
//   - A block that begins with // in the class Users belongs to that class, which the page has shown before; other names are
//     imported from "fwrun".
//   - Any other script is a file of its own.
type Page struct {
	Name   string // "beans"
	Text   string
	Blocks []Block
}

// A Block is a block of code.
type Block struct {
	Line     int // in the page
	Language string
	Text     string
	File     string // the name of the file
	Named    bool   // the page names the file
	Class    string // the class that it continues
}

var (
	fencedBlock = regexp.MustCompile("(?ms)^( *)```(js|ts|yaml|sql)\n(.*?)^ *```$")
	namedScript = regexp.MustCompile(`^// ([\w./-]+\.[jt]s)\n`)
	namedOther  = regexp.MustCompile(`^(?:#|--) ([\w./-]+\.(?:yml|sql|properties))\n`)
	inClass     = regexp.MustCompile(`^// in the class (\w+)\b.*\n`)
	// OwnImport matches an import of another file of the application.
	OwnImport = regexp.MustCompile(`(?m)^(?:import|export) [^;]*?from "(\.[^"]+)";$`)
)

// Pages reads all pages that are not generated.
func Pages(t *testing.T) []Page {
	t.Helper()
	files, err := filepath.Glob("../../docs/guide/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal("there is no guide", err)
	}
	var pages []Page
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, Read(strings.TrimSuffix(filepath.Base(file), ".md"), string(text)))
	}
	return pages
}

// Read finds the blocks of a page.
func Read(name, text string) Page {
	page := Page{Name: name, Text: text}
	for _, at := range fencedBlock.FindAllStringSubmatchIndex(text, -1) {
		indent := text[at[2]:at[3]]
		block := Block{
			Line: 1 + strings.Count(text[:at[6]], "\n"), Language: text[at[4]:at[5]],
			Text: strings.ReplaceAll("\n"+text[at[6]:at[7]], "\n"+indent, "\n")[1:],
		}
		for _, named := range []*regexp.Regexp{namedScript, namedOther} {
			if m := named.FindStringSubmatch(block.Text); m != nil {
				block.File, block.Named = m[1], true
			}
		}
		if m := inClass.FindStringSubmatch(block.Text); m != nil {
			block.Class = m[1]
		}
		page.Blocks = append(page.Blocks, block)
	}
	return page
}

// IsScript reports whether a block is JavaScript or TypeScript.
func (b Block) IsScript() bool { return b.Language == "js" || b.Language == "ts" }

// IsTest reports whether a block is a file of tests.
func (b Block) IsTest() bool { return strings.Contains(b.File, ".test.") }

// Declares reports whether a block declares a class.
func (b Block) Declares(class string) bool {
	return regexp.MustCompile(`\bclass ` + class + `\b`).MatchString(b.Text)
}

// Scripts returns the page's scripts as files, with the blocks that continue their classes inserted, and the
// problems of the page.
func (p Page) Scripts() (scripts []Block, problems []string) {
	for _, b := range p.Blocks {
		switch {
		case !b.IsScript():
		case b.Class == "":
			scripts = append(scripts, b)
		default:
			at := -1
			for i, s := range scripts {
				if s.Declares(b.Class) && s.Language == b.Language {
					at = i
				}
			}
			if at < 0 {
				problems = append(problems, fmt.Sprintf("%s.md:%d continues the class %s, which is not shown before", p.Name, b.Line, b.Class))
				continue
			}
			scripts[at].Text = Continued(scripts[at].Text, b)
		}
	}
	for i, s := range scripts {
		if s.File == "" {
			scripts[i].File = fmt.Sprintf("snippet%d.%s", s.Line, s.Language)
		}
	}
	return scripts, problems
}

// Continued inserts a block before the brace that closes its class, and imports the names that the block
// uses.
func Continued(script string, b Block) string {
	begins := regexp.MustCompile(`(?m)^.*\bclass ` + b.Class + `\b`).FindStringIndex(script)[0]
	end := begins + strings.Index(script[begins:], "\n}")
	if end < begins {
		return script
	}
	_, members, _ := strings.Cut(b.Text, "\n")
	script = script[:end] + "\n" + members + script[end+1:]
	var missing []string
	for _, name := range slices.Sorted(maps.Keys(exports())) {
		used := regexp.MustCompile(`\b` + name + `\b`)
		imports, _, _ := strings.Cut(script, "\nexport ")
		if used.MatchString(members) && !used.MatchString(imports) {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 {
		return script
	}
	return "import { " + strings.Join(missing, ", ") + " } from \"fwrun\";\n" + script
}

// Write writes the application of one script: the script, the files of the page that it imports, and the
// page's settings and migrations.
func (p Page) Write(t *testing.T, folder string, scripts []Block, script Block) {
	t.Helper()
	harness.WriteFile(t, filepath.Join(folder, "config/application.yml"), "datasource: { name: main, url: \"sqlite:guide.db\" }\n"+
		"migrations: { onStart: true }\n")
	harness.WriteFile(t, filepath.Join(folder, "migrations/main/000-nothing.sql"), "-- nothing\n")
	above := map[string]bool{}
	for _, b := range p.Blocks { // of several versions of a file, a reader has the latest that is shown above the script, or else the last
		if !b.IsScript() && b.File != "" && (b.Line < script.Line || !above[b.File]) {
			above[b.File] = b.Line < script.Line
			harness.WriteFile(t, filepath.Join(folder, b.File), b.Text)
		}
	}
	written := map[string]bool{}
	var include func(s Block)
	include = func(s Block) {
		if written[s.File] {
			return
		}
		written[s.File] = true
		harness.WriteFile(t, filepath.Join(folder, s.File), s.Text)
		for _, m := range OwnImport.FindAllStringSubmatch(s.Text, -1) {
			name := path.Join(path.Dir(s.File), m[1])
			at := slices.IndexFunc(scripts, func(other Block) bool {
				return withoutEnding(other.File) == withoutEnding(name)
			})
			if at < 0 && path.Base(name) == "client.ts" {
				p.writeClient(t, scripts, filepath.Join(folder, filepath.FromSlash(name)))
				continue
			}
			if at < 0 {
				t.Errorf("%s.md:%d imports %s, which the page does not show", p.Name, s.Line, m[1])
				continue
			}
			include(scripts[at])
		}
	}
	include(script)
	if script.IsTest() {
		for _, s := range scripts {
			if s.Named {
				include(s)
			}
		}
	}
}

// withoutEnding returns the name under which a script is imported: "./a" and "./a.js" reach a.ts, too.
// writeClient writes the client of the application that the page shows, which are the scripts that do not use one.
func (p Page) writeClient(t *testing.T, scripts []Block, file string) {
	t.Helper()
	application := t.TempDir()
	for _, s := range scripts {
		if s.Named && !s.IsTest() && !strings.Contains(s.Text, "/client.ts\"") {
			harness.WriteFile(t, filepath.Join(application, filepath.FromSlash(s.File)), s.Text)
		}
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	harness.Run(t, ".", "client", application, "-o", file)
}

func withoutEnding(file string) string {
	return strings.TrimSuffix(strings.TrimSuffix(file, ".ts"), ".js")
}
