package logging_test

import (
	"io"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/logging"
)

// described returns the groups as texts, such as "web(DEBUG): fwrun.http".
func described(levels *logging.Levels) (list []string) {
	for _, g := range levels.Groups() {
		text := g.Name
		if g.Own != nil {
			text += "(" + logging.LevelName(*g.Own) + ")"
		}
		list = append(list, text+": "+strings.Join(g.Members, " "))
	}
	return list
}

func expectLevels(t *testing.T, levels *logging.Levels, want map[string]slog.Level) {
	t.Helper()
	for name, level := range want {
		if got := levels.Of(name); got != level {
			t.Errorf("%s: got %v, want %v", name, got, level)
		}
	}
}

// TestGroups: the level of a group is that of its members, unless one has a level of its own.
func TestGroups(t *testing.T) {
	levels := logging.New(io.Discard, logging.Settings{
		Levels: map[string]slog.Level{"Desk": slog.LevelDebug, "till": slog.LevelError, "orders.Own": slog.LevelWarn, "sql": logging.Off},
		Groups: map[string][]string{"desk": {"orders", "orders.Own", "billing"}, "till": {"billing", "receipts"}, "web": {}, "idle": {"x"}},
	}).Levels()
	want := []string{"desk(debug): orders orders.Own billing", "idle: x", "sql(off): fwrun.sql", "till(error): billing receipts"}
	if got := described(levels); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	expectLevels(t, levels, map[string]slog.Level{
		"orders": slog.LevelDebug, "orders.Other": slog.LevelDebug, "orders.Own": slog.LevelWarn, "receipts": slog.LevelError, "fwrun.sql": logging.Off,
		"billing": slog.LevelDebug, // the more verbose one of two groups
		"x":       slog.LevelInfo, "desk.Bean": slog.LevelDebug, "fwrun.http": slog.LevelInfo,
	})
	for _, l := range levels.All() {
		if l.Name == "desk" || l.Name == "Desk" {
			t.Error("a group stands among the loggers")
		}
	}
	if unused := levels.Unused(); len(unused) > 1 { // orders.Own alone is the name of a logger in the settings
		t.Errorf("unused: %v", unused)
	}
}

// TestGroupsChangeAtRunTime: a change of a group is one of all its members, and is taken back with them.
func TestGroupsChangeAtRunTime(t *testing.T) {
	levels := logging.New(io.Discard, logging.Settings{
		Levels: map[string]slog.Level{"orders": slog.LevelWarn}, Groups: map[string][]string{"desk": {"orders", "billing"}},
	}).Levels()
	if err := levels.Set("DESK", logging.Trace); err != nil {
		t.Fatal(err)
	}
	expectLevels(t, levels, map[string]slog.Level{"orders": logging.Trace, "billing.Book": logging.Trace})
	if got := described(levels)[0]; got != "desk(trace): orders billing" {
		t.Error(got)
	}
	levels.Reset("desk")
	expectLevels(t, levels, map[string]slog.Level{"orders": slog.LevelWarn, "billing.Book": slog.LevelInfo})
	if got := described(levels)[0]; got != "desk: orders billing" {
		t.Error(got)
	}
	for i := range 999 {
		if err := levels.Set("name"+strconv.Itoa(i), slog.LevelDebug); err != nil {
			t.Fatal(i, err)
		}
	}
	if err := levels.Set("desk", slog.LevelDebug); err == nil {
		t.Error("a group goes past the limit of changes")
	}
	expectLevels(t, levels, map[string]slog.Level{"orders": slog.LevelWarn, "billing": slog.LevelInfo})
}

// TestReadGroups: groups are read with nested names, as lists or texts with commas, and what cannot be one is reported.
func TestReadGroups(t *testing.T) {
	read := func(text string) (logging.Settings, string) {
		t.Helper()
		props, problems := config.Load(fstest.MapFS{"config/application.yml": {Data: []byte(text)}}, config.Options{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		r := props.Reader()
		s := logging.ReadSettings(props, r)
		var said []string
		for _, p := range r.Problems() {
			said = append(said, p.Message)
		}
		return s, strings.Join(said, "\n")
	}
	s, said := read("logging:\n  group: { desk: \"orders, billing.Book\", shop: { back: [ROOT] }, shop.front: [till], web: [] }\n")
	if said != "" || !slices.Equal(s.Groups["desk"], []string{"orders", "billing.Book"}) ||
		!slices.Equal(s.Groups["shop.back"], []string{"root"}) || !slices.Equal(s.Groups["shop.front"], []string{"till"}) {
		t.Errorf("%v %s", s.Groups, said)
	}
	for text, want := range map[string]string{
		"group: desk":             "section",
		"group: { root: [a] }":    "names a group as a logger of fwrun is called",
		"group: { fwrun: [a] }":   "names a group as a logger of fwrun is called",
		"group: { \"a b\": [a] }": "does not name a group",
		"group: { a: [\"b c\"] }": "does not name a logger",
		"group: { a: [fwrun.x] }": "fwrun has no logger with this name",
		"group: { a: [[b]] }":     "a text",
	} {
		if _, said := read("logging:\n  " + text + "\n"); !strings.Contains(said, want) {
			t.Errorf("%s: %q", text, said)
		}
	}
}
