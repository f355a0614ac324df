package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/engine"
)

// diary collects what scripts of several VMs say.
type diary struct {
	mu    sync.Mutex
	lines []string
}

func (d *diary) write(line string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lines = append(d.lines, line)
}

func (d *diary) text() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return strings.Join(d.lines, " ")
}

// saying boots the files with a host whose function say writes into the diary.
func saying(t *testing.T, files map[string]string, change func(*engine.Options)) (*engine.Application, *diary, error) {
	t.Helper()
	d := &diary{}
	o := optionsFor(t, files)
	api := newFakeAPI()
	api.said = d.write
	o.API = api
	if change != nil {
		change(&o)
	}
	app, err := engine.Boot(t.Context(), o)
	if err == nil {
		t.Cleanup(func() { app.Close(context.Background()) })
	}
	return app, d, err
}

func TestCloseDestroysBeansLastFirst(t *testing.T) {
	app, d, err := saying(t, map[string]string{"a.js": `
		import { Service, RestController, Configuration, Bean, PreDestroy, PostConstruct, Autowired } from "fwrun";
		export class Base { @PreDestroy last() { say("base"); } }
		@Service export class A extends Base {
			@PostConstruct up() { say("up"); }
			@PreDestroy async down() { say("a"); await null; say("a-later"); }
		}
		@Service export class B {
			/** @type {A} */ @Autowired a;
			@PreDestroy fails() { say("b"); throw new Error("no"); }
			@PreDestroy never() { say("b-more"); return later(1); }
		}
		export class Pool { close() { say("pool"); } }
		@Configuration export class C { @Bean({ destroyMethod: "close" }) pool(/** @type {B} */ b) { return new Pool(); } }
	`}, nil)
	if err != nil {
		t.Fatal(reportOf(err))
	}
	app.Close(t.Context())
	app.Close(t.Context())
	if got, want := d.text(), "up pool b b-more base a a-later"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestEveryWorkerHasItsOwnBeans(t *testing.T) {
	app, d, err := saying(t, map[string]string{"a.js": `
		import { Service, GetMapping } from "fwrun";
		say("module");
		@Service export class A { constructor() { say("bean"); } }
		export const get = GetMapping("/")(() => 1);
	`}, func(o *engine.Options) { o.Pool.Min, o.Pool.Max = 3, 3 })
	if err != nil {
		t.Fatal(reportOf(err))
	}
	if got, want := d.text(), "module bean module bean module bean"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if total, busy := app.Workers(); total != 3 || busy != 0 {
		t.Errorf("%d workers, %d busy", total, busy)
	}
}

// TestLargeApplicationsRunAhead: the modules of a large application run on the second worker while the manifest is made, after they have
// run on the first, and a start that fails has waited for them.
func TestLargeApplicationsRunAhead(t *testing.T) {
	files := map[string]string{}
	for i := range 200 {
		files[fmt.Sprintf("lib%d.js", i)] = fmt.Sprintf(`export const lib%d = %d;`, i, i)
	}
	pair := func(o *engine.Options) { o.Pool.Min, o.Pool.Max = 2, 2 }
	files["a.js"] = `
		import { Service } from "fwrun";
		say("begin"); say("end");
		@Service export class A { constructor() { say("bean"); } }
	`
	_, d, err := saying(t, files, pair)
	if err != nil {
		t.Fatal(reportOf(err))
	}
	if got := d.text(); !strings.HasPrefix(got, "begin end ") || strings.Count(got, "begin end") != 2 || strings.Count(got, "bean") != 2 {
		t.Errorf("got %s", got)
	}
	files["a.js"] = `
		import { Autowired, Service } from "fwrun";
		say("begin"); for (let i = 0; i < 1e6; i++); say("end");
		class Missing {}
		@Service export class A { /** @type {Missing} */ @Autowired missing; }
	`
	_, d, err = saying(t, files, pair)
	if err == nil || !strings.Contains(reportOf(err), "Missing") {
		t.Errorf("it starts: %v", err)
	}
	if got, want := d.text(), "begin end begin end"; got != want {
		t.Errorf("when the start had failed, %s, want %s", got, want)
	}
	files["a.js"] = `if (worker === 1) throw new Error("only once");`
	_, _, err = saying(t, files, pair)
	if err == nil || !strings.Contains(reportOf(err), "only once") {
		t.Errorf("modules that fail on the second worker: %v", err)
	}
}

// TestWorkersDeclareTheSame: an application whose decorators depend on something that differs between workers does
// not boot.
func TestWorkersDeclareTheSame(t *testing.T) {
	_, _, err := saying(t, map[string]string{"a.js": `
		import { GetMapping } from "fwrun";
		export const get = GetMapping("/" + (globalThis.random ?? Math.random()))(() => 1);
	`}, func(o *engine.Options) { o.Pool.Min, o.Pool.Max = 2, 2 })
	if err == nil || !strings.Contains(err.Error(), "the declarations of the application differ between workers") {
		t.Errorf("got %v", err)
	}
}

func TestErrorsOutsideRequestsAreLogged(t *testing.T) {
	var log bytes.Buffer
	app, _, err := saying(t, map[string]string{"a.ts": `
		import { GetMapping, Service, PreDestroy } from "fwrun";
		export const lost = GetMapping("/lost")(() => {
			Promise.reject(new TypeError("nobody awaits"));
			return "ok";
		});
		@Service export class S {
			@PreDestroy bye() { throw new RangeError("too late"); }
			@PreDestroy never() { return later(1); }
		}
	`}, func(o *engine.Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	if err != nil {
		t.Fatal(reportOf(err))
	}
	if got := must(t, app, "lost"); got != `"ok"` {
		t.Errorf("got %s", got)
	}
	app.Close(t.Context())
	for _, want := range []string{
		`msg="unhandled promise rejection" error="TypeError: nobody awaits" at=a.ts:4:19`,
		`msg="an error was thrown outside any request" error="RangeError: too late" at=a.ts:8:30`,
		`msg="a method that is called at shutdown awaits something, which is not waited for" at=a.ts:9:16`,
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s:\n%s", want, log.String())
		}
	}
}

func TestWarningsAreSortedAndShowTheirLines(t *testing.T) {
	app, _, err := saying(t, map[string]string{
		"b.ts": "import { GetMapping } from \"fwrun\";\nexport const b = GetMapping(\"/b\")((): Unknown => null as any);\n",
		"a.js": "say({ one: 1, one: 2 });\n",
	}, nil)
	if err != nil {
		t.Fatal(reportOf(err))
	}
	var places []string
	for _, w := range app.Warnings() {
		places = append(places, w.Place.String())
		if w.Source == "" {
			t.Errorf("%v has no source line", w)
		}
	}
	if want := []string{"a.js:1:15", "b.ts:2:39"}; !slices.Equal(places, want) {
		t.Errorf("got %v, want %v\n%s", places, want, reportOf(app.Warnings()))
	}
}
