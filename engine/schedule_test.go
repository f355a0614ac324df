package engine_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/archivetest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
)

func TestSchedulesOfAManifest(t *testing.T) {
	o := optionsFor(t, map[string]string{"a.ts": `
		import { Bean, Configuration, Profile, Scheduled, Service } from "fwrun";
		export class Base {
			@Scheduled({ fixedRate: 2.5 }) kept() {}
			@Scheduled({ fixedRate: 5 }) hidden() {}
			@Scheduled({ fixedRate: 5 }) again() {}
		}
		@Service export class Desk extends Base {
			hidden() {}
			@Scheduled({ fixedDelay: "1h30m", initialDelay: 0, timeout: "2m", name: "mine" }) again() {}
			@Scheduled("0 0 3 * * MON") @Scheduled({ cron: "0 4 * * *", zone: "Asia/Tokyo" }) twice() {}
		}
		export class Made { @Scheduled({ fixedRate: "${jobs.every}", initialDelay: "${jobs.first:1m}", overlap: true }) run() {} }
		@Configuration export class Config { @Bean made(): Made { return new Made(); } }
		@Profile("other") @Service export class Absent { @Scheduled({ fixedRate: 5 }) run() {} }
		@Service export class Off {
			@Scheduled({ cron: "${jobs.cron}" }) cron() {}
			@Scheduled({ fixedRate: 5, enabled: "${jobs.enabled}" }) flag() {}
			@Scheduled({ fixedRate: 5, enabled: true }) on() {}
		}`})
	o.Expand = archivetest.Expand(map[string]any{"jobs.every": int64(10), "jobs.cron": "-", "jobs.enabled": "no"})
	m, _, err := engine.Inspect(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, s := range m.Schedules {
		line := fmt.Sprintf("%s: %s.%s: %s", s.Name, m.Beans[s.Bean].Name, s.Method, s.Trigger)
		if s.Overlap {
			line += ", overlap"
		}
		if s.Timeout > 0 {
			line += ", timeout " + s.Timeout.String()
		}
		if s.Disabled != "" {
			line += ", " + s.Disabled
		}
		list = append(list, line)
	}
	want := []string{
		`mine: desk.again: 1h30m0s after the end, timeout 2m0s`,
		`Desk.twice: desk.twice: 0 0 3 * * MON (Local)`,
		`Desk.twice #2: desk.twice: 0 4 * * * (Asia/Tokyo)`,
		`Desk.kept: desk.kept: every 2.5s`,
		`Off.cron: off.cron: never, cron is "-"`,
		`Off.flag: off.flag: never, enabled is false`,
		`Off.on: off.on: every 5s`,
		`Made.run: made.run: every 10s, first after 1m0s, overlap`,
	}
	if got := strings.Join(list, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("the schedules are\n%s", got)
	}
}

// jobs boots a service and returns a function that finds its schedules by method.
func jobs(t *testing.T, members string, change func(*engine.Options)) (*engine.Application, *diary, func(method string) int) {
	t.Helper()
	app, d, err := saying(t, map[string]string{"a.js": `
		import { Scheduled, Service } from "fwrun";
		@Service export class Desk {` + members + "}"}, change)
	if err != nil {
		t.Fatal(err)
	}
	return app, d, func(method string) int {
		for i, s := range app.Manifest().Schedules {
			if s.Method == method {
				return i
			}
		}
		t.Fatalf("nothing calls %s", method)
		return -1
	}
}

func TestRunSchedule(t *testing.T) {
	app, d, of := jobs(t, `
		name = "desk";
		@Scheduled({ fixedRate: 60 }) sync() { say(this.name); }
		@Scheduled({ fixedRate: 60 }) async slow() { await later(0); say("waited"); }
		@Scheduled({ fixedRate: 60 }) throws() { throw new TypeError("broken"); }
		@Scheduled({ fixedRate: 60 }) async rejects() { await later(0); throw new Error("late"); }
		@Scheduled({ fixedRate: 60, timeout: "20ms" }) async never() { await new Promise(() => {}); }
		@Scheduled({ fixedRate: 60 }) loops() { for (;;); }
		@Scheduled({ fixedRate: 60 }) async forever() { say("begun"); await new Promise(() => {}); }
	`, func(o *engine.Options) {
		o.Pool.HandlerTimeout, o.Pool.CPUTimeout = time.Nanosecond, 50*time.Millisecond // the limits of a handler, which do not apply to a schedule
	})
	for _, method := range []string{"sync", "slow"} {
		if err := app.RunSchedule(t.Context(), of(method)); err != nil {
			t.Error(method, err)
		}
	}
	if d.text() != "desk waited" {
		t.Errorf("they said %q", d.text())
	}
	for method, want := range map[string]string{"throws": "TypeError: broken", "rejects": "Error: late"} {
		err := app.RunSchedule(t.Context(), of(method))
		thrown, ok := errors.AsType[*engine.ScriptError](err)
		if !ok || thrown.Error() != want {
			t.Errorf("%s ended with %v", method, err)
		} else if place, known := thrown.Place(); !known || place.File != "a.js" {
			t.Errorf("%s failed at %v", method, place)
		}
	}
	err := app.RunSchedule(t.Context(), of("never"))
	if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind != fault.Timeout || !strings.Contains(f.Public, "timeout of 20ms") {
		t.Errorf("never ended with %v", err)
	}
	if err := app.RunSchedule(t.Context(), of("loops")); !errors.Is(err, vm.ErrCPUTime) {
		t.Errorf("loops ended with %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- app.RunSchedule(ctx, of("forever")) }()
	cancel()
	if err := <-ended; !errors.Is(err, vm.ErrCanceled) {
		t.Errorf("forever ended with %v", err)
	}
}

// TestRunScheduleCallsThePrototype: a schedule calls the function that an aspect has put on the prototype.
func TestRunScheduleCallsThePrototype(t *testing.T) {
	app, d, of := jobs(t, `
		@Scheduled({ fixedRate: 60 }) sweep() { say("swept"); }
		constructor() {
			const inner = Desk.prototype.sweep;
			Desk.prototype.sweep = function () { say("around"); return inner.call(this); };
		}`, nil)
	if err := app.RunSchedule(t.Context(), of("sweep")); err != nil || d.text() != "around swept" {
		t.Errorf("%v, and said %q", err, d.text())
	}
}
