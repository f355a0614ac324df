package coverage

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/tests/needs"
)

// istanbulFile is a file as Istanbul writes it.
type istanbulFile struct {
	Path         string
	StatementMap map[string]Range
	FnMap        map[string]struct {
		Name      string
		Decl, Loc Range
	}
	BranchMap map[string]struct {
		Loc       Range
		Type      string
		Locations []Range
	}
	S, F map[string]int
	B    map[string][]int
}

// byNumber returns the keys of a map in their order as numbers.
func byNumber[T any](m map[string]T) []string {
	return slices.SortedFunc(maps.Keys(m), func(a, b string) int {
		x, _ := strconv.Atoi(a)
		y, _ := strconv.Atoi(b)
		return x - y
	})
}

func (i istanbulFile) file() *File {
	f := &File{Path: i.Path}
	for _, key := range byNumber(i.StatementMap) {
		f.Statements = append(f.Statements, Statement{i.StatementMap[key], i.S[key]})
	}
	for _, key := range byNumber(i.FnMap) {
		fn := i.FnMap[key]
		f.Functions = append(f.Functions, Function{fn.Name, fn.Decl, fn.Loc, i.F[key]})
	}
	for _, key := range byNumber(i.BranchMap) {
		b := i.BranchMap[key]
		branch := Branch{Kind: b.Type, Loc: b.Loc}
		for at, arm := range b.Locations {
			branch.Arms = append(branch.Arms, Arm{arm, i.B[key][at]})
		}
		f.Branches = append(f.Branches, branch)
	}
	return f
}

// applications are folders of scripts that Istanbul counts.
var applications = map[string]map[string]string{
	"one folder": {
		"main.js": "load('basket.js');\nconst empty = null;\nif (empty) {\n  load('none.js');\n  console.log(1);\n}\n",
		"basket.js": "class Basket {\n  items = [];\n  add(item, count = 1) {\n    if (!item) throw new Error('none');\n    else this.items.push(item);\n" +
			"    return count > 1 ? 'many' : 'one';\n  }\n  get size() { return this.items.length; }\n}\n" +
			"const b = new Basket();\nb.add('a');\nb.add('b', 2) || b.size;\n" +
			"switch (b.items.length) {\n  case 1: b.add('c'); break;\n  case 2: break;\n  default: b.size;\n}\n",
	},
	"folders": {
		"main.js":          "load('lib/list.js'); load('lib/deep/tree.js'); load('empty.js');\n",
		"empty.js":         "// nothing\n",
		"lib/list.js":      "const never = () => {\n  let a = 1;\n  a += 2;\n\n  return a;\n};\nfor (const x of [1, 2, 3]) { if (x > 2) console.log(x) }\n",
		"lib/deep/tree.js": "function tree(n) { return n ? tree(n - 1) : null }\ntree(3);\n",
		"lib/deep/a-file-with-a-name-that-is-so-long-that-no-table-of-eighty-columns-can-hold-it.js": "const x = 1;\nfunction f() {\n  return x;\n}\n",
	},
	"no file above": {
		"main.js":       "load('b/two.js');",
		"a/one.js":      "function one() {\n  return 1;\n}\n",
		"b/two.js":      "const two = (a = 1) => a && two;\ntwo(); /* istanbul ignore next */ function no() { two() }\n",
		"b/c/d/four.js": "let n = 0;\nif (n) n = 1;\nif (!n) n = 2;\n" + "n = n ?? 3;\nn ||= 4;\n",
	},
}

// TestReportsAreIstanbuls compares the reports of counts that Istanbul made with those that Istanbul writes.
func TestReportsAreIstanbuls(t *testing.T) {
	node := needs.Program(t, "node")
	nodejs.InstallPackages(t, "testdata/istanbul")
	for name, files := range applications {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder, into := t.TempDir(), t.TempDir()
			for name, text := range files {
				path := filepath.Join(folder, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if said, err := exec.CommandContext(t.Context(), node, "testdata/istanbul/reports.mjs", folder, into).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, said)
			}
			counts := countsOf(t, filepath.Join(into, "counts.json"))
			for columns := range map[int]bool{0: true, 60: true, 80: true, 120: true} {
				var text bytes.Buffer
				if err := Write(counts, Options{Folder: folder, Reporters: []string{"text"}, Out: &text, Columns: columns}); err != nil {
					t.Fatal(err)
				}
				same(t, "text", text.String(), read(t, filepath.Join(into, "text-"+strconv.Itoa(columns)+".txt")))
			}
			ours := t.TempDir()
			o := Options{Folder: folder, Into: ours, Reporters: []string{"lcov", "json", "json-summary", "cobertura", "html"}, At: time.Unix(1, 0)}
			if err := Write(counts, o); err != nil {
				t.Fatal(err)
			}
			same(t, "lcov", read(t, filepath.Join(ours, "lcov.info")), read(t, filepath.Join(into, "lcov.info")))
			sameJSON(t, filepath.Join(ours, "coverage-final.json"), filepath.Join(into, "coverage-final.json"))
			sameJSON(t, filepath.Join(ours, "coverage-summary.json"), filepath.Join(into, "coverage-summary.json"))
			readByOthers(t, folder, ours)
		})
	}
}

// readByOthers lets programs read the reports: genhtml the trace file, xmllint the report of Cobertura, nyc the counts.
func readByOthers(t *testing.T, folder, reports string) {
	t.Helper()
	dtd, err := filepath.Abs("testdata/cobertura-04.dtd")
	if err != nil {
		t.Fatal(err)
	}
	nyc, err := filepath.Abs("testdata/istanbul/node_modules/.bin/nyc")
	if err != nil {
		t.Fatal(err)
	}
	kept := t.TempDir()
	if err := os.Rename(filepath.Join(reports, "coverage-final.json"), filepath.Join(kept, "coverage-final.json")); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][]string{
		{needs.Program(t, "genhtml"), "--branch-coverage", "-o", filepath.Join(kept, "genhtml"), filepath.Join(reports, "lcov.info")},
		{needs.Program(t, "xmllint"), "--noout", "--nonet", "--dtdvalid", dtd, filepath.Join(reports, "cobertura-coverage.xml")},
		{nyc, "report", "--temp-dir", kept, "--reporter", "text", "--report-dir", filepath.Join(kept, "nyc")},
	} {
		command := exec.CommandContext(t.Context(), c[0], c[1:]...)
		command.Dir = folder
		said, err := command.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", filepath.Base(c[0]), err, said)
		}
		if c[0] == nyc && !bytes.Contains(said, []byte("main.js")) {
			t.Errorf("nyc report: %s", said)
		}
	}
}

func countsOf(t *testing.T, path string) (files []*File) {
	t.Helper()
	var counts map[string]istanbulFile
	if err := json.Unmarshal([]byte(read(t, path)), &counts); err != nil {
		t.Fatal(err)
	}
	for _, f := range counts {
		files = append(files, f.file())
	}
	return files
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func same(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got\n%s\nand Istanbul has\n%s", what, got, want)
	}
}

// sameJSON compares files without what Istanbul has beside: hashes, and branches that are true.
func sameJSON(t *testing.T, got, want string) {
	t.Helper()
	texts := [2]string{}
	for i, path := range []string{got, want} {
		var value map[string]map[string]any
		if err := json.Unmarshal([]byte(read(t, path)), &value); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, file := range value {
			for _, more := range []string{"_coverageSchema", "hash", "branchesTrue", "inputSourceMap", "bT"} {
				delete(file, more)
			}
			for _, each := range mapOf(file["branchMap"]) {
				delete(mapOf(each), "line")
			}
			for _, each := range mapOf(file["fnMap"]) {
				delete(mapOf(each), "line")
			}
		}
		text, _ := json.MarshalIndent(value, "", " ")
		texts[i] = string(text)
	}
	same(t, filepath.Base(got), texts[0], texts[1])
}

func mapOf(value any) map[string]any {
	m, _ := value.(map[string]any)
	return m
}
