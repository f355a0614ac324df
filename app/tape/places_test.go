package tape_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/app/tape"
	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/jsapi/messages"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/platform/fault"
)

// cluster answers with what it was sent.
type cluster struct{}

func searches(ctx context.Context, c interface {
	Send(ctx context.Context, method, path string, body []byte, mediaType string, reads bool) (int, []byte, error)
}, begin func(context.Context) context.Context,
) (got []string) {
	for _, path := range []string{"/a/_search?q=1", "/gone", "/unreachable"} {
		status, body, err := c.Send(begin(ctx), "POST", path, []byte(`{"query": {"api_key": "tulip"}}`), "application/json", true)
		got = append(got, strings.ReplaceAll(fmt.Sprint(status, string(body), told(err)), "tulip", "******"))
	}
	status, body, err := c.Send(ctx, "GET", "/b", nil, "", false)
	return append(got, fmt.Sprint(status, string(body), told(err)))
}

func TestCluster(t *testing.T) {
	r := recorder()
	both(t, "searches",
		func(ctx context.Context) []string {
			return searches(ctx, r.Cluster("logs", cluster{}), r.Begin(replay.Search))
		},
		func(ctx context.Context) []string {
			return searches(ctx, tape.PlayedCluster("logs", recorder()), tape.BeginPlayed(replay.Search))
		})
	plain := func(ctx context.Context) context.Context { return ctx }
	if got := searches(t.Context(), r.Cluster("logs", cluster{}), r.Begin(replay.Search)); fmt.Sprint(got) != fmt.Sprint(searches(t.Context(),
		cluster{}, plain)) {
		t.Errorf("besides a recording %v", got)
	}
	_, _, err := tape.PlayedCluster("logs", recorder()).Send(tape.BeginPlayed(replay.Search)(t.Context()), "GET", "/", nil, "", true)
	if told(err) != "fault unavailable a replay does not reach the search cluster logs: only requests were recorded" {
		t.Error(told(err))
	}
}

// TestBegun: calls have the places in which scripts begin them, in whatever order they end.
func TestBegun(t *testing.T) {
	r := recorder()
	c := r.Cluster("logs", cluster{})
	calls, err := record(t, func(ctx context.Context) {
		first, second, third := r.Begin(replay.Search)(ctx), r.Begin(replay.Search)(ctx), r.Begin(replay.Search)(ctx)
		_, _, _ = c.Send(third, "GET", "/third", nil, "", true)
		_, _, _ = c.Send(first, "GET", "/first", nil, "", true)
		_ = second // nothing comes of it
	})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "begun", calls)
	missed := play(t, calls, func(ctx context.Context) {
		played, begin := tape.PlayedCluster("logs", recorder()), tape.BeginPlayed(replay.Search)
		first, second, third := begin(ctx), begin(ctx), begin(ctx)
		for path, at := range map[string]context.Context{"/third": third, "/first": first} {
			if _, _, err := played.Send(at, "GET", path, nil, "", true); err != nil {
				t.Error(err)
			}
		}
		waiting, cancel := context.WithCancel(second)
		cancel()
		if _, _, err := played.Send(waiting, "GET", "/second", nil, "", true); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	if missed != "" {
		t.Error(missed)
	}
	if _, err := record(t, func(ctx context.Context) {
		_, _, _ = c.Send(r.Begin(replay.Search)(ctx), "GET", "/"+strings.Repeat("x", 1<<20), nil, "", true)
	}); err == nil {
		t.Error("a call that was begun takes no room")
	}
}

// sender gives each message an id.
type sender struct{ in []context.Context }

func (s *sender) Send(ctx context.Context, list []messages.Outgoing) (ids []string, err error) {
	s.in = append(s.in, ctx)
	for i := range list {
		ids = append(ids, fmt.Sprint("m", i))
	}
	if list[0].Queue == "closed" {
		return nil, fault.New("queue", fault.Unavailable, "amqp://ada:tulip@example.com is not there")
	}
	return ids, nil
}

func (s *sender) Outbox() string { return "main" }

func (s *sender) SendIn(ctx context.Context, _ sql.Session, list []messages.Outgoing) ([]string, func(), error) {
	ids, err := s.Send(ctx, list)
	return ids, func() { s.in = nil }, err
}

func sends(ctx context.Context, s messages.Sender, begin func(context.Context) context.Context) (got []string) {
	priority := 3
	for _, list := range [][]messages.Outgoing{
		{{
			Queue: "mails", Body: []byte(`{"to": "ada", "password": "tulip"}`), ContentType: "application/json",
			Headers: map[string]string{"traceparent": "00-1", "x-token": "tulip", "from": "me"},
		}},
		{
			{Queue: "a", Body: []byte("plain"), ContentType: "text/plain", ID: "id-1", Key: "order-7", Unique: "once", At: time.Date(2026, 1, 2, 3, 4,
				5, 6789, time.UTC), Priority: &priority},
			{Queue: "b", Body: []byte{0, 0xff}, ContentType: "image/png"},
			{Queue: "c", Headers: map[string]string{"via": "x"}},
		},
		{{Queue: "closed"}},
	} {
		ids, err := s.Send(begin(ctx), list)
		got = append(got, fmt.Sprint(ids, strings.ReplaceAll(told(err), "tulip", "******")))
		ids, committed, err := s.SendIn(begin(ctx), nil, list)
		committed()
		got = append(got, fmt.Sprint(ids, strings.ReplaceAll(told(err), "tulip", "******")))
	}
	return append(got, s.Outbox())
}

func TestSender(t *testing.T) {
	r, inner, alone := recorder(), &sender{}, &sender{}
	both(t, "messages",
		func(ctx context.Context) []string {
			return sends(ctx, r.Sender("primary", inner), r.Begin(replay.Send))
		},
		func(ctx context.Context) []string {
			return sends(ctx, tape.PlayedSender("primary", alone, recorder()), tape.BeginPlayed(replay.Send))
		})
	if len(alone.in) > 0 {
		t.Error("a replay has sent messages")
	}
	plain := func(ctx context.Context) context.Context { return ctx }
	want := fmt.Sprint(sends(t.Context(), &sender{}, plain))
	for _, s := range []messages.Sender{r.Sender("primary", &sender{}), tape.PlayedSender("primary", &sender{}, r)} {
		if got := fmt.Sprint(sends(t.Context(), s, plain)); got != want {
			t.Errorf("besides a recording %s\nwant %s", got, want)
		}
	}
	_, err := record(t, func(ctx context.Context) {
		_, _, _ = r.Sender("primary", inner).SendIn(ctx, nil, []messages.Outgoing{{Queue: "a"}})
		if replay.Of(inner.in[len(inner.in)-1]) != nil {
			t.Error("what a sender does in the database is recorded")
		}
		_, _ = r.Sender("primary", inner).Send(ctx, []messages.Outgoing{{Queue: "a", Body: make([]byte, 1<<20)}})
	})
	if err == nil {
		t.Error("messages take no room")
	}
	for _, gives := range []string{`{"ids": []}`, `{"ids": ["a", "b"]}`, `7`} {
		_ = play(t, parsed(t, `[{"kind": "message", "asks": {"connection": "primary", "messages": [{"queue": "a"}]}, "gives": `+gives+`}]`),
			func(ctx context.Context) {
				if ids, err := tape.PlayedSender("primary", alone, r).Send(ctx, []messages.Outgoing{{Queue: "a"}}); err == nil || ids != nil {
					t.Error(gives, ids, err)
				}
			})
	}
}

func (cluster) Send(_ context.Context, method, path string, body []byte, mediaType string, reads bool) (int, []byte, error) {
	switch path {
	case "/gone":
		return 404, []byte(`{"error":"gone","token":"tulip"}`), nil
	case "/unreachable":
		return 0, nil, fault.New("search", fault.Unavailable, "not there: https://ada:tulip@example.com")
	}
	return 200, fmt.Appendf(nil, `{"b":1,"a":%q}`, fmt.Sprint(method, " ", mediaType, " ", len(body), " ", reads)), nil
}
