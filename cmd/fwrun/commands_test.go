package main

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/apptest"
	"github.com/fwrun/fwrun/app/scaffold"
	"github.com/fwrun/fwrun/platform/fault"
)

// desk is an application with tools, a schedule and tests, one of which fails.
const desk = `
-- desk.js --
import { McpTool, Scheduled, Service } from "fwrun";
@Service
export class Desk {
  /** @param {string} name @returns {string} */
  @McpTool({ name: "greet", description: "greets somebody" }) greet(name) { if (name === "nobody") throw new Error("no"); return "hello " + name; }
  /** @returns {Answer} */
  @McpTool({ name: "answer", description: "answers", readOnly: true }) answer() { return { n: 42 }; }
  @Scheduled({ fixedRate: "1h", initialDelay: "1h" }) tick() {}
}
/** @typedef {{n: int}} Answer */
-- desk.test.js --
import { expect, it } from "fwrun/test";
it("adds", () => { expect(1 + 1).toBe(2); });
it("fails", () => { expect(1).toBe(2); });
-- other.test.js --
import { expect, it } from "fwrun/test";
it("others", () => { expect(1).toBe(1); });
`

// inDesk unpacks the application beside a folder for its cache, and returns a function that runs commands on it.
func inDesk(t *testing.T, env ...string) (folder string, on func(args ...string) (code int, out, err string)) {
	t.Helper()
	above := t.TempDir()
	folder = filepath.Join(above, "desk")
	unpack(t, folder, desk)
	return folder, func(args ...string) (int, string, string) {
		t.Helper()
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), process{
			args: args, env: append(env, "FWRUN_CACHE="+filepath.Join(above, "cache")), in: strings.NewReader(`{"name":"stdin"}`),
			out: &stdout, err: &stderr, draining: context.Background(),
		})
		return code, stdout.String(), stderr.String()
	}
}

// runs runs a command and looks for a text in what it prints.
func runs(t *testing.T, on func(args ...string) (code int, out, err string), code int, want string, args ...string) {
	t.Helper()
	got, out, errors := on(args...)
	if got != code || !strings.Contains(out+errors, want) {
		t.Errorf("fwrun %s: exit code %d, want %d and %q in\n%s%s", strings.Join(args, " "), got, code, want, out, errors)
	}
}

func TestMisuse(t *testing.T) {
	folder, on := inDesk(t)
	for want, args := range map[string][]string{
		"did you mean --json?":                               {"routes", folder, "--jsno"},
		"unknown flag: --zzzzzzzzzz\n":                       {"routes", folder, "--zzzzzzzzzz"},
		"needs an argument":                                  {"serve", folder, "--port"},
		"did you mean routes?":                               {"ruotes"},
		"there is no command ruotes; did you mean":           {"help", "ruotes"},
		"there is no command zzzzzzzz\n":                     {"help", "zzzzzzzz"},
		"expected one folder, got 2":                         {"routes", folder, folder},
		"no folder was given; name the folder of":            {"routes"},
		"no folder was given; name the folder to create":     {"new"},
		"--json and --dot are two formats":                   {"beans", folder, "--json", "--dot"},
		"--json and --format sarif are two formats":          {"check", folder, "--json", "--format", "sarif"},
		"--format must be one of github, json":               {"check", folder, "--format", "xml"},
		"version does not accept arguments":                  {"version", "x"},
		"name one shell":                                     {"completion", "tcsh"},
		"write fwrun mcp call <folder>":                      {"mcp", "call", folder},
		"write fwrun queues <folder> replay <queue> [<id>…]": {"queues", folder, "replay"},
		"write fwrun queues <folder> purge <queue>":          {"queues", "--json", folder, "--connection", "purge", "purge"},
		"write fwrun mcp schema <folder>":                    {"mcp", "schema", folder, "a", "b"},
		`"name" is not an argument; write name=value`:        {"mcp", "call", folder, "greet", "name"},
		`"=x" is not an argument; write name=value`:          {"mcp", "call", folder, "greet", "=x"},
		"the arguments are not a JSON object":                {"mcp", "call", folder, "greet", "{"},
		"FWRUN_MCP_HEADERS is not a header":                  {"mcp", "call", folder, "greet", "--header", "x"},
		"value of --header or":                               {"mcp", "call", folder, "greet", "--header", ": x"},
		"--timeout, --bail and --parallel must be positi":    {"test", folder, "--timeout", "0s"},
		"--bail and --parallel must be positive":             {"test", folder, "--bail=-1"},
		"and --parallel must be positive":                    {"test", folder, "--parallel", "-1"},
	} {
		runs(t, on, exitUsage, want, args...)
	}
	runs(t, on, exitOK, "fwrun ", "--version")
	runs(t, on, exitOK, "--json", "help", "routes")
	runs(t, on, exitOK, "complete", "completion", "fish")
	for _, args := range [][]string{{"routes"}, {"beans"}, {"schedules"}, {"mcp", "list"}, {"mcp", "schema"}, {"mcp", "call"}, {"types"}} {
		args = append(args, filepath.Join(folder, "nowhere"))
		if args[1] == "call" {
			args = append(args, "greet")
		}
		if code, out, errors := on(args...); code == exitOK || out != "" || !strings.Contains(errors, "nowhere") {
			t.Errorf("%q: exit code %d, %s%s", args, code, out, errors)
		}
	}
}

func TestNoFolder(t *testing.T) {
	folder, on := inDesk(t)
	if code, _, errors := on(); code != exitUsage || strings.Contains(errors, "This folder is an application") {
		t.Errorf("elsewhere: exit code %d, %s", code, errors)
	}
	t.Chdir(folder)
	runs(t, on, exitUsage, "`fwrun .` serves it")
	runs(t, on, exitUsage, "for the current one, write fwrun routes .", "routes")
	runs(t, on, exitUsage, "for the current one, write fwrun .", "serve")
	if err := os.Mkdir("routes", 0o755); err != nil {
		t.Fatal(err)
	}
	runs(t, on, exitUsage, "to serve the folder routes, write fwrun ./routes", "routes")
}

func TestToolsOnTheCommandLine(t *testing.T) {
	folder, on := inDesk(t)
	for want, args := range map[string][]string{
		`"hello you"`:            {"greet", "name=you"},
		`"hello 1"`:              {"greet", `name="1"`},
		`"hello a=b"`:            {"greet", "name=a=b"},
		`"hello json"`:           {"greet", `{"name":"json"}`},
		`"hello stdin"`:          {"greet", "-"},
		"\"n\": 42":              {"answer"},
		`"structuredContent": {`: {"answer", "--json"},
	} {
		runs(t, on, exitOK, want, append([]string{"mcp", "call", folder}, args...)...)
	}
	runs(t, on, exitFailed, "", "mcp", "call", folder, "greet", "name=nobody")
	runs(t, on, exitFailed, "fwrun: ", "mcp", "call", folder, "nothing")
	runs(t, on, exitOK, "tool", "mcp", "list", folder)
	runs(t, on, exitOK, "reads", "mcp", "list", folder)
	runs(t, on, exitOK, `"tools": [`, "mcp", "list", folder, "--json")
	runs(t, on, exitOK, `"answer"`, "mcp", "schema", folder)
	runs(t, on, exitOK, `"name": "answer"`, "mcp", "schema", folder, "answer")
	runs(t, on, exitFailed, "did you mean answer?", "mcp", "schema", folder, "answr")
	runs(t, on, exitFailed, "the tools are ", "mcp", "schema", folder, "zzzzzzzzz")
	runs(t, on, exitOK, "fixedRate 1h0m0s, first after 1h0m0s", "schedules", folder)
	runs(t, on, exitOK, `"kind": "fixedRate"`, "schedules", folder, "--json")
	runs(t, on, exitOK, "digraph beans", "beans", folder, "--dot")
	runs(t, on, exitOK, `"beans": [`, "beans", folder, "--json")
}

func TestHeadersOfTools(t *testing.T) {
	flags := mcpFlags{headers: []string{"A: 1", "B:2:3"}}
	by, err := flags.caller(nil, process{env: []string{"FWRUN_MCP_HEADERS=C: 4\n\nD:"}})
	if want := [][2]string{{"C", "4"}, {"D", ""}, {"A", "1"}, {"B", "2:3"}}; err != nil || !slices.Equal(by.Headers, want) {
		t.Errorf("got %q, %v", by.Headers, err)
	}
}

func TestPrintContent(t *testing.T) {
	var b strings.Builder
	err := printContent(&b, []map[string]any{
		{"type": "text", "text": "a"},
		{"type": "image", "mimeType": "image/png", "data": "AAAA"},
		{"type": "audio", "mimeType": "audio/mp3", "data": "AAA="},
		{"type": "resource", "resource": map[string]any{"uri": "a:b"}},
		{"type": "resource_link", "uri": "c:d"},
		{"type": "later"},
	})
	const want = "a\n[image: image/png, 3 bytes]\n[audio: audio/mp3, 2 bytes]\n[resource: a:b]\n[link: c:d]\n[later]\n"
	if err != nil || b.String() != want {
		t.Errorf("got %v\n%s", err, b.String())
	}
}

func TestTestCommand(t *testing.T) {
	folder, on := inDesk(t)
	runs(t, on, exitFailed, "2 passed, 1 failed", "test", folder)
	runs(t, on, exitOK, "1 passed", "test", folder, "other")
	runs(t, on, exitOK, "✓ adds", "test", folder, "-t", "a.ds", "-v")
	runs(t, on, exitFailed, `no test has a name that matches "nobody"`, "test", folder, "-t", "nobody")
	runs(t, on, exitFailed, `no test has a name that matches "("`, "test", folder, "-t", "(")
	report := filepath.Join(filepath.Dir(folder), "report.xml")
	runs(t, on, exitFailed, "1 failed", "test", folder, "--junit", report)
	if text, err := os.ReadFile(report); err != nil || !strings.Contains(string(text), "<testcase ") {
		t.Errorf("the report is %s, %v", text, err)
	}
	runs(t, on, exitFailed, "no such file or directory", "test", folder, "other", "--junit", filepath.Join(folder, "nowhere", "report.xml"))
	runs(t, on, exitUsage, "nowhere", "test", filepath.Join(folder, "nowhere"))
}

// TestColours: one function decides for all commands.
func TestColours(t *testing.T) {
	for _, c := range []struct {
		terminal bool
		env      string
		want     bool
	}{
		{false, "X=1", false},
		{true, "X=1", true},
		{true, "NO_COLOR=1", false},
		{true, "NO_COLOR=", true},
		{false, "FORCE_COLOR=1", true},
		{true, "FORCE_COLOR=0", false},
		{true, "TERM=dumb", false},
		{true, "TERM=xterm", true},
		{false, "CLICOLOR_FORCE=1", true},
		{false, "CLICOLOR_FORCE=0", false},
		{true, "CLICOLOR=0", false},
		{true, "CLICOLOR_FORCE=1 TERM=dumb", true},
		{true, "CLICOLOR_FORCE=1 NO_COLOR=1", false},
	} {
		if got := (process{env: strings.Fields(c.env)}).paints(c.terminal); got != c.want {
			t.Errorf("%v with %s: %v", c.terminal, c.env, got)
		}
	}
}

// TestAffected: only test files that were named, changed and are still there are run by themselves.
func TestAffected(t *testing.T) {
	folder, _ := inDesk(t)
	for _, c := range []struct{ named, changed, want string }{
		{"", "desk.test.js", "desk.test.js"},
		{"", "desk.test.js other.test.js", "desk.test.js other.test.js"},
		{"", "desk.js", ""},
		{"", "desk.test.js desk.js", ""},
		{"", "gone.test.js", ""},
		{"oth", "other.test.js", "other.test.js"},
		{"oth", "desk.test.js", "oth"},
	} {
		x := &tester{}
		x.options.App.Folder, x.options.Files = folder, strings.Fields(c.named)
		if got := strings.Join(x.affected(strings.Fields(c.changed)).Files, " "); got != c.want {
			t.Errorf("%q of %q: %q, want %q", c.changed, c.named, got, c.want)
		}
	}
}

func TestNewAndTypes(t *testing.T) {
	folder, on := inDesk(t)
	made := filepath.Join(filepath.Dir(folder), "made")
	runs(t, on, exitOK, "fwrun check "+made, "new", made)
	runs(t, on, exitFailed, "is not empty", "new", made)
	typed := filepath.Join(filepath.Dir(folder), "typed")
	runs(t, on, exitOK, "tsconfig.json\n", "new", typed, "--ts")
	runs(t, on, exitOK, "wrote ", "types", folder)
	runs(t, on, exitOK, "nothing to do: ", "types", folder)
	var b bytes.Buffer
	printTypes(process{out: &b}, "app", scaffold.Outcome{Config: "jsconfig.json", Add: []string{"a", "b"}})
	if want := "\napp/jsconfig.json is your own and was left alone. Add to it, at the top:\n\n    a,\n    b,\n\n" +
		"or overwrite it: fwrun types app --force\n"; b.String() != want {
		t.Errorf("got %s", b.String())
	}
}

func TestCompletion(t *testing.T) {
	folder, on := inDesk(t)
	unpack(t, folder, "-- config/application-prod.yml --\nserver: {}\n-- sub/a.txt --\n-- .git/a.txt --\n-- surplus.txt --\n")
	for _, c := range []struct{ word, with, without string }{
		{"su", "sub\tserve this folder", "surplus"},
		{"", "sub\t", ".git"},
		{".", ".git\t", "sub"},
		{"rou", "routes\t", "beans"},
	} {
		t.Chdir(folder)
		if _, out, _ := on("__complete", c.word); !strings.Contains(out, c.with) || strings.Contains(out, c.without) {
			t.Errorf("%q is completed to\n%s", c.word, out)
		}
	}
	runs(t, on, exitOK, "prod\n", "__complete", "routes", folder, "--profile", "")
	runs(t, on, exitOK, "dev,prod\n", "__complete", "routes", folder, "--profile", "dev,")
	runs(t, on, exitOK, "prod\n", "__complete", "routes", "--profile", "")
	runs(t, on, exitOK, "prod\n", "__complete", folder, "--profile", "")
	runs(t, on, exitOK, "ShellCompDirectiveFilterDirs", "__complete", "routes", "")
	runs(t, on, exitOK, "ShellCompDirectiveNoFileComp", "__complete", "routes", folder, "")
	runs(t, on, exitOK, "ShellCompDirectiveFilterDirs", "__complete", "sub/")
	runs(t, on, exitOK, "ShellCompDirectiveFilterDirs", "__complete", "queues", "")
	runs(t, on, exitOK, "replay\tSend dead letters once more", "__complete", "queues", folder, "")
	runs(t, on, exitOK, "--reason\t", "__complete", "queues", folder, "replay", "mails", "--re")
	runs(t, on, exitOK, "prod\n", "__complete", "queues", folder, "--profile", "")
	runs(t, on, exitOK, "prod\n", "__complete", "queues", folder, "dead", "--profile", "")
	runs(t, on, exitOK, "ShellCompDirectiveNoFileComp", "__complete", "queues", folder, "dead", "")
}

func TestShortTexts(t *testing.T) {
	for files, want := range map[string]string{"a": "a", "a b c": "a, b, c", "a b c d": "a, b, c and 1 more", "a b c d e": "a, b, c and 2 more"} {
		if got := shortList(strings.Fields(files)); got != want {
			t.Errorf("%s is %s", files, got)
		}
	}
	for d, want := range map[time.Duration]string{time.Second: "1.0 s", time.Second - 1: "999 ms", 90 * time.Second: "90.0 s"} {
		if got := shown(d); got != want {
			t.Errorf("%v is shown as %s", d, got)
		}
	}
	if methodsOf(nil) != "ANY" || methodsOf([]string{"GET", "PUT"}) != "GET,PUT" {
		t.Error("methods")
	}
	if matching("") != nil || !matching("a.c")("abc") || matching("a.c")("ac") || !matching("(a")("x(a)") {
		t.Error("filters of tests")
	}
	if isShown(&apptest.File{}) || !isShown(&apptest.File{Tests: []*apptest.Test{{}}}) {
		t.Error("files without tests")
	}
}

func TestRuleOf(t *testing.T) {
	for _, r := range rules() {
		if got := ruleOf(r.code); got != r {
			t.Errorf("the rule of %s is %+v", r.code, got)
		}
	}
	if got := ruleOf("no-such-code"); got.code != "no-such-code" || got.help == "" {
		t.Errorf("the rule of an unknown code is %+v", got)
	}
}

func TestCacheFolder(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", "/somewhere")
	if got := cacheFolder(process{}); got != filepath.FromSlash("/somewhere/fwrun") {
		t.Errorf("the user's is %s", got)
	}
	if got := cacheFolder(process{env: []string{"FWRUN_CACHE=/named"}}); got != filepath.FromSlash("/named") {
		t.Errorf("the named one is %s", got)
	}
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	if got := cacheFolder(process{}); got != "" {
		t.Errorf("without a home it is %s", got)
	}
}

// TestREPLOfInput: an input that is not typed is evaluated to its end.
func TestREPLOfInput(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "app")
	unpack(t, folder, `
-- app.js --
export function add(a, b) { return a + b; }
export function deep(n) { if (n === 0) throw new TypeError("too deep"); return deep(n - 1) + deeper(n); }
function deeper(n) { return n; }
`)
	for _, c := range []struct {
		in   string
		code int
		out  string
		errs []string
	}{
		{"add(1, 2)\n", exitOK, "3\n", nil},
		{"add(\n1,\n2)\n\nadd(3, 4)\n", exitOK, "3\n7\n", nil},
		{"add(1, 1)\n.exit\nadd(2, 2)\n", exitOK, "2\n", nil},
		{"add(1, 1)\n\nadd(2,\n", exitFailed, "2\n", []string{"the input ends within the statement that begins in line 3\n"}},
		{"deep(0)\nadd(1, 2)\n", exitFailed, "3\n", []string{"TypeError: too deep", "    2 | export function deep", "      | ", "at deep (app.js:2:"}},
		{"deep(30)\n", exitFailed, "", []string{"    and 22 more\n"}},
	} {
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), process{
			args: []string{"repl", folder}, in: strings.NewReader(c.in), out: &stdout, err: &stderr,
			draining: context.Background(),
		})
		if code != c.code || stdout.String() != c.out || (len(c.errs) == 0) != (stderr.Len() == 0) {
			t.Errorf("%q: exit code %d, %q, %s", c.in, code, stdout.String(), stderr.String())
		}
		for _, want := range c.errs {
			if !strings.Contains(stderr.String(), want) {
				t.Errorf("%q: there is no %q in\n%s", c.in, want, stderr.String())
			}
		}
	}
}

func TestQuieter(t *testing.T) {
	for level, want := range map[slog.Level]slog.Level{
		slog.LevelInfo: slog.LevelWarn, slog.LevelDebug: slog.LevelDebug,
		slog.LevelError: slog.LevelError,
	} {
		if got := quieter(app.LogSettings{Root: level}); got.Root != want || got.Format != "pretty" {
			t.Errorf("%v: %+v", level, got)
		}
	}
	if got := quieter(app.LogSettings{Format: "json"}); got.Format != "json" {
		t.Errorf("the format is %s", got.Format)
	}
}

// TestAnnotationsOfAFile: each mistake is one line, with as much of a place as there is.
func TestAnnotationsOfAFile(t *testing.T) {
	folder, on := inDesk(t)
	unpack(t, folder, "-- config/application.yml --\nserver:\n  prot: 1\n-- bad.js --\nexport const = 1;\n")
	t.Chdir(folder)
	runs(t, on, exitFailed, "file=bad.js,line=1,col=14,endColumn=", "check", ".", "--format", "github")
	var b strings.Builder
	if err := writeAnnotations(&b, checked{Report: app.Report{Problems: fault.List{{
		Code: "a", Message: "m",
		Place: fault.Place{File: "f.js"},
	}}}}); err != nil ||
		!strings.HasPrefix(b.String(), "::error title=a,file=") || strings.Contains(b.String(), "line=") || strings.Contains(b.String(), "col=") {
		t.Errorf("got %s, %v", b.String(), err)
	}
}
