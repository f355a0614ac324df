package events

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// told is what a recorder has told.
type told struct {
	mu     sync.Mutex
	text   bytes.Buffer
	counts map[Kind]int
	kept   []string
}

func (o *told) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b)
}

func (o *told) lines(of string) int { return strings.Count(o.String(), of) }

func (o *told) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

func (o *told) keep(_ context.Context, e Event) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.kept = append(o.kept, e.Name)
}

func newTold() (*told, *Recorder) {
	out := &told{counts: map[Kind]int{}}
	return out, New(slog.New(slog.NewTextHandler(out, nil)), func(k Kind) {
		out.mu.Lock()
		defer out.mu.Unlock()
		out.counts[k]++
	}, time.Now)
}

// TestLines: fifty of a kind in a second, and one for the rest.
func TestLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out, r := newTold()
		for range 3 {
			for range 120 {
				r.Record(Event{Kind: Denied, Name: "ada"})
			}
			r.Record(Event{Kind: Login, Name: "ada"})
			<-time.After(2 * time.Second)
		}
		r.Record(Event{Kind: Denied})
		if denied, login, rest := out.lines("type=denied name=ada"), out.lines("type=login"), out.lines("type=denied events=70"); denied != 150 ||
			login != 3 || rest != 3 {
			t.Errorf("%d, %d and %d lines:\n%s", denied, login, rest, out)
		}
		if out.counts[Denied] != 361 || out.counts[Login] != 3 {
			t.Errorf("counted %v", out.counts)
		}
		for range 60 {
			r.Record(Event{Kind: Refused})
		}
		r.Close(t.Context())
		if out.lines("type=refused events=10") != 1 {
			t.Errorf("what was left out is not told at the end:\n%s", out)
		}
	})
}

// TestHarmless: what a name can do to a log, or to who reads it.
func TestHarmless(t *testing.T) {
	for name, want := range map[string]string{
		"ada":                         "ada",
		"José ŁÓDŹ 花":                 "José ŁÓDŹ 花",
		"a\r\nb":                      `a\r\nb`,
		"a\x1b[31mb\x00":              `a\x1b[31mb\x00`,
		"a\u202eb\u2028\u200b":        `a\u202eb\u2028\u200b`,
		"a\u00a0b":                    `a\u00a0b`,
		"a\xffb":                      "a\uFFFDb",
		strings.Repeat("é", 200):      strings.Repeat("é", 128) + "…",
		strings.Repeat("a", 256):      strings.Repeat("a", 256),
		"a" + strings.Repeat("\n", 3): `a\n\n\n`,
	} {
		if got := (Event{Name: name}).cleaned().Name; got != want {
			t.Errorf("%q is told as %q, not %q", name, got, want)
		}
	}
}

// TestKept: events are kept in order, and what waits is kept at the end.
func TestKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out, r := newTold()
		r.Record(Event{Kind: Login, Name: "before"})
		r.KeepWith(func(ctx context.Context, e Event) {
			<-time.After(time.Second)
			out.keep(ctx, e)
		})
		var want []string
		for i := range 100 {
			want = append(want, fmt.Sprint(i))
			r.Record(Event{Kind: Login, Name: want[i]})
		}
		r.Close(t.Context())
		r.Record(Event{Kind: Login, Name: "after"})
		r.Close(t.Context())
		if got := fmt.Sprint(out.kept); got != fmt.Sprint(want) {
			t.Errorf("kept %s", got)
		}
	})
}

// TestQueue: what does not fit is counted, and the log says so when it begins and when it is over.
func TestQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out, r := newTold()
		goOn := make(chan struct{})
		r.KeepWith(func(ctx context.Context, e Event) {
			<-goOn
			out.keep(ctx, e)
		})
		r.Record(Event{Kind: Denied})
		synctest.Wait() // it is in hand
		for range mostWaiting + 70 {
			r.Record(Event{Kind: Denied})
		}
		close(goOn)
		synctest.Wait()
		if len(out.kept) != mostWaiting+1 || out.lines("too many wait") != 1 || out.lines("were not kept\" events=70") != 1 {
			t.Errorf("%d were kept:\n%s", len(out.kept), out)
		}
		r.Close(t.Context())
	})
}

// TestEndOfPatience: a keeper that does not end holds up the end for as long as that may take.
func TestEndOfPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out, r := newTold()
		r.KeepWith(func(ctx context.Context, _ Event) { <-ctx.Done() })
		for range 5 {
			r.Record(Event{Kind: Login})
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		r.Close(ctx)
		if out.lines("were not kept\" events=4") != 1 {
			t.Errorf("%s", out)
		}
	})
}
