package engine_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/fault"
)

// TestExplain makes the calls of the archives of testdata/explain and compares what a developer is told about
// their errors with what is written below them.
func TestExplain(t *testing.T) {
	for _, a := range archives(t, "explain") {
		t.Run(a.name(), func(t *testing.T) {
			app := boot(t, a.options(t))
			calls, _ := a.part("calls")
			var b strings.Builder
			for line := range strings.SplitSeq(calls, "\n") {
				if name, ok := strings.CutPrefix(line, "> "); ok {
					fmt.Fprintf(&b, "%s\n%s", line, explained(t, app, name))
				}
			}
			a.expect(t, "calls", b.String())
		})
	}
}

func explained(t *testing.T, app *engine.Application, name string) string {
	t.Helper()
	result, err := invoke(t, app, name)
	e, ok := errors.AsType[*engine.ScriptError](err)
	if !ok {
		t.Fatalf("%s: got %s %v", name, result, err)
	}
	var b strings.Builder
	explain(&b, e, "")
	return b.String()
}

func explain(b *strings.Builder, e *engine.ScriptError, indent string) {
	fmt.Fprintf(b, "%s%s\n", indent, e)
	for i, f := range e.SourceFrames(0) {
		fmt.Fprintf(b, "%s  at %s\n", indent, f)
		if i == 0 {
			for _, l := range f.Lines {
				fmt.Fprintf(b, "%s  %d | %s\n%s    | %s\n", indent, l.Number, l.Text, indent, l.Caret)
			}
		}
	}
	for _, f := range e.OtherFrames() {
		fmt.Fprintf(b, "%s  elsewhere %s\n", indent, f)
	}
	if hint := e.Hint(); hint != "" {
		fmt.Fprintf(b, "%shint: %s\n", indent, hint)
	}
	for _, f := range e.Facts {
		fmt.Fprintf(b, "%s%s: %s\n", indent, f.Name, f.Value)
	}
	for _, behind := range e.Causes {
		fmt.Fprintf(b, "%scaused by\n", indent)
		explain(b, behind, indent+"  ")
	}
}

// TestSourceStaysInside: only files of the application are read, and files that have changed since do no harm.
func TestSourceStaysInside(t *testing.T) {
	options := optionsFor(t, map[string]string{
		"api.js": `import { GetMapping } from "fwrun";` + "\n\n" +
			`export const fail = GetMapping("/")(() => { throw new Error("x"); });` + "\n",
	})
	app := boot(t, options)
	_, err := invoke(t, app, "fail")
	e, _ := errors.AsType[*engine.ScriptError](err)
	if lines := e.SourceFrames(5)[0].Lines; len(lines) != 3 || lines[2].Number != 3 || lines[2].Caret == "" || lines[0].Caret != "" {
		t.Errorf("got %+v", lines)
	}

	outside := filepath.Join(t.TempDir(), "outside.js")
	file := filepath.Join(options.Folder, "api.js")
	for _, change := range []func() error{
		func() error { return os.WriteFile(outside, []byte("a\nb\nsecret\n"), 0o600) },
		func() error { return os.WriteFile(file, []byte("shorter"), 0o600) },
		func() error { return os.WriteFile(file, make([]byte, 2<<20), 0o600) },
		func() error { return os.Remove(file) },
		func() error { return os.Symlink(outside, file) },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
	}
	place := fault.Place{Line: 3, Col: 1}
	for _, name := range []string{"api.js", "../outside.js", outside, "", ".", "no.js"} {
		place.File = name
		if lines := app.Source(place, 5); lines != nil {
			t.Errorf("%q: got %+v", name, lines)
		}
	}
	_, err = invoke(t, app, "fail")
	e, _ = errors.AsType[*engine.ScriptError](err)
	if e.Excerpt() != "" || e.SourceFrames(5)[0].Lines != nil || e.Hint() != "" {
		t.Errorf("of a file that is a link: %q", e.Excerpt())
	}
}

// TestSourceOfAChangedFile: the lines of a file that was saved after the start are not shown, because they are not
// the lines that run.
func TestSourceOfAChangedFile(t *testing.T) {
	const text = `import { GetMapping } from "fwrun";` + "\n" + `export const fail = GetMapping("/")(() => { throw new Error("x"); });` + "\n"
	options := optionsFor(t, map[string]string{"api.js": text})
	app := boot(t, options)
	excerpt := func() string {
		_, err := invoke(t, app, "fail")
		e, _ := errors.AsType[*engine.ScriptError](err)
		return e.Excerpt()
	}
	if excerpt() == "" {
		t.Error("there is no excerpt")
	}
	file, later := filepath.Join(options.Folder, "api.js"), time.Now().Add(time.Minute)
	if err := os.Chtimes(file, later, later); err != nil {
		t.Fatal(err)
	}
	if got := excerpt(); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestEndlessCauses(t *testing.T) {
	app := boot(t, optionsFor(t, map[string]string{
		"api.js": `import { GetMapping } from "fwrun";
export const circle = GetMapping("/a")(() => { const e = new Error("round"); e.cause = e; throw e; });
export const deep = GetMapping("/b")(() => { throw deeper(500); });
export const many = GetMapping("/c")(() => { throw new AggregateError(Array.from({ length: 500 }, (_, i) => new Error("n" + i)), "many"); });
export const hostile = GetMapping("/d")(() => { throw Object.defineProperty(new Error("x"), "cause", { get() { throw 1; } }); });
export const endless = GetMapping("/e")(() => endless2());
function endless2() { return 1 + endless2(); }
function deeper(n) { return new Error("d" + n, { cause: n && deeper(n - 1) }); }
`,
	}))
	for name, want := range map[string]string{"circle": "Error: round", "deep": "Error: d500", "many": "AggregateError: many", "hostile": "Error: x"} {
		_, err := invoke(t, app, name)
		e, ok := errors.AsType[*engine.ScriptError](err)
		if !ok || e.Error() != want || len(e.Causes) > 8 {
			t.Errorf("%s: got %v", name, err)
			continue
		}
		depth := 0
		for at := e; len(at.Causes) > 0; at = at.Causes[0] {
			depth++
		}
		if depth > 8 {
			t.Errorf("%s: %d causes deep", name, depth)
		}
	}
	_, err := invoke(t, app, "endless")
	e, _ := errors.AsType[*engine.ScriptError](err)
	if n := len(e.Frames()); n == 0 || n > 64 || e.Name != "RangeError" {
		t.Errorf("an endless recursion has %d frames: %v", n, err)
	}
}
