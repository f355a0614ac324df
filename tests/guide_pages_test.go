package tests

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A guidePage is a page of docs/guide, with its blocks of code. The tests follow the rules in
// docs/guide/README.md:
//
//   - A block whose first line is a comment with the name of a file, // users.js or -- migrations/main/001-users.sql, is that file.
//   - A block that begins with // in the class Users belongs to that class, which the page has shown before; other names are
//     imported from "fwrun".
//   - Any other script is a file of its own.
type guidePage struct {
	name   string // "beans"
	text   string
	blocks []guideBlock
}

// A guideBlock is a block of code.
type guideBlock struct {
	line     int // in the page
	language string
	text     string
	file     string // the name of the file
	named    bool   // the page names the file
	class    string // the class that it continues
}

var (
	fencedBlock = regexp.MustCompile("(?ms)^( *)```(js|ts|yaml|sql)\n(.*?)^ *```$")
	namedScript = regexp.MustCompile(`^// ([\w./-]+\.[jt]s)\n`)
	namedOther  = regexp.MustCompile(`^(?:#|--) ([\w./-]+\.(?:yml|sql|properties))\n`)
	inClass     = regexp.MustCompile(`^// in the class (\w+)\b.*\n`)
	ownImport   = regexp.MustCompile(`(?m)^(?:import|export) [^;]*?from "(\.[^"]+)";$`)
)

// guidePages reads all pages that are not generated.
func guidePages(t *testing.T) []guidePage {
	t.Helper()
	files, err := filepath.Glob("../docs/guide/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal("there is no guide", err)
	}
	var pages []guidePage
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, readGuidePage(strings.TrimSuffix(filepath.Base(file), ".md"), string(text)))
	}
	return pages
}

func readGuidePage(name, text string) guidePage {
	page := guidePage{name: name, text: text}
	for _, at := range fencedBlock.FindAllStringSubmatchIndex(text, -1) {
		indent := text[at[2]:at[3]]
		block := guideBlock{
			line: 1 + strings.Count(text[:at[6]], "\n"), language: text[at[4]:at[5]],
			text: strings.ReplaceAll("\n"+text[at[6]:at[7]], "\n"+indent, "\n")[1:],
		}
		for _, named := range []*regexp.Regexp{namedScript, namedOther} {
			if m := named.FindStringSubmatch(block.text); m != nil {
				block.file, block.named = m[1], true
			}
		}
		if m := inClass.FindStringSubmatch(block.text); m != nil {
			block.class = m[1]
		}
		page.blocks = append(page.blocks, block)
	}
	return page
}

func (b guideBlock) isScript() bool { return b.language == "js" || b.language == "ts" }

func (b guideBlock) isTest() bool { return strings.Contains(b.file, ".test.") }

func (b guideBlock) declares(class string) bool {
	return regexp.MustCompile(`\bclass ` + class + `\b`).MatchString(b.text)
}

// scripts returns the page's scripts as files, with the blocks that continue their classes inserted, and the
// problems of the page.
func (p guidePage) scripts() (scripts []guideBlock, problems []string) {
	for _, b := range p.blocks {
		switch {
		case !b.isScript():
		case b.class == "":
			scripts = append(scripts, b)
		default:
			at := -1
			for i, s := range scripts {
				if s.declares(b.class) && s.language == b.language {
					at = i
				}
			}
			if at < 0 {
				problems = append(problems, fmt.Sprintf("%s.md:%d continues the class %s, which is not shown before", p.name, b.line, b.class))
				continue
			}
			scripts[at].text = continued(scripts[at].text, b)
		}
	}
	for i, s := range scripts {
		if s.file == "" {
			scripts[i].file = fmt.Sprintf("snippet%d.%s", s.line, s.language)
		}
	}
	return scripts, problems
}

// continued inserts a block before the brace that closes its class, and imports the names that the block
// uses.
func continued(script string, b guideBlock) string {
	begins := regexp.MustCompile(`(?m)^.*\bclass ` + b.class + `\b`).FindStringIndex(script)[0]
	end := begins + strings.Index(script[begins:], "\n}")
	if end < begins {
		return script
	}
	_, members, _ := strings.Cut(b.text, "\n")
	script = script[:end] + "\n" + members + script[end+1:]
	var missing []string
	for _, name := range manifestExports() {
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

// write writes the application of one script: the script, the files of the page that it imports, and the
// page's settings and migrations.
func (p guidePage) write(t *testing.T, folder string, scripts []guideBlock, script guideBlock) {
	t.Helper()
	writeFile(t, filepath.Join(folder, "config/application.yml"), "datasource: { name: main, url: \"sqlite:guide.db\" }\nmigrations: { onStart: true }\n")
	writeFile(t, filepath.Join(folder, "migrations/main/000-nothing.sql"), "-- nothing\n")
	above := map[string]bool{}
	for _, b := range p.blocks { // of several versions of a file, a reader has the latest that is shown above the script, or else the last
		if !b.isScript() && b.file != "" && (b.line < script.line || !above[b.file]) {
			above[b.file] = b.line < script.line
			writeFile(t, filepath.Join(folder, b.file), b.text)
		}
	}
	written := map[string]bool{}
	var include func(s guideBlock)
	include = func(s guideBlock) {
		if written[s.file] {
			return
		}
		written[s.file] = true
		writeFile(t, filepath.Join(folder, s.file), s.text)
		for _, m := range ownImport.FindAllStringSubmatch(s.text, -1) {
			name := path.Join(path.Dir(s.file), m[1])
			at := slices.IndexFunc(scripts, func(other guideBlock) bool {
				return withoutEnding(other.file) == withoutEnding(name)
			})
			if at < 0 && path.Base(name) == "client.ts" {
				p.writeClient(t, scripts, filepath.Join(folder, filepath.FromSlash(name)))
				continue
			}
			if at < 0 {
				t.Errorf("%s.md:%d imports %s, which the page does not show", p.name, s.line, m[1])
				continue
			}
			include(scripts[at])
		}
	}
	include(script)
	if script.isTest() {
		for _, s := range scripts {
			if s.named {
				include(s)
			}
		}
	}
}

// withoutEnding returns the name under which a script is imported: "./a" and "./a.js" reach a.ts, too.
// writeClient writes the client of the application that the page shows, which are the scripts that do not use one.
func (p guidePage) writeClient(t *testing.T, scripts []guideBlock, file string) {
	t.Helper()
	application := t.TempDir()
	for _, s := range scripts {
		if s.named && !s.isTest() && !strings.Contains(s.text, "/client.ts\"") {
			writeFile(t, filepath.Join(application, filepath.FromSlash(s.file)), s.text)
		}
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	runBinary(t, ".", "client", application, "-o", file)
}

func withoutEnding(file string) string {
	return strings.TrimSuffix(strings.TrimSuffix(file, ".ts"), ".js")
}

func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
