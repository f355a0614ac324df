package management

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/data/cache"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/schedule"
	"github.com/fwrun/fwrun/platform/startup"
	"github.com/fwrun/fwrun/platform/telemetry"
)

func TestSharesOfTheHeap(t *testing.T) {
	for function, want := range map[string]string{
		"github.com/dop251/goja.compileProgram": "scripts (code)", "github.com/dop251/goja.(*compiler).Compile": "scripts (code)",
		"github.com/dop251/goja/parser.Parse":    "scripts (code)",
		"github.com/evanw/esbuild/pkg/api.Build": "scripts (code)", "github.com/fwrun/fwrun/engine/source.Read": "scripts (code)",
		"github.com/fwrun/fwrun/engine/bundle.Make": "scripts (code)",
		"github.com/fwrun/fwrun/engine/build.Build": "scripts (code)", "github.com/dop251/goja.(*Runtime).NewObject": "scripts (values)",
		"github.com/dlclark/regexp2.Compile": "scripts (values)",
		"github.com/fwrun/fwrun/engine.Boot": "engine", "github.com/fwrun/fwrun/jsapi/sql.New": "jsapi", "github.com/fwrun/fwrun/host.New": "host",
		"modernc.org/sqlite/lib.X":        "databases",
		"github.com/jackc/pgx/v5.Connect": "databases", "github.com/go-sql-driver/mysql.Open": "databases", "golang.org/x/text.New": "libraries",
		"github.com/x/y.Z": "libraries",
		"runtime.mallocgc": "", "net/http.(*Server).Serve": "", "main": "",
	} {
		if got := shareOfFunction(function); got != want {
			t.Errorf("%s belongs to %q, want %q", function, got, want)
		}
	}
	at := func(functions ...string) (list []*profile.Location) {
		for _, f := range functions {
			one := &profile.Location{Line: []profile.Line{{}}}
			if f != "" {
				one.Line[0].Function = &profile.Function{Name: f}
			}
			list = append(list, one)
		}
		return list
	}
	p := &profile.Profile{SampleType: make([]*profile.ValueType, 4), Sample: []*profile.Sample{
		{Location: at("runtime.mallocgc", "", "github.com/fwrun/fwrun/host.New", "github.com/x/y.Z"), Value: []int64{1, 2, 3, 40}},
		{Location: at("runtime.mallocgc"), Value: []int64{1, 2, 3, 5}, Label: map[string][]string{"own": {"x"}}},
		{Location: at("github.com/fwrun/fwrun/host.Old"), Value: []int64{1, 2, 3, 2}},
		{Location: at("main.main"), Value: []int64{1}},
	}}
	if got := fmt.Sprint(shareOut(p)); got != "[host: 42 bytes in use go: 5 bytes in use]" {
		t.Error(got)
	}
	if got := fmt.Sprint(p.Sample[1].Label, p.Sample[2].Label); got != "map[own:[x] share:[go]] map[share:[host]]" {
		t.Error(got)
	}
	if got := shareOut(&profile.Profile{Sample: []*profile.Sample{{}}}); fmt.Sprint(got) != "[go: 0 bytes in use]" {
		t.Error(got)
	}
}

func TestLastRun(t *testing.T) {
	begun, before := time.Unix(20, 0), time.Unix(10, 0)
	for name, c := range map[string]struct {
		of   schedule.State
		want actuator.LastRun
	}{
		"none": {schedule.State{}, actuator.LastRun{}},
		"running": {schedule.State{Running: 1, Start: begun, Last: schedule.Run{Start: before}}, actuator.LastRun{
			Status: actuator.Started,
			Time:   begun,
		}},
		"ended": {schedule.State{Start: begun, Last: schedule.Run{Start: before}}, actuator.LastRun{Status: actuator.Succeeded, Time: before}},
		"failed": {
			schedule.State{Last: schedule.Run{Start: before, Error: errors.New("redis://ada:tulip@example.com")}},
			actuator.LastRun{Status: actuator.Failed, Time: before, Failure: "Error", Message: "redis://ada:******@example.com"},
		},
		"refused": {
			schedule.State{Last: schedule.Run{Start: before, Error: fault.New("a", fault.Timeout, "too late").Because(errors.New("x"))}},
			actuator.LastRun{Status: actuator.Failed, Time: before, Failure: "Error", Message: "too late"},
		},
		"thrown": {
			schedule.State{Last: schedule.Run{Start: before, Error: &engine.ScriptError{
				Name:    "RangeError",
				Message: "redis://ada:tulip@example.com",
			}}},
			actuator.LastRun{Status: actuator.Failed, Time: before, Failure: "RangeError", Message: "redis://ada:******@example.com"},
		},
		"thrown without a name": {
			schedule.State{Last: schedule.Run{Start: before, Error: &engine.ScriptError{Message: "text"}}},
			actuator.LastRun{Status: actuator.Failed, Time: before, Failure: "Error", Message: "text"},
		},
	} {
		if got := lastRun(c.of); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestThreads(t *testing.T) {
	h := &manifest.Handler{Name: "Orders.find", Place: fault.Place{File: "a.ts", Line: 3}}
	frames := []engine.Frame{{Function: "Orders.find", Place: fault.Place{File: "a.ts", Line: 4}}, {Place: fault.Place{File: "b.ts", Line: 1}}}
	for _, c := range []struct {
		of   engine.Worker
		want actuator.Thread
	}{
		{engine.Worker{ID: 1}, actuator.Thread{ID: firstWorkerID + 1, Name: "worker 1", State: "WAITING"}},
		{engine.Worker{ID: 2, Running: true, Calls: 3, Handler: h}, actuator.Thread{
			ID:   firstWorkerID + 2,
			Name: "worker 2, calls in flight: 3 (Orders.find)", State: "RUNNABLE",
			Frames: []actuator.StackFrame{{Class: "Orders", Method: "find", File: "a.ts", Line: 3}},
		}},
		{engine.Worker{ID: 3, Running: true, Blocked: true, Handler: h, Frames: frames, Retired: "old"}, actuator.Thread{
			ID:   firstWorkerID + 3,
			Name: "worker 3, retired: old (Orders.find)", State: "BLOCKED",
			Frames: []actuator.StackFrame{{Class: "Orders", Method: "find", File: "a.ts", Line: 4}, {File: "b.ts", Line: 1}},
		}},
	} {
		if got := threadOf(c.of); !reflect.DeepEqual(got, c.want) {
			t.Errorf("got %+v, want %+v", got, c.want)
		}
	}
	if list := threadsOf([]engine.Worker{{ID: 7}}); len(list) < 2 || list[0].Name != "worker 7" {
		t.Error(list)
	}
	if got := frameOf(".x", "", 0); got.Method != ".x" || got.Class != "" {
		t.Error(got)
	}
}

func TestMeters(t *testing.T) {
	got := meterOf(telemetry.Meter{Name: "a.b", Help: "helps", Unit: "bytes", Samples: []telemetry.Sample{
		{Tags: []telemetry.Tag{{Key: "k", Value: "v"}}, Values: []telemetry.Value{{Statistic: "COUNT", Value: 2}, {Statistic: "MAX", Value: 3}}}, {},
	}})
	want := actuator.Meter{Name: "a.b", Description: "helps", BaseUnit: "bytes", Samples: []actuator.MeterSample{
		{Tags: map[string]string{"k": "v"}, Values: []actuator.Measurement{{Statistic: "COUNT", Value: 2}, {Statistic: "MAX", Value: 3}}},
		{Tags: map[string]string{}},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	metrics := telemetry.New(telemetry.Options{})
	if _, ok := describeMeter(metrics)("nothing"); ok {
		t.Error("there is a meter named nothing")
	}
}

func TestStartupSteps(t *testing.T) {
	line := startup.New()
	ctx := startup.With(t.Context(), line)
	outer, end := startup.Step(ctx, "outer")
	_, inner := startup.Step(outer, "inner")
	inner(startup.Number("files", 3))
	end()
	list := startupSteps(line)
	if len(list) != 2 || list[0].Name != "outer" || list[0].ID != 0 || list[1].Name != "inner" || list[1].ID != 1 || list[1].Parent != 0 ||
		fmt.Sprint(list[1].Tags) != "[[files 3]]" {
		t.Errorf("%+v", list)
	}
}

// counted is a cache that counts.
type counted struct {
	cache.Store
	of map[string]cache.Stats
}

func (c counted) Stats() map[string]cache.Stats { return c.of }

func TestCacheNames(t *testing.T) {
	m := &manifest.Manifest{Advised: []*manifest.Advised{{Aspects: []manifest.Aspect{
		{Decorator: "Cacheable", Options: manifest.Options{"names": []any{"b", "a"}}},
		{
			Decorator: "CachePut",
			Options:   manifest.Options{"names": []any{"c"}},
		},
		{Decorator: "CacheEvict", Options: manifest.Options{"names": []any{"d"}}},
		{
			Decorator: "Lockable",
			Options:   manifest.Options{"names": []any{"x"}},
		},
	}}}}
	c := &Caches{URL: "memory:", Named: []string{"e"}, Store: counted{of: map[string]cache.Stats{"a": {
		Hits: 1, Misses: 2, Evictions: 3,
		Entries: 4,
	}, "f": {}}}}
	text := ""
	for _, one := range c.list(m) {
		text += fmt.Sprint(one.Name, " ", one.Target, " ", *one.Use, "; ")
	}
	if want := "a memory {1 2 3 4}; b memory {0 0 0 0}; c memory {0 0 0 0}; d memory {0 0 0 0}; e memory {0 0 0 0}; f memory {0 0 0 0}; " +
		""; text != want {
		t.Errorf("got %s", text)
	}
	c = &Caches{URL: "redis://example.com", Named: []string{"e"}}
	if list := c.list(&manifest.Manifest{}); len(list) != 1 || list[0].Use != nil || list[0].Target != "redis" {
		t.Errorf("%+v", list)
	}
}

func TestListener(t *testing.T) {
	var l Listener
	failed := errors.New("in use")
	listen := func(address string) (net.Listener, error) {
		if address == "failed" {
			return nil, failed
		}
		return net.Listen("tcp", address)
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "here") })
	var lines strings.Builder
	log := slog.New(slog.NewTextHandler(&lines, nil))
	for _, s := range []*Settings{{enabled: true}, {Address: "127.0.0.1:0"}} {
		if err := l.Open(s, listen, handler, log); err != nil || l.Addr() != nil {
			t.Error(l.Addr(), err)
		}
	}
	for _, failed = range []error{failed, fault.New("test", fault.Unavailable, "in use")} {
		err := l.Open(&Settings{Address: "failed", enabled: true}, listen, handler, log)
		if f, is := errors.AsType[*fault.Error](err); !errors.Is(err, failed) && !(is && strings.Contains(f.Hint, "management.server.port")) {
			t.Error(err)
		}
	}
	s := &Settings{Address: "127.0.0.1:0", enabled: true, base: "/base"}
	if err := l.Open(s, listen, handler, log); err != nil {
		t.Fatal(err)
	}
	at, url := l.Addr(), "http://"+l.Addr().String()+"/base"
	if err := l.Open(s, listen, handler, log); err != nil || l.Addr() != at || strings.Count(lines.String(), "url="+url) != 1 {
		t.Error(err, lines.String())
	}
	answer, err := http.Get(url) //nolint:gosec,noctx // the test's own server
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	if string(text) != "here" {
		t.Error(string(text))
	}
	l.Close(t.Context())
	if _, err := http.Get(url); err == nil { //nolint:gosec,noctx // nobody answers
		t.Error("it is open")
	}
	var never Listener
	never.Close(t.Context())
	if err := never.Open(s, listen, handler, log); err != nil || never.Addr() != nil {
		t.Error("one that was closed is opened", err)
	}
}

// TestUnknownTypes: what a script made without a type is shown as it is.
func TestUnknownTypes(t *testing.T) {
	if itemType(nil) != nil || elemType(nil) != nil || fieldsOf(nil) != nil {
		t.Error("no type has parts")
	}
	shown, ok := boundValue{key: "shop.a"}.show(nil, schema.Record{Keys: []string{"b", "token"}, Values: []any{[]any{"x", nil}, "tulip"}})
	if got := fmt.Sprint(shown, ok); got != "map[b:[x <nil>] token:******] true" {
		t.Error(got)
	}
}
