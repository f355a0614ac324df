package stories_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/devtools/stories"
)

// owner remembers requests one after the other, in memory that is used again.
type owner struct {
	to   *stories.Recorder
	room *stories.Story
	end  stories.End
	n    int
}

func own(to *stories.Recorder) *owner {
	return &owner{to: to, end: stories.End{
		Method: "GET", Path: "/hello", Route: "/hello", Status: 200, Request: header("Host: a"), ResponseType: []byte("text/plain"),
		ResponseBody: []byte("Hello"), Sent: 5,
	}}
}

// next remembers one request, and returns its story.
func (o *owner) next(during func(*stories.Story)) *stories.Story {
	s := o.to.BeginOwned(o.room, stories.HTTP, time.Now())
	if during != nil {
		during(s)
	}
	o.n++
	o.room = s.EndOwned(&o.end)
	return s
}

// fill remembers requests until the first ones give way.
func (o *owner) fill() {
	for range 6000 {
		o.next(nil)
	}
}

func TestOwnedAllocatesNothing(t *testing.T) {
	for name, bytes := range map[string]int64{"usual": 0, "little memory, where all texts have one place": 64 << 10} {
		t.Run(name, func(t *testing.T) { checkAllocations(t, own(stories.New(bytes))) })
	}
}

func checkAllocations(t *testing.T, o *owner) {
	t.Helper()
	o.fill()
	step := stories.Step{Kind: stories.Guard, Text: "authorization"}
	if n := testing.AllocsPerRun(10_000, func() { o.next(func(s *stories.Story) { s.Add(step) }) }); n >= 0.9 { // most rooms have none for a step yet
		t.Errorf("%v allocations for a request", n)
	}
	if n := testing.AllocsPerRun(10_000, func() { o.next(func(s *stories.Story) { s.Add(step) }) }); n > 0.01 {
		t.Errorf("%v allocations for a request with a step", n)
	}
}

// TestOwnedIsNobodysElse: memory of stories that somebody may still have is not used again.
func TestOwnedIsNobodysElse(t *testing.T) {
	o := own(stories.New(0))
	late := o.next(func(s *stories.Story) { stories.With(t.Context(), s) }) // work that goes on after the answer adds to it
	o.next(nil)
	read := o.to.Story(2)
	o.next(func(s *stories.Story) { s.Add(stories.Step{Kind: stories.Fetch, Text: "GET /old"}) })
	seen := map[*stories.Story]bool{}
	for range 12_000 {
		s := o.next(nil)
		if s == late || s == read {
			t.Fatal("a story is overwritten that somebody has")
		}
		seen[s] = true
	}
	if len(seen) > 5010 {
		t.Errorf("%d stories take memory", len(seen))
	}
	if got := read.Entry(); got.ID != 2 {
		t.Errorf("what was read has become %v", got)
	}
	late.Add(stories.Step{Kind: stories.Log, Text: "late"})
	page := o.to.List(stories.Filter{Limit: 1000, Text: "/old"})
	if len(page.Stories) != 0 || page.Kept != 5000 {
		t.Errorf("%d of %d stories have a step of another one", len(page.Stories), page.Kept)
	}
	for id := uint64(o.n) - 4999; id <= uint64(o.n); id++ {
		if w := o.to.Story(id).Whole(); w.ID != id || len(w.Steps) != 0 || w.Fetches != 0 || w.Logs != 0 {
			t.Fatalf("story %d: %v", id, w)
		}
	}
}

// TestOwnedTogether: readers, and requests on many connections.
func TestOwnedTogether(t *testing.T) {
	to := stories.New(1 << 20)
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			o := own(to)
			for j := range 5000 {
				o.next(func(s *stories.Story) {
					s.Add(stories.Step{Kind: stories.SQL, Text: fmt.Sprint(i), Shape: "a"})
					if j%3 == 0 {
						stories.Of(stories.With(t.Context(), s)).Add(stories.Step{Kind: stories.SQL, Text: "b", Shape: "a"})
					}
				})
			}
		})
	}
	all.Go(func() {
		for range 200 {
			for _, e := range to.List(stories.Filter{Limit: 1000}).Stories {
				if e.ID == 0 || e.Path != "/hello" || e.SQL == 0 {
					t.Errorf("a story is half: %v", e)
					return
				}
			}
			to.Errors()
		}
	})
	all.Wait()
	if n := to.Bytes(); n > 1<<20 {
		t.Errorf("%d bytes are taken", n)
	}
}

// TestTraceOfTheClient: a trace that nothing has looked at is that of the header.
func TestTraceOfTheClient(t *testing.T) {
	r := stories.New(0)
	for _, line := range []string{
		"traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
		"Traceparent: 00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00", "Traceparent: no",
	} {
		r.Begin(stories.HTTP, time.Now()).End(&stories.End{Path: "/a", Request: header("Host: a", line)})
	}
	for trace, want := range map[string]int{"0af7651916cd43dd8448eb211c80319c": 1, "1af7651916cd43dd8448eb211c80319c": 1, "no": 0} {
		if got := r.List(stories.Filter{Trace: trace}).Stories; len(got) != want {
			t.Errorf("%s: %v", trace, got)
		}
	}
}
