package logging_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/platform/logging"
)

func TestLevelsAreATree(t *testing.T) {
	levels := logging.New(io.Discard, logging.Settings{Root: slog.LevelWarn, Levels: map[string]slog.Level{
		"users": slog.LevelDebug, "users.UserService": logging.Trace, "users.admin": logging.Off,
	}}).Levels()
	for name, want := range map[string]slog.Level{
		"root": slog.LevelWarn, "orders.OrderService": slog.LevelWarn, "usersX": slog.LevelWarn,
		"users": slog.LevelDebug, "users.Other": slog.LevelDebug, "USERS.other.deep": slog.LevelDebug,
		"users.userservice": logging.Trace, "users.admin.Panel": logging.Off,
	} {
		if got := levels.Of(name); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

// TestLevelsChangeAtRunTime: a change applies to existing loggers.
func TestLevelsChangeAtRunTime(t *testing.T) {
	log := logging.New(io.Discard, logging.Settings{Levels: map[string]slog.Level{"users": slog.LevelError}})
	bean, levels := log.Logger("users.UserService"), log.Levels()
	enabled := func(level slog.Level) bool { return bean.Enabled(t.Context(), level) }
	if enabled(slog.LevelWarn) || !enabled(slog.LevelError) {
		t.Fatal("the configured level does not hold")
	}
	for _, set := range []struct {
		name  string
		level slog.Level
		want  bool // whether debug is enabled
	}{{"root", logging.Trace, false}, {"users", slog.LevelDebug, true}, {"users.userservice", slog.LevelInfo, false}} {
		if err := levels.Set(set.name, set.level); err != nil {
			t.Fatal(err)
		}
		if enabled(slog.LevelDebug) != set.want {
			t.Errorf("debug after %s=%v: want %v", set.name, set.level, set.want)
		}
	}
	levels.Reset("users.UserService")
	if !enabled(slog.LevelDebug) {
		t.Error("a level that was taken back still holds")
	}
	levels.Reset("users")
	if enabled(slog.LevelWarn) {
		t.Error("the configured level does not hold again")
	}
	if err := levels.Set("users", logging.Off); err != nil || enabled(slog.LevelError) || enabled(logging.Off) {
		t.Errorf("off: %v", err)
	}
}

func TestAllLevels(t *testing.T) {
	log := logging.New(io.Discard, logging.Settings{Root: slog.LevelWarn, Levels: map[string]slog.Level{"users": slog.LevelDebug}})
	log.Logger("users.UserService")
	log.Logger("Alpha")
	_ = log.Levels().Set("orders", logging.Off)
	var got []string
	for _, l := range log.Levels().All() {
		line := l.Name + " " + logging.LevelName(l.Effective)
		if l.Own != nil {
			line += " own " + logging.LevelName(*l.Own)
		}
		got = append(got, line)
	}
	want := "root warn own warn|Alpha warn|orders off own off|users debug own debug|users.UserService debug"
	if strings.Join(got, "|") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "|"), want)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"users": "", "users.UserService": "", "root": "", "fwrun": "", "FWRUN.http": "", "größe.Ω": "", "a-b.c_d": "",
		"": "empty", "a..b": "empty part", ".a": "empty part", "a b": "blank", "a\nb": "blank",
		"fwrun.htp": "no logger with this name", strings.Repeat("x", 300): "too long",
	} {
		err := logging.New(io.Discard, logging.Settings{}).Levels().Set(name, slog.LevelInfo)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: got %v, want %q", name, err, want)
		}
	}
}

// TestAdoptIsUndone: Adopt forgets the levels that were set at run time, and undo restores them.
func TestAdoptIsUndone(t *testing.T) {
	var first, second bytes.Buffer
	log := logging.New(&first, logging.Settings{})
	bean := log.Logger("users")
	_ = log.Levels().Set("users", slog.LevelDebug)
	undo := log.Adopt(logging.New(&second, logging.Settings{Root: slog.LevelWarn}))
	bean.Info("quiet")
	bean.Warn("loud")
	undo()
	bean.Debug("back")
	if strings.Contains(second.String(), "quiet") || !strings.Contains(second.String(), "loud") || !strings.Contains(first.String(), "back") {
		t.Errorf("first %s, second %s", first.String(), second.String())
	}
}

// TestUnusedLevels: levels of existing names, and of names above them, are used.
func TestUnusedLevels(t *testing.T) {
	log := logging.New(io.Discard, logging.Settings{Levels: map[string]slog.Level{
		"users": 0, "USERS.userservice": 0, "user": 0, "users.UserServce": 0, "elsewhere": 0, "fwrun.sql": 0, "root": 0, "İx": 0,
	}})
	log.Logger("users.UserService")
	log.Logger("İx.y")
	got := fmt.Sprint(log.Levels().Unused())
	if want := "map[elsewhere: user:users users.UserServce:users.UserService]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestManyNames: a script that generates names does not fill the memory.
func TestManyNames(t *testing.T) {
	log := logging.New(io.Discard, logging.Settings{})
	for i := range 20_000 {
		log.Logger(fmt.Sprint("n", i))
	}
	if n := len(log.Levels().All()); n > 10_100 {
		t.Errorf("%d names are kept", n)
	}
	log.Logger("n19999").Info("still logs")
}

func TestLevelsAreSafeForConcurrentUse(t *testing.T) {
	log := logging.New(io.Discard, logging.Settings{})
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for n := range 200 {
				_ = log.Levels().Set("users", []slog.Level{slog.LevelDebug, logging.Off}[n%2])
				log.Logger(fmt.Sprint("users.", i, n%10)).Debug("x")
				log.Levels().All()
				log.Adopt(logging.New(io.Discard, logging.Settings{}))
			}
		})
	}
	all.Wait()
}

func BenchmarkDisabled(b *testing.B) {
	log := logging.New(io.Discard, logging.Settings{}).Logger("users.UserService")
	for b.Loop() {
		log.Debug("nobody reads this")
	}
}

func BenchmarkLine(b *testing.B) {
	log := logging.New(io.Discard, logging.Settings{}).Logger("users.UserService")
	for b.Loop() {
		log.Info("created", "id", 7, "name", "Ada")
	}
}
