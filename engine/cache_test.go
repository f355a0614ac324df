package engine_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/archivetest"
	"github.com/fwrun/fwrun/engine/instrument"
)

// compilations is a log handler that records how the application was compiled: "cached", or the reason why it was
// not taken from the cache, and "(again)" if what is known was not parsed again.
type compilations struct {
	slog.Handler
	mu   sync.Mutex
	list []string

	ofPackages string // the last message about them
}

func (c *compilations) Enabled(context.Context, slog.Level) bool { return true }

func (c *compilations) Handle(_ context.Context, r slog.Record) error {
	values := map[string]string{}
	r.Attrs(func(a slog.Attr) bool { values[a.Key] = a.Value.String(); return true })
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case strings.HasPrefix(r.Message, "packages "):
		c.ofPackages = r.Message
	case r.Message == "compiled" && values["cached"] == "true":
		c.list = append(c.list, "cached")
	case r.Message == "compiled" && values["again"] == "true":
		c.list = append(c.list, values["because"]+" (again)")
	case r.Message == "compiled":
		c.list = append(c.list, values["because"])
	case r.Message == "not cached":
		c.list = append(c.list, "not kept: "+values["reason"])
	}
	return nil
}

// take returns what was recorded since its last call.
func (c *compilations) take() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := strings.Join(c.list, ", ")
	c.list = nil
	return text
}

// withCache gives an application a cache of its own, and returns the log of its use.
func withCache(t testing.TB, o engine.Options) (engine.Options, *compilations) {
	t.Helper()
	c := &compilations{Handler: slog.DiscardHandler}
	o.Cache, o.Log = filepath.Join(t.TempDir(), "cache"), slog.New(c)
	settle(t, o.Folder)
	return o, c
}

// settle makes the files look older than they are: a file that has just changed is not cached.
func settle(t testing.TB, folder string) {
	t.Helper()
	then := time.Now().Add(-time.Hour)
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type()&fs.ModeSymlink == 0 {
			err = os.Chtimes(path, then, then)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestWarmIsCold: an application that comes from the cache has the same manifest, warnings, results, and places in
// its errors as one that was compiled.
func TestWarmIsCold(t *testing.T) {
	needsCache(t)
	for _, a := range append(archives(t, "boot"), archives(t, "invoke")...) {
		t.Run(a.name(), func(t *testing.T) {
			t.Parallel()
			options, log := withCache(t, a.options(t))
			var seen [3]string
			for i, want := range []string{"it is new", "cached", "cached"} {
				app, err := engine.Boot(t.Context(), options)
				if err != nil {
					t.Fatal(reportOf(err))
				}
				calls, _ := a.part("calls")
				seen[i] = describe(app.Manifest()) + reportOf(app.Warnings()) + replay(t, app, calls)
				app.Close(t.Context())
				if got := log.take(); got != want {
					t.Errorf("start %d was compiled: %s, want %s", i+1, got, want)
				}
			}
			if seen[1] != seen[0] || seen[2] != seen[0] {
				t.Errorf("cold:\n%s\nwarm:\n%s\nwarmer:\n%s", seen[0], seen[1], seen[2])
			}
		})
	}
}

// TestProblemsAreNotCached: mistakes are found again at each start, and reported as the first time.
func TestProblemsAreNotCached(t *testing.T) {
	for _, a := range archives(t, "problems") {
		t.Run(a.name(), func(t *testing.T) {
			t.Parallel()
			options, log := withCache(t, a.options(t))
			for range 2 {
				_, err := engine.Boot(t.Context(), options)
				if err == nil {
					t.Fatal("the application booted")
				}
				a.expect(t, "report", reportOf(err))
				if got := log.take(); strings.Contains(got, "cached") {
					t.Error("an application with a mistake was cached")
				}
			}
			if entries, _ := os.ReadDir(options.Cache); len(entries) > 0 {
				t.Errorf("the cache holds %v", entries)
			}
		})
	}
}

// TestProblemsOfTheDay: what depends on the configuration is checked, with the source line, even when the compiled
// application comes from the cache.
func TestProblemsOfTheDay(t *testing.T) {
	needsCache(t)
	options, log := withCache(t, optionsFor(t, map[string]string{"api.ts": `
		import { Service, Value } from "fwrun";
		@Service export class Names { @Value("${names.first}") first: string; }`}))
	options.Expand = archivetest.Expand(map[string]any{"names.first": "Ann"})
	start(t, options)
	options.Expand = archivetest.Expand(nil)
	_, err := engine.Boot(t.Context(), options)
	if got := reportOf(err); !strings.Contains(got, "api.ts:3:") || !strings.Contains(got, "@Service export class Names") {
		t.Errorf("got %s", got)
	}
	if got := log.take(); got != "it is new, cached" {
		t.Errorf("compiled: %s", got)
	}
}

// start boots an application and closes it.
func start(t testing.TB, options engine.Options) {
	t.Helper()
	app, err := engine.Boot(t.Context(), options)
	if err != nil {
		t.Fatal(reportOf(err))
	}
	app.Close(t.Context())
}

var pieced = map[string]string{
	"api.ts": `import { PostMapping, RequestBody } from "fwrun"; import { part } from "./parts/part"; import pkg from "#pkg";
		import data from "./data.json";
		import type { Shape } from "./types/shape";
		export const whole = PostMapping({ path: "/", params: { shape: RequestBody() } })((shape: Shape) => [part, pkg, data.value]);`,
	"parts/part/index.js":           `export const part = "index.js";`,
	"parts/two.js":                  `export default "two";`,
	"types/shape.ts":                `export class Shape { a: int }`,
	"data.json":                     `{"value": 1}`,
	"package.json":                  `{"imports": {"#pkg": "pkg"}}`,
	"node_modules/pkg/package.json": `{"main": "one.js"}`,
	"node_modules/pkg/one.js":       `module.exports = "one"`,
	"node_modules/pkg/two.js":       `module.exports = "two"`,
}

// TestWhatChangesIsCompiled: the next start sees a change of anything that the program depends on.
func TestWhatChangesIsCompiled(t *testing.T) {
	needsCache(t)
	for _, test := range []struct {
		name, file, text string // an empty text removes the file
		because, want    string
	}{
		{"a scanned file", "api.ts", `import { GetMapping } from "fwrun"; export const whole = GetMapping("/")(() => 1);`, "it is new", `1`},
		{"a new scanned file", "more.ts", `export const more = 1;`, "it is new", `["index.js","one",1]`},
		{"an imported file", "parts/part/index.js", `export const part = "changed";`, "other files are imported", `["changed","one",1]`},
		{"a file that wins", "parts/part.ts", `export const part: string = "part.ts";`, "other files are imported", `["part.ts","one",1]`},
		{"an index that wins", "parts/part/index.ts", `export const part = "index.ts";`, "other files are imported", `["index.ts","one",1]`},
		{"an imported type", "types/shape.ts", `export class Shape { a: int; b: int }`, "other files are imported", `["index.js","one",1]`},
		{"data", "data.json", `{"value": 2}`, "data.json has changed", `["index.js","one",2]`},
		{"a package", "node_modules/pkg/one.js", `module.exports = "changed"`, "node_modules/pkg/one.js has changed", `["index.js","changed",1]`},
		{"a package's main", "node_modules/pkg/package.json", `{"main": "two.js"}`, "node_modules/pkg/package.json has changed", `["index.js","two",1]`},
		{
			"a package's exports", "node_modules/pkg/package.json", `{"exports": "./two.js"}`, "node_modules/pkg/package.json has changed",
			`["index.js","two",1]`,
		},
		{"the application's package.json", "package.json", `{"imports": {"#pkg": "./parts/two.js"}}`, "package.json has changed", `["index.js","two",1]`},
		{"a package that is gone", "node_modules/pkg/one.js", "", "node_modules/pkg has changed", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			options := optionsFor(t, pieced)
			options.Scan = []string{"*.ts"}
			options, log := withCache(t, options)
			start(t, options)
			start(t, options)
			if got := log.take(); got != "it is new, cached" {
				t.Fatalf("at first: %s", got)
			}
			change(t, filepath.Join(options.Folder, test.file), test.text)
			settle(t, options.Folder)
			if test.want == "" {
				if _, err := engine.Boot(t.Context(), options); err == nil {
					t.Error("the application booted")
				}
				return
			}
			for _, because := range []string{test.because, "cached"} {
				app := boot(t, options)
				if got := must(t, app, "whole", nil); got != test.want {
					t.Errorf("got %s, want %s", got, test.want)
				}
				app.Close(t.Context())
				if got := log.take(); got != because {
					t.Errorf("compiled: %s, want %s", got, because)
				}
			}
		})
	}
}

func change(t *testing.T, path, text string) {
	t.Helper()
	err := os.Remove(path)
	if text != "" {
		err = os.WriteFile(path, []byte(text), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestChangesOfTheHost: what scripts can import is part of the cache's key.
func TestChangesOfTheHost(t *testing.T) {
	needsCache(t)
	options, log := withCache(t, optionsFor(t, users()))
	start(t, options)
	options.API = moreExports{options.API}
	start(t, options)
	start(t, options)
	if got := log.take(); got != "it is new, it is new, cached" {
		t.Errorf("compiled: %s", got)
	}
}

type moreExports struct{ engine.API }

func (m moreExports) Exports() []string { return append(m.API.Exports(), "oneMore") }

// TestACopyIsAnother: a copy of the files elsewhere is compiled again, because it may have other packages around
// it.
func TestACopyIsAnother(t *testing.T) {
	needsCache(t)
	one, log := withCache(t, optionsFor(t, users()))
	other := optionsFor(t, users())
	other.Cache, other.Log = one.Cache, one.Log
	settle(t, other.Folder)
	start(t, one)
	start(t, other)
	start(t, one)
	start(t, other)
	if got := log.take(); got != "it is new, it is new, cached, cached" {
		t.Errorf("compiled: %s", got)
	}
}

// TestADamagedCache: a damaged entry is made again, and never stops a start.
func TestADamagedCache(t *testing.T) {
	needsCache(t)
	options, log := withCache(t, optionsFor(t, users()))
	start(t, options)
	entries, err := filepath.Glob(filepath.Join(options.Cache, "*"))
	if err != nil || len(entries) != 1 {
		t.Fatalf("the cache holds %v, %v", entries, err)
	}
	whole, err := os.ReadFile(entries[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, length := range []int{0, 1, 40, 44, len(whole) / 2, len(whole) - 1} {
		damage(t, entries[0], whole[:length], options, log)
	}
	for at := 0; at < len(whole); at += len(whole)/16 + 1 {
		damaged := slices.Clone(whole)
		damaged[at] ^= 0x10
		damage(t, entries[0], damaged, options, log)
	}
}

// damage overwrites the file and expects that the next start repairs it.
func damage(t *testing.T, file string, content []byte, options engine.Options, log *compilations) {
	t.Helper()
	log.take()
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	start(t, options)
	start(t, options)
	if got := log.take(); got != "it is new, cached" {
		t.Errorf("compiled: %s", got)
	}
}

// TestWithoutACache: with a folder that cannot be used, the application starts as without a cache.
func TestWithoutACache(t *testing.T) {
	for name, spoil := range map[string]func(cache string) error{
		"a file":            func(cache string) error { return os.WriteFile(cache, nil, 0o600) },
		"open to everybody": func(cache string) error { return errors.Join(os.Mkdir(cache, 0o700), os.Chmod(cache, 0o777)) },
	} {
		t.Run(name, func(t *testing.T) {
			options, log := withCache(t, optionsFor(t, users()))
			if err := spoil(options.Cache); err != nil {
				t.Fatal(err)
			}
			start(t, options)
			start(t, options)
			if got, want := log.take(), "there is no cache, there is no cache"; got != want {
				t.Errorf("compiled: %s, want %s", got, want)
			}
		})
	}
}

// TestInspectUsesTheCache: Boot and Inspect share the cache.
func TestInspectUsesTheCache(t *testing.T) {
	needsCache(t)
	options, log := withCache(t, optionsFor(t, users()))
	for range 2 {
		if _, _, err := engine.Inspect(t.Context(), options); err != nil {
			t.Fatal(err)
		}
	}
	start(t, options)
	if got := log.take(); got != "it is new, cached, cached" {
		t.Errorf("compiled: %s", got)
	}
}

// TestResultsAreKept: what is inferred when an application is compiled is known when it comes from the cache, and follows changes of the
// files that it was inferred from.
func TestResultsAreKept(t *testing.T) {
	needsCache(t)
	files := users()
	files["users/user-service.js"] = strings.Replace(files["users/user-service.js"], "find(id)", "/** @returns {?User} */ find(id)", 1) +
		`import { User } from "./user.js";`
	options, log := withCache(t, optionsFor(t, files))
	options.Reuse = &engine.Reuse{}
	answers := func() (text string) {
		app := boot(t, options)
		app.Close(t.Context()) // which waits until it is kept
		for _, h := range app.Manifest().Handlers {
			if h.Inferred != nil {
				text += fmt.Sprintf("%s %s %v; ", h.Name, h.Inferred.Name, h.Inferred.Nullable)
			}
		}
		return text
	}
	want := "UserController.find User true; UserController.search { email: string } false; UserController.create User false; " +
		"UserController.update User false; UserController.remove { id: int } false; "
	for range 2 {
		if got := answers(); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
	if got := log.take(); got != "it is new, cached" {
		t.Errorf("compiled: %s", got)
	}
	service := filepath.Join(options.Folder, "users", "user-service.js")
	if err := os.WriteFile(service, []byte(strings.Replace(files["users/user-service.js"], "{?User}", "{User}", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, want := answers(), strings.Replace(want, "User true", "User false", 1); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// needsCache skips a test when every application is instrumented: what is compiled then is not kept.
func needsCache(t *testing.T) {
	t.Helper()
	if instrument.Forced() != instrument.None {
		t.Skip("there is no cache with " + instrument.Variable)
	}
}
