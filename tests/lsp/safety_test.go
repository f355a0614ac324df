package lsp

import (
	"fmt"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
)

// TestEndless: a loop at the top of a file ends as a diagnostic, and questions are answered while it runs.
func TestEndless(t *testing.T) {
	t.Parallel()
	s := serve(t, created(t), nil)
	const name = "tasks/task-controller.ts"
	s.open(name)
	began := time.Now()
	s.Change(s.path(name), 2, "let n = 0; for (;;) String(n++);\n"+s.texts[name])
	var slowest time.Duration
	asked := 0
	for !s.published(name, 2) {
		before := time.Now()
		s.ask([]string{"hover", "completion"}[asked%2], name, "@RestController", 3)
		slowest = max(slowest, time.Since(before))
		asked++
	}
	took := time.Since(began)
	found := s.Published[len(s.Published)-1].Diagnostics
	if len(found) != 1 || !strings.Contains(found[0].Message, "ran too long") || found[0].Range.Start.Line != 0 {
		t.Errorf("found %v", found)
	}
	if slowest > took/4 || asked < 10 {
		t.Errorf("of %d questions one took %v, the check %v", asked, slowest, took)
	}
}

// TestEditEndsTheLoop: what is written while a text is checked that does not end is checked at once, and not when the time of that is over.
func TestEditEndsTheLoop(t *testing.T) {
	t.Parallel()
	s := serve(t, created(t), nil)
	const name, endless = "tasks/task-controller.ts", "for (;;) String(1);\n"
	s.open(name)
	answered := func(version int, text string) time.Duration {
		began := time.Now()
		s.Change(s.path(name), version, text)
		s.Diagnostics(s.path(name), version)
		return time.Since(began)
	}
	whole := answered(2, endless+s.texts[name])
	best := whole
	for version := 3; version < 9; version += 2 { // whether it is checked already when the next one comes is not seen from here
		s.Change(s.path(name), version, endless+s.texts[name])
		for began := time.Now(); time.Since(began) < whole/4; {
			s.ask("hover", name, "@RestController", 3)
		}
		best = min(best, answered(version+1, s.texts[name]))
	}
	if best > whole*2/3 {
		t.Errorf("after an edit it took %v, and %v without", best, whole)
	}
}

// published reports whether what is wrong in a version of a file has been said.
func (s *server) published(name string, version int) bool {
	for _, one := range s.Published {
		if strings.HasSuffix(one.URI, "/"+name) && one.Version == version {
			return true
		}
	}
	return false
}

// TestNothingLeaves: a file that sends requests, asks for names and writes files when it is loaded does none of it, only because it is open.
func TestNothingLeaves(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	connected := make(chan struct{}, 64)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			_ = conn.Close()
			connected <- struct{}{}
		}
	}()
	s := serve(t, created(t), nil)
	const name = "tasks/task-controller.ts"
	s.open(name)
	address := listener.Addr().String()
	for i, code := range []string{
		`await fetch("http://` + address + `/");`,
		`const socket = new WebSocket("ws://` + address + `/"); await new Promise((_, no) => { socket.onerror = () => no(new Error("no socket")); });`,
		`import { lookup } from "node:dns/promises"; await lookup("localhost");`,
		`import { writeFileSync } from "node:fs"; writeFileSync("made.txt", "");`,
		`import { mkdirSync } from "node:fs"; mkdirSync("made");`,
	} {
		s.Change(s.path(name), i+2, code+"\n"+s.texts[name])
		if found := s.Diagnostics(s.path(name), i+2); len(found) != 1 || found[0].Code != "module-failed" {
			t.Errorf("%s: %v", code, found)
		}
	}
	const bean = `import { Component, PostConstruct } from "fwrun"; import { writeFileSync } from "node:fs";
@Component export class Made { @PostConstruct async start() { writeFileSync("made.txt", ""); await fetch("http://%s/"); } }
`
	s.Change(s.path(name), 10, fmt.Sprintf(bean, address)+s.texts[name])
	if found := s.Diagnostics(s.path(name), 10); len(found) > 0 {
		t.Errorf("a bean that is not made: %v", found)
	}
	for _, made := range []string{"made.txt", "made", "data"} {
		if _, err := os.Stat(s.path(made)); err == nil {
			t.Errorf("there is %s", made)
		}
	}
	if len(connected) > 0 {
		t.Errorf("%d connections were opened", len(connected))
	}
}

// TestManyEdits: while somebody writes for long, no diagnostics of an older text come after those of a newer one, and the memory stays.
func TestManyEdits(t *testing.T) {
	folder := created(t)
	s := serve(t, folder, nil)
	const name, edits = "tasks/task-controller.ts", 2000
	s.open(name)
	early := 0
	for i := range edits {
		version := i + 2
		s.Change(s.path(name), version, strings.Replace(s.texts[name], "TaskService)", fmt.Sprintf("Missing%d)", version), 1))
		if version%25 == 0 || version < 100 && version%10 == 0 { // otherwise nothing would be checked before the end
			s.Diagnostics(s.path(name), version)
		}
		if version == 100 {
			early = harness.ResidentSize(t, s.Cmd.Process.Pid)
		}
	}
	s.Diagnostics(s.path(name), edits+1)
	late := harness.ResidentSize(t, s.Cmd.Process.Pid)
	t.Logf("%d MiB after 100 edits, %d MiB after %d", early>>20, late>>20, edits)
	if float64(late) > 1.3*float64(early) {
		t.Error("that is too much more")
	}
	last := 0
	for _, one := range s.Published {
		if !strings.HasSuffix(one.URI, name) || one.Version < 2 {
			continue
		}
		if one.Version < last {
			t.Errorf("%d comes after %d", one.Version, last)
		}
		last = one.Version
		if want := fmt.Sprintf("Missing%d", one.Version); len(one.Diagnostics) != 1 || !strings.Contains(one.Diagnostics[0].Message, want) {
			t.Errorf("of version %d: %v", one.Version, one.Diagnostics)
		}
	}
}

// TestEnds: the server ends when it is asked to, with 1 if that was not announced, and when nobody writes any more, even in the middle of an
// endless loop.
func TestEnds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		end  func(s *server)
		code int
	}{
		"announced": {func(s *server) { s.Ask("shutdown", nil); s.Notify("exit", nil) }, 0},
		"sudden":    {func(s *server) { s.Notify("exit", nil) }, 1},
		"closed":    {func(s *server) { s.CloseInput() }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, created(t), nil)
			const name = "tasks/task-controller.ts"
			s.open(name)
			s.Change(s.path(name), 2, "for (;;) String(1);\n"+s.texts[name])
			c.end(s)
			s.Ended()
			if _ = s.Cmd.Wait(); s.Cmd.ProcessState.ExitCode() != c.code {
				t.Errorf("it ended with %d", s.Cmd.ProcessState.ExitCode())
			}
		})
	}
}
