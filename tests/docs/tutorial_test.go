package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/guide"
)

// TestTutorial follows docs/guide/tutorial.md in an empty folder, as a reader does: it saves each file, and runs each command in a shell,
// when the page comes to it, and compares what is printed. The application that this ends in is scripts/examples/bookshop, which -update
// writes.
func TestTutorial(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/guide/tutorial.md")
	if err != nil {
		t.Fatal(err)
	}
	r := newReader(t)
	for _, s := range steps(string(text)) {
		if s.command.Command != "" {
			r.run(s.command)
		} else {
			r.save(s.block)
		}
	}
	if r.commands < 30 || r.files < 10 {
		t.Errorf("the tutorial has %d commands and %d files", r.commands, r.files)
	}
	compareFolders(t, filepath.Join(r.home, "bookshop"), "../../scripts/examples/bookshop")
}

// step is what a reader of the tutorial does next: a file is saved, or a command run.
type step struct {
	line    int
	block   guide.Block
	command guide.Transcript
}

// steps returns the steps of a page in their order.
func steps(text string) (list []step) {
	for _, b := range guide.Read("tutorial", text).Blocks {
		list = append(list, step{line: b.Line, block: b})
	}
	for _, c := range guide.Transcripts(text) {
		list = append(list, step{line: c.Line, command: c})
	}
	slices.SortFunc(list, func(a, b step) int { return a.line - b.line })
	return list
}

var addedTo = regexp.MustCompile(`^# ([\w./-]+\.yml), more\n`)

// save saves a block as the file that it names, adds it to that file, or inserts it into the class that it continues.
func (r *reader) save(b guide.Block) {
	r.t.Helper()
	_, body, _ := strings.Cut(b.Text, "\n")
	switch more := addedTo.FindStringSubmatch(b.Text); {
	case more != nil:
		r.change(more[1], func(text string) string { return text + "\n" + body })
	case b.Class != "":
		r.change(r.fileOf(b.Class), func(text string) string { return inOneImport(guide.Continued(text, b)) })
	case b.Named:
		r.change(b.File, func(string) string { return body })
	default:
		r.t.Fatalf("tutorial.md:%d shows a block that names no file", b.Line)
	}
	r.files++
}

var twoImports = regexp.MustCompile(`^import \{([^}]+)\} from "fwrun";\nimport \{([^}]+)\} from "fwrun";\n`)

// inOneImport returns a script with what it imports from "fwrun" in one import, as somebody who adds a name writes it.
func inOneImport(script string) string {
	found := twoImports.FindStringSubmatch(script)
	if found == nil {
		return script
	}
	names := strings.FieldsFunc(found[1]+","+found[2], func(r rune) bool { return r == ',' || r == ' ' || r == '\n' })
	slices.Sort(names)
	lines := []string{" "}
	for _, name := range slices.Compact(names) {
		if len(lines[len(lines)-1])+len(name) > 138 {
			lines = append(lines, " ")
		}
		lines[len(lines)-1] += " " + name + ","
	}
	list := "\n" + strings.Join(lines, "\n") + "\n"
	if len(lines) == 1 {
		list = strings.TrimSuffix(lines[0], ",")[1:] + " "
	}
	return "import {" + list + "} from \"fwrun\";\n" + script[len(found[0]):]
}

// change changes a file in the folder where the reader is.
func (r *reader) change(file string, how func(string) string) {
	r.t.Helper()
	full := filepath.Join(r.folder(), filepath.FromSlash(file))
	before, err := os.ReadFile(full)
	if err != nil && !os.IsNotExist(err) {
		r.t.Fatal(err)
	}
	harness.WriteFile(r.t, full, how(string(before)))
	r.changed = true
}

// fileOf returns the script that declares a class.
func (r *reader) fileOf(class string) (found string) {
	r.t.Helper()
	for _, pattern := range []string{"*.ts", "*/*.ts"} {
		files, err := filepath.Glob(filepath.Join(r.folder(), pattern))
		if err != nil {
			r.t.Fatal(err)
		}
		for _, file := range files {
			if text, err := os.ReadFile(file); err == nil && (guide.Block{Text: string(text)}).Declares(class) {
				found, _ = filepath.Rel(r.folder(), file)
			}
		}
	}
	if found == "" {
		r.t.Fatalf("no file declares the class %s", class)
	}
	return filepath.ToSlash(found)
}

// compareFolders compares what a reader has made with an example, but for what the commands themselves have written, or writes it.
func compareFolders(t *testing.T, made, example string) {
	t.Helper()
	if *harness.Update {
		if err := os.RemoveAll(example); err != nil {
			t.Fatal(err)
		}
		for file, text := range filesOf(t, made) {
			harness.WriteFile(t, filepath.Join(example, file), text)
		}
	}
	got, want := filesOf(t, made), filesOf(t, example)
	for file := range want {
		if _, ok := got[file]; !ok {
			t.Errorf("%s has %s, which the tutorial does not make", example, file)
		}
	}
	for file, text := range got {
		if want[file] != text {
			t.Errorf("%s of %s is not as the tutorial makes it; run: go test ./tests/docs -run %s -update", file, example, t.Name())
		}
	}
}

// filesOf returns the files of an application by name.
func filesOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(folder, func(file string, entry os.DirEntry, err error) error {
		name, _ := filepath.Rel(folder, file)
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (name == "data" || name == ".fwrun"):
			return filepath.SkipDir
		case entry.IsDir() || strings.HasPrefix(name, "."):
			return nil
		case name == "tsconfig.json": // an example of this repository has the typings beside it
			files[name] = exampleProject
			return nil
		}
		text, err := os.ReadFile(file)
		files[name] = string(text)
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return files
}

const exampleProject = "{\n  \"extends\": \"../../../typings/tsconfig.json\",\n  \"include\": [\"**/*\"]\n}\n"
