package app_test

import (
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/listing"
)

// TestSchedulesTellTheirState: the state of scheduled tasks, and when they run next.
func TestSchedulesTellTheirState(t *testing.T) {
	folder := t.TempDir()
	script := `import { Scheduled, Service } from "fwrun";
		@Service export class Desk {
			@Scheduled({ fixedRate: "1h" }) fine() {}
			@Scheduled({ fixedDelay: "1h", name: "bad" }) fails() { throw new TypeError("broken"); }
			@Scheduled({ fixedRate: "1h" }) async long() { await new Promise(() => {}); }
			@Scheduled({ cron: "-" }) off() {}
			@Scheduled("0 0 0 1 1 *", { zone: "UTC" }) yearly() {}
		}`
	if err := os.WriteFile(filepath.Join(folder, "desk.js"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	running, err := app.Start(t.Context(), app.Options{Folder: folder, Flags: map[string]string{"server.shutdown-timeout": "50ms"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range running.Serving().Schedules() {
		if s.Runs > 0 || !s.Next.IsZero() {
			t.Errorf("%s has run, or is to, before the application serves: %+v", s.Name, s)
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- running.Serve(listener) }()
	states := untilRun(t, running)
	_ = running.Close(t.Context()) // it cuts off the job that never ends
	if err := <-served; err != nil {
		t.Error(err)
	}

	if s := states["Desk.fine"]; s.Status != "ok" || s.Error != "" || s.Runs != 1 || s.End.IsZero() || s.Next.Sub(s.Start) > time.Hour {
		t.Errorf("Desk.fine is %+v", s)
	}
	if s := states["bad"]; s.Status != "failed" || s.Error != "TypeError: broken" || s.Failures != 1 || s.Target != "Desk.fails" ||
		s.Next.Before(s.End) {
		t.Errorf("bad is %+v", s)
	}
	if s := states["Desk.long"]; s.Status != "running" || s.Running != 1 || s.Start.IsZero() || !s.End.IsZero() {
		t.Errorf("Desk.long is %+v", s)
	}
	if s := states["Desk.off"]; s.Status != "" || s.Disabled == "" || !s.Next.IsZero() {
		t.Errorf("Desk.off is %+v", s)
	}
	if s := states["Desk.yearly"]; s.Kind != "cron" || s.Zone != "UTC" || s.Next.YearDay() != 1 || len(s.Upcoming(time.Now(), 3)) != 3 {
		t.Errorf("Desk.yearly is %+v", s)
	}
	for _, s := range running.Serving().Schedules() {
		if s.Name == "Desk.long" && (s.Status != "failed" || s.Error == "") {
			t.Errorf("what was cut off is %+v", s)
		}
	}
}

// untilRun waits until the first runs have begun and those that end have ended.
func untilRun(t *testing.T, running *app.App) map[string]listing.ScheduleState {
	t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		states := map[string]listing.ScheduleState{}
		for _, s := range running.Serving().Schedules() {
			states[s.Name] = s
		}
		if !states["Desk.fine"].End.IsZero() && !states["bad"].End.IsZero() && states["Desk.long"].Running > 0 {
			return states
		}
		select {
		case <-time.After(5 * time.Millisecond):
		case <-deadline:
			t.Fatalf("they have not run: %+v", states)
		}
	}
}
