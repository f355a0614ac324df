package queues

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/messages"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/telemetry"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/tests/ports"
)

// read reads the section queue of an application with the datasource main.
func read(t *testing.T, text string) (Settings, Surroundings) {
	t.Helper()
	files := fstest.MapFS{"config/application.yml": &fstest.MapFile{Data: []byte("queue:\n  connections:\n" + text)}}
	props, problems := config.Load(files, config.Options{})
	r := props.Reader()
	s := Read(r, t.TempDir(), []string{"main"})
	if problems = append(problems, r.Problems()...); len(problems) > 0 {
		t.Fatal(problems)
	}
	db, err := data.Open(t.Context(), data.Settings{Name: "main", URL: "sqlite::memory:"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	log := slog.New(slog.DiscardHandler)
	return s, Surroundings{
		Properties: props, Datasource: func(name string) (*data.DB, bool) { return db, name == "main" },
		System: func(string) string { return "sqlite" }, Log: log, Queues: log,
	}
}

func opened(t *testing.T, s Settings, in Surroundings, before *Part) *Part {
	t.Helper()
	p, err := Open(s, in, before)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const two = "  - { name: a, url: 'memory:' }\n  - { name: b, url: 'datasource:main' }\n"

// TestTakingOver: a connection is shared while its own settings are the same, wherever it stands among them, and the datasource that it
// uses is the same, too.
func TestTakingOver(t *testing.T) {
	s, in := read(t, two)
	first := opened(t, s, in, nil)
	for name, c := range map[string]struct {
		text  string
		taken bool // the datasources
		users [2]int
	}{
		"nothing changed":           {two, true, [2]int{2, 2}},
		"other datasources":         {two, false, [2]int{2, 1}},
		"in another order":          {"  - { name: b, url: 'datasource:main' }\n  - { name: a, url: 'memory:' }\n", true, [2]int{2, 2}},
		"a setting of one":          {"  - { name: a, url: 'memory:', outbox: main }\n  - { name: b, url: 'datasource:main' }\n", true, [2]int{1, 2}},
		"without one":               {"  - { name: a, url: 'memory:' }\n", true, [2]int{2, 1}},
		"what is only read anew":    {"  - { name: a, url: 'memory:', required: false }\n", true, [2]int{2, 1}},
		"how all are handled":       {two + "  defaults: { max-attempts: 9 }\n", true, [2]int{2, 2}},
		"how large messages may be": {two + "  max-message-bytes: 1kb\n", true, [2]int{1, 1}},
	} {
		wanted, around := read(t, c.text)
		around.TakenOver = c.taken
		next := opened(t, wanted, around, first)
		if got := [2]int{first.open[0].Users(), first.open[1].Users()}; got != c.users {
			t.Errorf("%s: %v generations use the connections before, want %v", name, got, c.users)
		}
		if err := next.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := first.Close(); err != nil || first.open[0].Users() != 0 {
		t.Errorf("%d generations use it: %v", first.open[0].Users(), err)
	}
}

// TestLeaving: only connections that the next generation does not use are stopped.
func TestLeaving(t *testing.T) {
	s, in := read(t, two)
	first := opened(t, s, in, nil)
	shorter, around := read(t, "  - { name: a, url: 'memory:' }\n")
	next := opened(t, shorter, around, first)
	handled := make(chan string, 1)
	ended, broken, metrics, notes := make(chan string, 1), errors.New("broken"), telemetry.New(telemetry.Options{}), &Notes{}
	former := next.Listen(Listening{
		Listeners: []*manifest.Listener{
			{Queue: "jobs", Name: "Other.work", Connection: "b"},
			{Queue: "jobs", Name: "Worker.work", Connection: "a", Concurrency: 1, MaxAttempts: 1},
		},
		Run: func(_ context.Context, _ time.Duration, index int, m []engine.Delivery) error {
			handled <- fmt.Sprint(index, m[0].Queue, string(m[0].Body))
			return broken
		},
		Begin: func(ctx context.Context, l *manifest.Listener, system string, batch []*queue.Message) (context.Context, func(time.Duration, error)) {
			return ctx, func(_ time.Duration, err error) { ended <- fmt.Sprint(l.Name, " ", system, " ", len(batch), " ", err) }
		},
		Metrics: metrics, Failed: func(listener string, err error) { ended <- listener + " " + err.Error() },
	})
	next.Begin()
	first.Leave(t.Context(), next, former)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	seen, taped := 0, []string(nil)
	beans := next.Beans(Observers{
		Metrics: metrics, Sent: func(context.Context, []messages.Outgoing, time.Duration, error) { seen++ },
		Taped: func(c *messages.Connection) { taped = append(taped, c.Name) }, Noted: notes,
	})
	if _, err := beans[0].Sender.Send(t.Context(), []messages.Outgoing{{Queue: "jobs", Body: []byte("1")}}); err != nil || seen != 1 {
		t.Fatalf("told of %d messages: %v", seen, err)
	}
	if got := <-handled; got != "1jobs1" {
		t.Errorf("%s was handled", got)
	}
	for _, want := range []string{"Worker.work fwrun_memory 1 broken", "Worker.work broken"} {
		if got := <-ended; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if list := notes.List(); !slices.Equal(taped, []string{"a"}) || len(list) != 1 || list[0].Connection != "a" {
		t.Errorf("taped is %v, and noted %v", taped, list)
	}
	if err := next.Drain(t.Context()); err != nil {
		t.Error(err)
	}
	next.Leave(t.Context(), nil, nil)
	if err := next.Close(); err != nil {
		t.Error(err)
	}
}

// TestNothingIsOpened: scripts that are only inspected have beans that send nothing, even if a connection could not be made. Those that were
// opened before the one that fails are closed.
func TestNothingIsOpened(t *testing.T) {
	s, in := read(t, two)
	first := opened(t, s, in, nil)
	wrong, around := read(t, two)
	wrong.Connections[1].URL = "nowhere:"
	if p, err := Open(wrong, around, first); err == nil || first.open[0].Users() != 1 {
		t.Errorf("%v was opened: %d generations use the first connection", p, first.open[0].Users())
	} else if list, _ := errors.AsType[fault.List](err); len(list) != 1 || list[0].Place.Line != 4 {
		t.Errorf("%#v", err)
	}
	p := Closed(wrong, around)
	beans := p.Beans(Observers{})
	if len(beans) != 2 || beans[0].Sender != nil || !beans[0].Primary || beans[0].Name != "a" || len(p.All()) > 0 {
		t.Errorf("the beans are %+v", beans)
	}
	if err := errors.Join(p.Prepare(t.Context()), p.Abandon(), (*Part)(nil).Close(), first.Abandon()); err != nil {
		t.Error(err)
	}
}

// TestServersOfQueues: a server that does not answer ends a start, with the place of its url, or, if it is not required, is warned of.
func TestServersOfQueues(t *testing.T) {
	port, err := ports.Free()
	if err != nil {
		t.Fatal(err)
	}
	for text, required := range map[string]bool{"": true, ", required: false": false} {
		s, in := read(t, "  - { name: a, url: 'memory:' }\n  - { name: far, url: 'nats://127.0.0.1:"+port+"'"+text+" }\n")
		var logged strings.Builder
		in.Log = slog.New(slog.NewTextHandler(io.Writer(&logged), nil))
		p := opened(t, s, in, nil)
		err := p.Reach(t.Context(), func(string) bool { return false }, nil)
		if (err != nil) != required || strings.Contains(logged.String(), "connection=far") == required {
			t.Errorf("required is %v: %v, and the log has %s", required, err, logged.String())
		}
		problems := s.Check(in, time.Minute)
		if len(problems) != 1 || (len(problems.Errors()) == 1) != required || problems[0].Place.Line != 4 {
			t.Errorf("required is %v: the check says %v", required, problems)
		}
		if err := p.Reach(t.Context(), func(string) bool { return false }, p); err != nil {
			t.Errorf("a server that was used before is asked: %v", err)
		}
		if err := p.Abandon(); err != nil {
			t.Error(err)
		}
	}
}
