package platform

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/needs"
)

// test262Folder names the variable with a folder that has test262, of the commit [test262Version]. It is not fetched by the tests.
const test262Folder = "FWRUN_TEST262"

// conformance is a kind of tests: how they are packed, and which are taken.
type conformance struct {
	name   string
	suffix string
	load   string // a function that runs a file
	every  uint32 // one of so many tests
	takes  func(flags string) bool
}

var conformances = []conformance{
	{"sloppy", ".js", `() => require(%q)`, 5, func(flags string) bool { return strings.Contains(flags, "noStrict") }},
	{"strict", ".mjs", `() => import(%q)`, 25, func(flags string) bool { return !strings.Contains(flags, "noStrict") }},
}

// conformed is what came out of a kind of tests, here, in Node, and in both.
type conformed struct{ Tests, Passed, Node, Both int }

// test262Version is the commit of the tests that the figures are of.
const test262Version = "be13516fb6441b950ba8a3df97eb34062c186972"

// TestTest262 runs a sample of test262 in packages, and in Node, and compares how many pass with the file testdata/test262.json, which
// -update writes. It takes minutes, so it is run by hand.
func TestTest262(t *testing.T) {
	folder := os.Getenv(test262Folder)
	if folder == "" {
		t.Skip(test262Folder + " is not set to a folder with test262 at " + test262Version)
	}
	needs.Program(t, "node")
	before, results := readConformed(t), map[string]conformed{}
	for _, kind := range conformances {
		t.Run(kind.name, func(t *testing.T) { results[kind.name] = kind.run(t, folder) })
	}
	if *harness.Update {
		maps.Copy(before, results) // those of -run
		text, err := json.MarshalIndent(before, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		harness.WriteFile(t, conformedFile, string(text)+"\n")
		return
	}
	for name, got := range results {
		if got != before[name] {
			t.Errorf("%s: %+v, before it was %+v", name, got, before[name])
		}
	}
}

// conformedFile has what came out when the tests were last run, by kinds.
var conformedFile = filepath.Join("testdata", "test262.json")

func readConformed(t *testing.T) (of map[string]conformed) {
	t.Helper()
	text, err := os.ReadFile(conformedFile)
	if err == nil {
		err = json.Unmarshal(text, &of)
	}
	if err != nil {
		t.Fatal(err)
	}
	return of
}

// conformanceTest is a file of test262 with what it includes.
type conformanceTest struct{ name, text string }

// perApplication is how many tests run in one application, which is what they were before again after each test: see restore there.
const perApplication = 40

func (kind conformance) run(t *testing.T, folder string) (sum conformed) {
	all := kind.sample(t, folder)
	for chunk := range slices.Chunk(all, perApplication) {
		ours, theirs := kind.results(t, chunk)
		for i, test := range chunk {
			if ours[i] != passes && theirs[i] { // because of another test, perhaps
				ours[i] = kind.alone(t, test)
			}
			sum.Tests++
			sum.Passed += one(ours[i] == passes)
			sum.Node += one(theirs[i])
			sum.Both += one(ours[i] == passes && theirs[i])
			if ours[i] != passes && theirs[i] {
				t.Logf("%s: %.200s", test.name, ours[i])
			}
		}
	}
	t.Logf("%+v", sum)
	return sum
}

// results returns what becomes of some tests here, and which pass in Node.
func (kind conformance) results(t *testing.T, tests []conformanceTest) (ours []string, theirs []bool) {
	t.Helper()
	dir := kind.writePackages(t, tests)
	return kind.fwrun(t, filepath.Dir(dir), len(tests)), kind.node(t, dir, len(tests))
}

// alone returns what becomes of a test in an application that has no other.
func (kind conformance) alone(t *testing.T, test conformanceTest) string {
	t.Helper()
	return kind.fwrun(t, filepath.Dir(kind.writePackages(t, []conformanceTest{test})), 1)[0]
}

// writePackages writes a package for each test, and one for all, and returns the folder of packages.
func (kind conformance) writePackages(t *testing.T, tests []conformanceTest) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "node_modules")
	harness.WriteFile(t, filepath.Join(dir, "test262", "package.json"), `{"name": "test262"}`)
	for i, test := range tests {
		harness.WriteFile(t, filepath.Join(dir, kind.file(i)), test.text)
	}
	return dir
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

const passes = "passes"

// file returns the file of a test, in a package of its own: what sloppy code assigns and nobody declares is its package's.
func (kind conformance) file(i int) string { return fmt.Sprintf("t%d/index%s", i, kind.suffix) }

var (
	frontMatter = regexp.MustCompile(`(?s)/\*---.*?---\*/`)
	flagsLine   = regexp.MustCompile(`(?m)^flags:.*$`)
	includes    = regexp.MustCompile(`(?s)includes:\s*(?:\[(.*?)\]|((?:\s*- \S+)+))`)
	scriptName  = regexp.MustCompile(`[\w./-]+\.js`)
)

// sample reads the tests of a kind. What is asynchronous, has to be a syntax error, or needs its host's help is left out.
func (kind conformance) sample(t *testing.T, folder string) (tests []conformanceTest) {
	t.Helper()
	for _, below := range []string{"language", "annexB", "built-ins"} {
		err := filepath.WalkDir(filepath.Join(folder, "test", below), func(path string, entry fs.DirEntry, err error) error {
			name := filepath.ToSlash(strings.TrimPrefix(path, folder))
			if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".js") || strings.Contains(name, "_FIXTURE") || !kind.takesName(name) {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			about := frontMatter.FindString(string(text))
			flags := flagsLine.FindString(about)
			if !kind.takes(flags) || strings.Contains(about, "negative:") || strings.Contains(string(text), "$262") ||
				regexp.MustCompile(`raw|module|async|CanBlock`).MatchString(flags) {
				return nil
			}
			whole := string(text)
			needed := append(scriptName.FindAllString(includes.FindString(about), -1), "sta.js", "assert.js")
			for _, include := range needed {
				before, err := os.ReadFile(filepath.Join(folder, "harness", include))
				if err != nil {
					return err
				}
				whole = string(before) + "\n" + whole
			}
			tests = append(tests, conformanceTest{name, whole})
			return nil
		})
		if err != nil && below == "language" {
			t.Fatal(err)
		}
	}
	return tests
}

// takesName chooses tests by their names, the same ones each time.
func (kind conformance) takesName(name string) bool {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(name))
	return hash.Sum32()%kind.every == 0
}

// fwrun returns what becomes of tests in a package of an application. Those that cannot be compiled are left out of it.
func (kind conformance) fwrun(t *testing.T, folder string, count int) []string {
	t.Helper()
	results := make([]string, count)
	kind.writeApplication(t, folder, results)
	for range count {
		out, err := exec.CommandContext(t.Context(), harness.Binary(t), "check", folder, "--offline").CombinedOutput()
		if err == nil {
			break
		}
		if !refused(string(out), results) {
			t.Fatalf("%s", out)
		}
		kind.writeApplication(t, folder, results)
	}
	app, url := harness.Serve(t, folder)
	for i := range results {
		if results[i] == "" {
			answer, err := harness.Get(http.DefaultClient, fmt.Sprintf("%s/run?n=%d", url, i))
			if err != nil {
				answer = leftOver + err.Error()
			}
			var isLeft bool
			if results[i], isLeft = strings.CutPrefix(answer, leftOver); isLeft {
				app.Kill()
				app, url = harness.Serve(t, folder)
			}
		}
	}
	app.Kill()
	return results
}

// leftOver begins the answer of a test that has changed what the next ones see, for good.
const leftOver = "left over: "

var refusedTest = regexp.MustCompile(`(?m)node_modules/t(\d+)/index\.m?js:.*error: (.*)$`)

// refused takes the first error of the compiler as the result of its test: others may be due to it.
func refused(out string, results []string) bool {
	for _, found := range refusedTest.FindAllStringSubmatch(out, -1) {
		var i int
		if _, err := fmt.Sscan(found[1], &i); err == nil && i < len(results) && results[i] == "" {
			results[i] = found[2]
			return true
		}
	}
	return false
}

func (kind conformance) writeApplication(t *testing.T, folder string, results []string) {
	t.Helper()
	var list strings.Builder
	for i, result := range results {
		load := fmt.Sprintf(kind.load, "../"+kind.file(i))
		if result != "" {
			load = "null"
		}
		list.WriteString(load + ",\n")
	}
	index := "module.exports = [\n" + list.String() + "];\n"
	if kind.suffix == ".mjs" {
		index = "export default [\n" + list.String() + "];\n"
	}
	harness.WriteFile(t, filepath.Join(folder, "node_modules", "test262", "index"+kind.suffix), index)
	harness.WriteFile(t, filepath.Join(folder, "app.js"), `import { GetMapping, RequestParam, RestController } from "fwrun";
import list from "test262/index`+kind.suffix+`";
const before = Object.getOwnPropertyDescriptors(globalThis);
function restore() {
	let left = false;
	for (const name of Reflect.ownKeys(globalThis)) left ||= !(name in before) && !Reflect.deleteProperty(globalThis, name);
	for (const name of Reflect.ownKeys(before)) left ||= !Reflect.defineProperty(globalThis, name, before[name]);
	return left ? "`+leftOver+`" : "";
}
@RestController()
export class Tests {
	@GetMapping("/run")
	async run(@RequestParam() n) {
		try { await list[Number(n)](); return restore() + "`+passes+`"; } catch (e) { return restore() + String(e); }
	}
}
`)
}

// node returns which tests pass in Node, each in a process of its own.
func (kind conformance) node(t *testing.T, folder string, count int) []bool {
	t.Helper()
	passed := make([]bool, count)
	for i := range passed {
		passed[i] = exec.CommandContext(t.Context(), "node", filepath.Join(folder, kind.file(i))).Run() == nil
	}
	return passed
}
