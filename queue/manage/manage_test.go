package manage_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/manage"
	"github.com/fwrun/fwrun/queue/memory"
	"github.com/fwrun/fwrun/queue/table"
)

func TestOver(t *testing.T) {
	contract(t, func(_ *testing.T, q manage.Queues) manage.Queues { return q })
}

func TestClient(t *testing.T) {
	contract(t, func(t *testing.T, q manage.Queues) manage.Queues {
		server := httptest.NewServer(http.StripPrefix("/queues", manage.Handler(func() manage.Queues { return q })))
		t.Cleanup(server.Close)
		return manage.Client(server.Client(), server.URL+"/queues/")
	})
}

// desk is an application with two connections, managed by what is tested.
type desk struct {
	*testing.T
	manage.Queues
	main, other *queue.Connection
	heard       chan *queue.Message
}

// contract holds what every Queues does, made of one over connections.
func contract(t *testing.T, make func(*testing.T, manage.Queues) manage.Queues) {
	for name, test := range map[string]func(*desk){
		"lists": lists, "dead letters are read": reads, "dead letters are replayed": replays, "dead letters are deleted": deletes,
		"purges": purges, "sends": sends, "pauses": pauses, "refuses": refuses, "names of connections": connections,
		"a connection that cannot be reached": unreachable,
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			d := open(t)
			d.Queues = make(t, manage.Over(true, manage.Source{Connection: d.main}, manage.Source{Connection: d.other}))
			test(d)
		})
	}
}

// open opens two connections: the first handles jobs, but not those that say "bad", and keeps dead letters in the graveyard.
func open(t *testing.T) *desk {
	d := &desk{T: t, heard: make(chan *queue.Message, 100)}
	for i, name := range []string{"main", "other"} {
		c := queue.New(memory.New(memory.Options{}), table.OpenFile("", name), queue.Settings{Name: name})
		t.Cleanup(func() {
			if err := errors.Join(c.Stop(context.Background()), c.Close()); err != nil {
				t.Error(err)
			}
		})
		if i == 0 {
			c.Listen([]queue.Listener{{
				Queue: "jobs", Name: "Worker.work", Policy: queue.Policy{DeadLetter: "graveyard", MaxAttempts: 1},
				Handle: func(_ context.Context, batch []*queue.Message) error {
					d.heard <- batch[0]
					if strings.Contains(string(batch[0].Body), "bad") {
						return errors.New("it is bad")
					}
					if strings.Contains(string(batch[0].Body), "never") {
						return &queue.RejectedError{Reason: "never"}
					}
					return nil
				},
			}})
		}
		c.Begin()
		if i == 0 {
			d.main = c
		} else {
			d.other = c
		}
	}
	return d
}

func (d *desk) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

// fails checks the kind of an error, and its text with its hint.
func (d *desk) fails(err error, kind fault.Kind, text string) {
	d.Helper()
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Kind != kind || !strings.Contains(f.Public+"; "+f.Hint, text) {
		d.Errorf("got %v (%+v), want %q", err, f, text)
	}
}

// send sends JSON texts to jobs, and returns when all were handled.
func (d *desk) send(texts ...string) {
	d.Helper()
	for i, text := range texts {
		_, err := d.Send(d.Context(), manage.Queue{Name: "jobs"}, manage.Message{
			Content: manage.Content{JSON: json.RawMessage(fmt.Sprintf("%q", text))}, ID: fmt.Sprint(text, i), Headers: map[string]string{"tenant": "a"},
		})
		d.must(err)
	}
	for range texts {
		<-d.heard
	}
}

// until waits for a state of jobs.
func (d *desk) until(what string, is func(manage.State) bool) manage.State {
	d.Helper()
	for end := time.Now().Add(time.Minute); ; {
		list, err := d.List(d.Context())
		d.must(err)
		for _, s := range list.Queues {
			if s.Queue == "jobs" && is(s) {
				return s
			}
		}
		if time.Now().After(end) {
			d.Fatalf("never %s: %+v", what, list)
		}
		<-time.After(5 * time.Millisecond)
	}
}

func (d *desk) die(texts ...string) {
	d.Helper()
	d.send(texts...)
	d.until("dead", func(s manage.State) bool { return s.Dead == int64(len(texts)) })
}

var jobs = manage.Queue{Name: "jobs"}

func lists(d *desk) {
	d.send("a", "b", "bad")
	_, err := d.other.Send(d.Context(), queue.Outgoing{Queue: "mails", Body: []byte("1")})
	d.must(err)
	_, err = d.other.Send(d.Context(), queue.Outgoing{Queue: "mails", Body: []byte("1"), At: time.Now().Add(time.Hour)})
	d.must(err)
	s := d.until("handled", func(s manage.State) bool { return s.Done == 2 && s.Dead == 1 && s.InHand == 0 })
	if s.Rate <= 0 || s.Failed != 1 || s.Connection != "main" || s.Listener != "Worker.work" || s.Waiting != 0 {
		d.Errorf("%+v", s)
	}
	list, err := d.List(d.Context())
	d.must(err)
	if !list.Running || len(list.Problems) > 0 || len(list.Queues) != 2 {
		d.Fatalf("%+v", list)
	}
	if m := list.Queues[1]; m.Connection != "other" || m.Queue != "mails" || m.Listener != "" || m.Waiting != 1 || m.Delayed != 1 || m.Oldest <= 0 {
		d.Errorf("%+v", m)
	}
}

func reads(d *desk) {
	d.die("bad", "never", "bad")
	all, err := d.Dead(d.Context(), jobs, manage.Filter{})
	d.must(err)
	if len(all) != 3 {
		d.Fatalf("%+v", all)
	}
	first := all[0]
	if first.ID != "bad0" || first.Reason != "attempt 1 of 1 failed" || first.LastError != "it is bad" || first.FirstError != "it is bad" ||
		first.Attempts != 1 || string(first.JSON) != `"bad"` || first.Headers["tenant"] != "a" || len(first.Headers) != 1 ||
		first.ContentType != "application/json" || first.Died.IsZero() || first.Sent.IsZero() || first.FirstFailed.IsZero() {
		d.Errorf("%+v", first)
	}
	for _, c := range []struct {
		filter manage.Filter
		want   string
	}{
		{manage.Filter{IDs: []string{"never1", "bad2"}}, "never1 bad2"},
		{manage.Filter{Reason: "never"}, "never1"},
		{manage.Filter{Limit: 2}, "bad0 never1"},
		{manage.Filter{After: all[1].Seq, Limit: 5}, "bad2"},
		{manage.Filter{IDs: []string{"bad2"}, Reason: "never"}, ""},
		{manage.Filter{IDs: []string{"a/b?c=d&e %"}}, ""},
	} {
		found, err := d.Dead(d.Context(), jobs, c.filter)
		d.must(err)
		var ids []string
		for _, l := range found {
			ids = append(ids, l.ID)
		}
		if got := strings.Join(ids, " "); got != c.want {
			d.Errorf("%+v: %s, want %s", c.filter, got, c.want)
		}
	}
}

// outcome checks what was done.
func (d *desk) outcome(want int64, missing ...string) func(manage.Outcome, error) {
	return func(got manage.Outcome, err error) {
		d.Helper()
		d.must(err)
		if got.Count != want || !slices.Equal(got.Missing, missing) {
			d.Errorf("%+v, want %d without %q", got, want, missing)
		}
	}
}

func replays(d *desk) {
	d.die("bad", "never", "bad", "bad")
	d.outcome(1, "nobody")(d.Replay(d.Context(), jobs, manage.Selection{IDs: []string{"bad2", "nobody"}}))
	if m := <-d.heard; m.ID != "bad2" || m.Attempt != 1 || m.Headers["tenant"] != "a" {
		d.Errorf("%+v", m)
	}
	d.outcome(1)(d.Replay(d.Context(), jobs, manage.Selection{Reason: "never"}))
	if m := <-d.heard; m.ID != "never1" {
		d.Errorf("%+v", m)
	}
	d.until("dead again", func(s manage.State) bool { return s.Dead == 4 && s.InHand == 0 })
	d.outcome(4)(d.Replay(d.Context(), jobs, manage.Selection{All: true}))
	for range 4 {
		<-d.heard
	}
	d.outcome(0)(d.Replay(d.Context(), jobs, manage.Selection{Reason: "another"}))
}

func deletes(d *desk) {
	d.die("bad", "never", "bad", "bad")
	d.outcome(1, "nobody")(d.DeleteDead(d.Context(), jobs, manage.Selection{IDs: []string{"bad2", "nobody"}}))
	d.outcome(1)(d.DeleteDead(d.Context(), jobs, manage.Selection{Reason: "never"}))
	d.outcome(2)(d.DeleteDead(d.Context(), jobs, manage.Selection{All: true}))
	d.outcome(0)(d.DeleteDead(d.Context(), jobs, manage.Selection{All: true}))
	if len(d.heard) > 0 {
		d.Error("something was delivered")
	}
}

func purges(d *desk) {
	for _, at := range []time.Time{{}, {}, time.Now().Add(time.Hour)} {
		_, err := d.other.Send(d.Context(), queue.Outgoing{Queue: "mails", Body: []byte("1"), At: at})
		d.must(err)
	}
	n, err := d.Purge(d.Context(), manage.Queue{Name: "mails"})
	d.must(err)
	if n != 3 {
		d.Error(n)
	}
	n, err = d.Purge(d.Context(), manage.Queue{Name: "mails"})
	d.must(err)
	if n != 0 {
		d.Error(n)
	}
}

func sends(d *desk) {
	id, err := d.Send(d.Context(), jobs, manage.Message{
		Content: manage.Content{JSON: json.RawMessage(`{"n":12345678901234567890,"t":"<é>"}`)}, ID: "one", Key: "k", Headers: map[string]string{"a": "b"},
	})
	d.must(err)
	if m := <-d.heard; id != "one" || m.ID != "one" || m.Key != "k" || string(m.Body) != `{"n":12345678901234567890,"t":"<é>"}` ||
		m.Headers["a"] != "b" {
		d.Errorf("%s %+v %s", id, m, m.Body)
	}
	for _, c := range []manage.Content{{Text: "<text>"}, {Base64: []byte{0xff, 0, 1}}} {
		_, err = d.Send(d.Context(), jobs, manage.Message{Content: c, ContentType: "application/octet-stream"})
		d.must(err)
		if m := <-d.heard; string(m.Body) != string(c.Bytes()) || m.ContentType != "application/octet-stream" {
			d.Errorf("%+v %q", m, m.Body)
		}
	}
	at := time.Now().Add(time.Hour)
	_, err = d.Send(d.Context(), jobs, manage.Message{Content: manage.Content{JSON: json.RawMessage("1")}, At: at})
	d.must(err)
	d.until("delayed", func(s manage.State) bool { return s.Delayed == 1 })
	id, err = d.Send(d.Context(), manage.Queue{Name: "new"}, manage.Message{Content: manage.Content{JSON: json.RawMessage("1")}})
	d.must(err)
	if has, err := d.main.Has(d.Context(), "new"); !has || err != nil || id == "" {
		d.Error("it was not sent to the primary connection:", has, err)
	}
	_, err = d.Send(d.Context(), jobs, manage.Message{Content: manage.Content{JSON: json.RawMessage("1")}, Headers: map[string]string{"fwrun-id": "x"}})
	d.fails(err, fault.Invalid, "is not allowed")
	_, err = d.Send(d.Context(), jobs, manage.Message{Content: manage.Content{Text: strings.Repeat("x", 2<<20)}})
	d.fails(err, fault.TooLarge, "raise queue.max-message-bytes")
}

func pauses(d *desk) {
	d.must(d.Pause(d.Context(), jobs))
	d.until("paused", func(s manage.State) bool { return s.Paused })
	_, err := d.Send(d.Context(), jobs, manage.Message{Content: manage.Content{JSON: json.RawMessage("1")}})
	d.must(err)
	select {
	case <-d.heard:
		d.Error("it is not paused")
	case <-time.After(50 * time.Millisecond):
	}
	d.must(d.Resume(d.Context(), jobs))
	<-d.heard
	d.until("resumed", func(s manage.State) bool { return !s.Paused })
}

func refuses(d *desk) {
	_, err := d.Dead(d.Context(), manage.Queue{Name: "job"}, manage.Filter{})
	d.fails(err, fault.NotFound, "there is no queue job; did you mean jobs?")
	_, err = d.Purge(d.Context(), manage.Queue{Name: "nothing"})
	d.fails(err, fault.NotFound, "there is no queue nothing; the queues are jobs")
	d.fails(d.Pause(d.Context(), manage.Queue{Name: "nothing"}), fault.NotFound, "there is no queue nothing")
	d.fails(d.Resume(d.Context(), manage.Queue{Name: "a b"}), fault.Invalid, "may contain only")
	d.fails(d.Resume(d.Context(), manage.Queue{Name: "../x"}), fault.Invalid, "may contain only")
	d.fails(d.Resume(d.Context(), manage.Queue{}), fault.Invalid, "is empty")
	_, err = d.Send(d.Context(), manage.Queue{Name: "a/b"}, manage.Message{})
	d.fails(err, fault.Invalid, "may contain only")
	for _, s := range []manage.Selection{{}, {All: true, Reason: "x"}, {All: true, IDs: []string{"x"}}} {
		_, err = d.DeleteDead(d.Context(), jobs, s)
		d.fails(err, fault.Invalid, "choose dead letters by their ids or by a reason, or all of them")
		_, err = d.Replay(d.Context(), jobs, s)
		d.fails(err, fault.Invalid, "choose dead letters")
	}
	_, err = d.Replay(d.Context(), jobs, manage.Selection{IDs: make([]string, 1001)})
	d.fails(err, fault.Invalid, "more than 1000 ids")
}

func connections(d *desk) {
	for _, c := range []*queue.Connection{d.main, d.other} {
		_, err := c.Send(d.Context(), queue.Outgoing{Queue: "mails", Body: []byte("1")})
		d.must(err)
	}
	_, err := d.Purge(d.Context(), manage.Queue{Name: "mails"})
	d.fails(err, fault.Conflict, "several connections have a queue mails: main, other; choose one with --connection")
	_, err = d.Send(d.Context(), manage.Queue{Name: "mails"}, manage.Message{})
	d.fails(err, fault.Conflict, "several connections")
	n, err := d.Purge(d.Context(), manage.Queue{Connection: "other", Name: "mails"})
	d.must(err)
	if n != 1 {
		d.Error(n)
	}
	_, err = d.Dead(d.Context(), manage.Queue{Connection: "othr", Name: "mails"}, manage.Filter{})
	d.fails(err, fault.NotFound, "there is no queue connection othr; did you mean other?")
	_, err = d.Send(d.Context(), manage.Queue{Connection: "zzzzzzzz", Name: "mails"}, manage.Message{})
	d.fails(err, fault.NotFound, "choose main or other")
	d.must(d.Pause(d.Context(), manage.Queue{Connection: "other", Name: "new"}))
	paused, err := d.List(d.Context())
	d.must(err)
	if last := paused.Queues[len(paused.Queues)-1]; last.Queue != "new" || !last.Paused {
		d.Errorf("%+v", paused)
	}
}

func unreachable(d *desk) {
	d.send("a")
	d.must(d.other.Close())
	list, err := d.List(d.Context())
	d.must(err)
	if len(list.Problems) != 1 || list.Problems[0].Connection != "other" || !strings.Contains(list.Problems[0].Message, "closed") ||
		len(list.Queues) != 1 {
		d.Errorf("%+v", list)
	}
	n, err := d.Purge(d.Context(), jobs)
	d.must(err)
	if n != 0 {
		d.Error(n)
	}
	_, err = d.Purge(d.Context(), manage.Queue{Name: "mails"})
	d.fails(err, fault.Unavailable, "closed")
}
