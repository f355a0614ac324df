package agents

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/engine/objects"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
)

// lines is the number of lines of users.ts, which has a statement in each but the last.
const lines = 50

// shop is an application of one worker, whose scripts are calls of reach.
type shop struct {
	t        *testing.T
	debugger *debugger.Debugger
	desk     *Desk
	folder   string
	rt       *goja.Runtime
	objects  *objects.Objects
	program  *debugger.Program
	thread   *debugger.Thread
	frames   []debugger.Frame

	mu    sync.Mutex
	built int // generations
}

// inShop runs a test in a bubble, whose clock goes on when all wait.
func inShop(t *testing.T, test func(t *testing.T, s *shop)) {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"users.ts", "unused.ts", "users.test.ts"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "lib"), 0o700); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		s := &shop{t: t, folder: folder, rt: goja.New()}
		s.objects = objects.New(objects.Options{
			Runtime: s.rt, Prefix: "1", Bound: func(run func() error) error { return run() },
			Frames: func() []debugger.Frame { return s.frames },
		})
		s.debugger = debugger.New(s)
		s.desk = New(Options{Debugger: s.debugger, Folder: folder, Mask: config.Mask})
		s.build(0)
		test(t, s)
		s.desk.Close()
		synctest.Wait()
	})
}

func text() string { return strings.Repeat("  f()\n", lines-1) + "}" }

// build makes the program, whose statements are so many lines further down.
func (s *shop) build(below int) {
	script := &debugger.Script{Path: filepath.Join(s.folder, "users.ts"), Text: text()}
	for line := below; line < lines-1; line++ {
		script.Stops = append(script.Stops, debugger.Stop{Line: line, Column: 2})
	}
	s.program = debugger.NewProgram([]*debugger.Script{script}, debugger.Watch{
		Every: func(bool) {}, Errors: func(bool) {}, Stops: func(func(int) bool) {},
	})
	s.thread = s.debugger.Thread(s.program, s)
}

func (s *shop) Instrument(context.Context) error {
	s.mu.Lock()
	s.built++
	s.mu.Unlock()
	if s.debugger.Wanted() {
		s.debugger.Use(s.program)
	} else {
		s.debugger.Use(nil)
	}
	return nil
}

// On implements debugger.Host, with a worker that is free.
func (s *shop) On(_ context.Context, _ string, fn func(debugger.Objects)) error {
	fn(s.objects)
	return nil
}
func (s *shop) Paused(int, debugger.Location) {}

// As a debugger.Worker.
func (s *shop) Number() int      { return 1 }
func (s *shop) Owns(string) bool { return true }

func (s *shop) Parents() []debugger.Parent {
	return []debugger.Parent{{Description: "GET /users/{id}"}}
}
func (s *shop) Objects() debugger.Objects { return s.objects }
func (s *shop) Halt(wait func())          { wait() }
func (s *shop) Watch(bool)                {}
func (s *shop) Depth() int                { return 1 }
func (s *shop) Activation() any           { return "find" }
func (s *shop) Work() any                 { return "GET /users" }
func (s *shop) Turn() uint64              { return 1 }
func (s *shop) Frames() []debugger.Frame  { return s.frames }

// reach lets the worker come to a line, with variables, and returns what is closed when it goes on.
func (s *shop) reach(line int, variables string) <-chan struct{} {
	s.t.Helper()
	value, err := s.rt.RunString("(" + variables + ")")
	if err != nil {
		s.t.Fatal(err)
	}
	at := s.program.Location(line - 1)
	s.frames = []debugger.Frame{{
		Function: "find", Location: at, This: goja.Undefined(), Scopes: []debugger.Scope{{Kind: debugger.Local, Object: value}},
	}, {Function: "all", Location: at, This: goja.Undefined()}}
	done := make(chan struct{})
	go func() { defer close(done); s.thread.Reach(line - 1) }()
	synctest.Wait()
	return done
}

func (s *shop) set(line int) {
	s.t.Helper()
	s.points(Action{Action: "set", File: "users.ts", Line: line})
}

func (s *shop) points(a Action) []Point {
	s.t.Helper()
	answer, err := s.desk.Breakpoint(s.t.Context(), a)
	if err != nil {
		s.t.Fatalf("%+v: %v", a, err)
	}
	return answer.(Points).Breakpoints
}

// refuses checks that an error says what, and what to do.
func (s *shop) refuses(name string, err error, what string) {
	s.t.Helper()
	failed, _ := errors.AsType[*fault.Error](err)
	if failed == nil || !strings.Contains(fault.Text(err), what) || failed.Hint == "" {
		s.t.Errorf("%s: %v, want %q and a hint", name, err, what)
	}
}

// pass lets the clock of the bubble go on.
func pass(d time.Duration) { <-time.After(d) }

func isOver(done <-chan struct{}) bool {
	synctest.Wait()
	select {
	case <-done:
		return true
	default:
		return false
	}
}

func (s *shop) pausedAt(answer any, err error) string {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
	return answer.(Stop).Place
}

func TestTwentyBreakpoints(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		for line := 1; line <= 20; line++ {
			s.set(line)
		}
		_, err := s.desk.Breakpoint(t.Context(), Action{Action: "set", File: "users.ts", Line: 30})
		s.refuses("number 21", err, "20 breakpoints")
		all := s.points(Action{Action: "set", File: "users.ts", Line: 20, Condition: "id === 7"}) // in the place of another
		if len(all) != 20 || all[19].Condition != "id === 7" {
			t.Errorf("%d breakpoints: %+v", len(all), all)
		}
		if left := s.points(Action{Action: "remove", File: "users.ts", Line: 1}); len(left) != 19 {
			t.Errorf("%d are left", len(left))
		}
		s.set(30)
		if left := s.points(Action{Action: "remove", File: "users.ts"}); len(left) != 0 || s.debugger.Clients() != 0 {
			t.Errorf("%d are left, with %d clients", len(left), s.debugger.Clients())
		}
		_, err = s.desk.Breakpoint(t.Context(), Action{Action: "remove"})
		s.refuses("none", err, "no such breakpoint")
	})
}

// TestBreakpointsAtATime: agents set them side by side, and there are never more than there may be.
func TestBreakpointsAtATime(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		var setting sync.WaitGroup
		for line := 1; line <= 40; line++ {
			setting.Go(func() {
				_, _ = s.desk.Breakpoint(t.Context(), Action{Action: "set", File: "users.ts", Line: line})
			})
		}
		setting.Wait()
		if all := s.points(Action{Action: "list"}); len(all) != 20 || s.debugger.Clients() != 1 {
			t.Errorf("%d breakpoints, %d clients", len(all), s.debugger.Clients())
		}
	})
}

func TestPlacesThatDoNotExist(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		outside := filepath.Join(s.folder, "..", "users.ts")
		for name, c := range map[string]struct {
			Action
			want string
		}{
			"no file":          {Action{File: "nobody.ts", Line: 1}, "there is no file nobody.ts"},
			"a NUL":            {Action{File: "a\x00b.ts", Line: 1}, "there is no file"},
			"a folder":         {Action{File: "lib", Line: 1}, "lib is a folder"},
			"above":            {Action{File: "../users.ts", Line: 1}, "not in the folder"},
			"absolute":         {Action{File: outside, Line: 1}, "not in the folder"},
			"a test":           {Action{File: "users.test.ts", Line: 1}, "not part of the running application"},
			"nothing of it":    {Action{File: "unused.ts", Line: 1}, "not part of the running application"},
			"past the end":     {Action{File: "users.ts", Line: lines + 1}, "users.ts has no line 51"},
			"no statement":     {Action{File: "users.ts", Line: lines}, "no statement in line 50"},
			"no expression":    {Action{File: "users.ts", Line: 1, Condition: "id =="}, "the condition is no expression"},
			"two expressions":  {Action{File: "users.ts", Line: 1, Condition: "1)||(1;2"}, "the condition is no expression"},
			"a log that fails": {Action{File: "users.ts", Line: 1, Log: "id {id ==}"}, "no expression"},
		} {
			c.Action.Action = "set"
			_, err := s.desk.Breakpoint(t.Context(), c.Action)
			s.refuses(name, err, c.want)
			if s.debugger.Clients() != 0 {
				t.Errorf("%s: the desk stays attached", name)
			}
		}
		for _, a := range []Action{{Action: "set"}, {Action: "set", File: "users.ts"}, {Action: "stop"}} {
			if _, err := s.desk.Breakpoint(t.Context(), a); err == nil {
				t.Errorf("%+v is taken", a)
			}
		}
		absolute := s.points(Action{Action: "set", File: filepath.Join(s.folder, "lib", "..", "users.ts"), Line: 3})
		if len(absolute) != 1 || absolute[0].File != "users.ts" || fmt.Sprint(absolute[0].At) != "[3]" {
			t.Errorf("%+v", absolute)
		}
	})
}

// TestForgottenPauses: a pause that nobody asks about for a minute resumes, and each call of a tool begins another minute.
func TestForgottenPauses(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.set(3)
		done := s.reach(3, "{ id: 7 }")
		for name, ask := range map[string]func() error{
			"wait":       func() error { _, err := s.desk.Wait(t.Context(), 1); return err },
			"locals":     func() error { _, err := s.desk.Locals(t.Context(), 0, ""); return err },
			"evaluate":   func() error { _, err := s.desk.Evaluate(t.Context(), "id", 0); return err },
			"breakpoint": func() error { _, err := s.desk.Breakpoint(t.Context(), Action{Action: "list"}); return err },
		} {
			pass(time.Minute - time.Nanosecond)
			if isOver(done) {
				t.Fatalf("before %s it has gone on", name)
			}
			if err := ask(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		pass(time.Minute - time.Nanosecond)
		if isOver(done) {
			t.Error("it has gone on within a minute")
		}
		pass(time.Nanosecond)
		if !isOver(done) {
			t.Error("a minute later it is still paused")
		}
		_, err := s.desk.Locals(t.Context(), 0, "")
		s.refuses("afterwards", err, "nothing is paused")
	})
}

// TestThePortTakesPrecedence: while a debugger is attached there, agents look on, and forget nothing; afterwards they lead again.
func TestThePortTakesPrecedence(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.set(3)
		done := s.reach(3, "{ id: 7 }")
		editor := s.debugger.Attach(silent{})
		if err := editor.Enable(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, kind := range []string{"over", "into", "out", "resume"} {
			_, err := s.desk.Step(t.Context(), kind)
			s.refuses(kind, err, "attached at the port")
		}
		if _, err := s.desk.Evaluate(t.Context(), "id + 1", 0); err != nil {
			t.Error(err)
		}
		pass(time.Hour)
		if isOver(done) {
			t.Fatal("it has gone on below the hands of the editor")
		}
		editor.Close()
		pass(time.Minute)
		if !isOver(done) {
			t.Error("a minute after the editor has left it is still paused")
		}
	})
}

// silent are the events of an editor.
type silent struct{ debugger.Events }

func (silent) ScriptParsed(*debugger.Script)                {}
func (silent) Paused(*debugger.Pause)                       {}
func (silent) Resumed()                                     {}
func (silent) Cleared()                                     {}
func (silent) BreakpointResolved(string, debugger.Location) {}

func TestWaits(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		_, err := s.desk.Wait(t.Context(), 5)
		s.refuses("without a breakpoint", err, "there is no breakpoint")
		s.set(3)
		for seconds, want := range map[float64]time.Duration{0: 0, 2.5: 2500 * time.Millisecond, 60: time.Minute, 1e300: time.Minute, -1: 0} {
			began := time.Now()
			answer, err := s.desk.Wait(t.Context(), seconds)
			if took := time.Since(began); err != nil || answer.(Stop).Paused || answer.(Stop).Hint == "" || took != want {
				t.Errorf("%v seconds: %+v after %s, %v", seconds, answer, took, err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.desk.Wait(ctx, 5); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
		later := make(chan (<-chan struct{}), 1)
		time.AfterFunc(10*time.Second, func() { later <- s.reach(3, "{ id: 7 }") })
		began := time.Now()
		answer, err := s.desk.Wait(t.Context(), 30)
		if at := s.pausedAt(answer, err); at != "users.ts:3" || time.Since(began) != 10*time.Second {
			t.Errorf("paused at %q after %s", at, time.Since(began))
		}
		stop := answer.(Stop)
		if stop.Work != "GET /users/{id}" || stop.Reason != "breakpoint" || len(stop.Frames) != 2 || stop.Frames[1].Function != "all" ||
			len(stop.Source) != 6 || stop.Source[2] != "> 3:   f()" || stop.Locals.Values[len(stop.Locals.Values)-1].Value != "7" {
			t.Errorf("%+v", stop)
		}
		s.desk.Close()
		<-<-later
	})
}

// TestSteps: after each, what was paused is over at once, whether the worker has noticed or not.
func TestSteps(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		_, err := s.desk.Step(t.Context(), "over")
		s.refuses("without a breakpoint", err, "there is no breakpoint")
		s.set(3)
		_, err = s.desk.Step(t.Context(), "resume")
		s.refuses("without a pause", err, "nothing is paused")
		done := s.reach(3, "{ id: 7 }")
		if _, err := s.desk.Step(t.Context(), "back"); err == nil || !strings.Contains(err.Error(), "over, into, out or resume") {
			t.Errorf("back: %v", err)
		}
		began := time.Now()
		answer, err := s.desk.Step(t.Context(), "over") // the worker comes to no other statement
		if err != nil || answer.(Stop).Paused || answer.(Stop).Hint == "" || time.Since(began) != stepTime || !isOver(done) {
			t.Errorf("%+v after %s, %v", answer, time.Since(began), err)
		}
		again := s.reach(5, "{ id: 8 }") // where the step ends
		if at := s.pausedAt(s.desk.Wait(t.Context(), 1)); at != "users.ts:5" {
			t.Errorf("paused at %q", at)
		}
		old, _ := s.desk.stopped()
		if _, err := s.desk.Step(t.Context(), "resume"); err != nil {
			t.Fatal(err)
		}
		_, err = s.desk.Locals(t.Context(), 0, "")
		s.refuses("locals", err, "nothing is paused")
		err = on(t.Context(), old, func(debugger.Objects) { t.Error("a worker that has gone on is looked into") })
		s.refuses("its values", err, "nothing is paused")
		<-again
	})
}

func TestFrames(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.set(3)
		done := s.reach(3, "{ id: 7 }")
		for _, frame := range []int{-1, 2, 1 << 40} {
			_, err := s.desk.Locals(t.Context(), frame, "")
			s.refuses("locals", err, fmt.Sprintf("no frame %d", frame))
			_, err = s.desk.Evaluate(t.Context(), "id", frame)
			s.refuses("evaluate", err, fmt.Sprintf("no frame %d", frame))
		}
		for text, want := range map[string]string{
			"nobody": "ReferenceError: nobody is not defined", "id ==": "SyntaxError", "(() => { throw new Error('mine') })()": "Error: mine",
		} {
			_, err := s.desk.Evaluate(t.Context(), text, 0)
			s.refuses(text, err, want)
		}
		_, err := s.desk.Locals(t.Context(), 0, "id = 9")
		s.refuses("a path that changes something", err, "side-effect")
		s.desk.Close()
		<-done
	})
}

// TestBreakpointsAfterAReload: they say where they stop now.
func TestBreakpointsAfterAReload(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.set(3)
		for below, want := range map[int]string{10: "[11]", lines: "[]", 0: "[3]"} {
			s.build(below)
			s.debugger.Use(s.program)
			if all := s.points(Action{Action: "list"}); fmt.Sprint(all[0].At) != want {
				t.Errorf("%d lines further down: %+v, want %s", below, all[0], want)
			}
		}
	})
}
