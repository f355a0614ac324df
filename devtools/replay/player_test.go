package replay

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func played(calls string) *Player {
	f, err := Parse([]byte(strings.Replace(small, "[]", calls, 1)))
	if err != nil {
		panic(err)
	}
	return NewPlayer(f)
}

func query(text string, args ...any) map[string]any {
	return map[string]any{"query": text, "args": args}
}

const twoQueries = `[{"kind": "sql", "asks": {"query": "a", "args": [1]}, "gives": 1},
	{"kind": "fetch", "asks": {"url": "x"}, "gives": 2}, {"kind": "sql", "asks": {"query": "b", "args": [{"$any": "string"}]}, "gives": 3}]`

func TestPlayerGivesInTheOrderOfAKind(t *testing.T) {
	p := played(twoQueries)
	for _, ask := range []struct {
		kind Kind
		asks map[string]any
		want int
	}{{SQL, query("a", 1), 1}, {SQL, query("b", "any text"), 3}, {Fetch, map[string]any{"url": "x"}, 2}} {
		c, err := p.Ask(ask.kind, ask.asks)
		var got int
		if err != nil || c.Given(&got) != nil || got != ask.want {
			t.Errorf("%v: %d, %v", ask.asks, got, err)
		}
	}
	if r := p.End(); len(r.Missed) > 0 {
		t.Error(r.Missed)
	}
}

func TestPlayerMissesByName(t *testing.T) {
	for _, test := range []struct {
		name string
		asks []map[string]any
		want string
	}{
		{"another order", []map[string]any{query("b", "x")}, "this sql is not the one that was recorded: calls[0]"},
		{"other arguments", []map[string]any{query("a", 2)}, "this sql is not the one that was recorded: calls[0]"},
		{"one more", []map[string]any{query("a", 1), query("b", "x"), query("c")}, "this sql was not recorded"},
		{"one less", []map[string]any{query("a", 1)}, "this fetch was recorded, but is no longer made: calls[1]"},
	} {
		p := played(twoQueries)
		var last error
		for _, asks := range test.asks {
			_, last = p.Ask(SQL, asks)
		}
		r := p.End()
		if len(r.Missed) == 0 || r.Missed[0].Message != test.want {
			t.Errorf("%s: got %v", test.name, r.Missed)
			continue
		}
		if missed := (*Missed)(nil); test.name != "one less" && (!errors.As(last, &missed) || missed.Received == nil) {
			t.Errorf("%s: the caller got %v", test.name, last)
		}
	}
}

// TestPlayerAsksLater: requests that a script has begun in an order are answered by it, whichever is sent first.
func TestPlayerAsksLater(t *testing.T) {
	p := played(`[{"kind": "fetch", "asks": {"url": "a"}, "gives": 1}, {"kind": "fetch", "asks": {"url": "b"}, "gives": 2}]`)
	a, b := p.Reserve(Fetch), p.Reserve(Fetch)
	if _, err := p.AskAt(b, Fetch, map[string]any{"url": "b"}); err != nil {
		t.Error(err)
	}
	if _, err := p.AskAt(a, Fetch, map[string]any{"url": "a"}); err != nil {
		t.Error(err)
	}
}

func TestPlayerTellsTheTime(t *testing.T) {
	p := played(`[{"kind": "time", "gives": "2026-01-02T03:04:05.678Z", "times": 2}, {"kind": "time", "gives": "2026-01-02T03:04:06.000Z"}]`)
	var got []string
	for range 5 {
		got = append(got, p.Now().Format("05.000"))
	}
	if text := strings.Join(got, " "); text != "05.678 05.678 06.000 06.000 06.000" { // at the end it stands still
		t.Error(text)
	}
}

func TestPlayerInventsWhatWasMasked(t *testing.T) {
	once := func() string {
		p := played(`[{"kind": "bytes", "gives": "******"}]`)
		b := make([]byte, 8)
		p.Fill(Bytes, b)
		if r := p.End(); len(r.Missed) > 0 || len(r.Masked) != 1 {
			t.Errorf("%+v", r)
		}
		return string(b)
	}
	if first, second := once(), once(); first != second {
		t.Error("it is not the same each time")
	}
	p := played("[]")
	p.Number()
	if r := p.End(); len(r.Missed) != 1 || !strings.Contains(r.Missed[0].Message, "Math.random()") {
		t.Errorf("%+v", r)
	}
}

func TestPlayerEndsWithTheAnswer(t *testing.T) {
	p := played("[]")
	p.End()
	if _, err := p.Ask(SQL, query("a")); err == nil || !strings.Contains(err.Error(), "comes after the answer") {
		t.Error(err)
	}
	if r := p.End(); len(r.Missed) > 0 {
		t.Error("what comes after the answer is no failure:", r.Missed)
	}
}

func TestTapeIsBounded(t *testing.T) {
	call := func() (Call, error) { return Call{Asks: map[string]any{}}, nil }
	var large Tape
	large.Add(SQL, maxTape, call)
	large.Add(SQL, 1, call)
	if _, err := large.End(); err == nil || !strings.Contains(err.Error(), "1024 KiB") {
		t.Error(err)
	}
	var many Tape
	for range maxCalls + 1 {
		many.Add(SQL, 0, call)
	}
	if _, err := many.End(); err == nil || !strings.Contains(err.Error(), "2000 calls") {
		t.Error(err)
	}
	budget := NewBudget(1000)
	var first, second, third Tape
	first.Begin(budget)
	second.Begin(budget)
	third.Begin(budget)
	first.Add(SQL, 600, call)
	second.Add(SQL, 600, call)
	if _, err := second.End(); err == nil || !strings.Contains(err.Error(), "no memory") {
		t.Error(err)
	}
	if r, err := first.End(); err != nil || len(r.Calls) != 1 {
		t.Error(r, err)
	}
	third.Add(SQL, 600, call)
	if _, err := third.End(); err != nil {
		t.Error("memory was not given back:", err)
	}
}

func TestTapeEndsWithTheAnswer(t *testing.T) {
	var tape Tape
	now := time.Date(2026, 1, 2, 3, 4, 5, 678_900_000, time.UTC)
	tape.Read(now)
	tape.Read(now.Add(50 * time.Microsecond))
	tape.Read(now.Add(time.Millisecond))
	r, err := tape.End()
	tape.Read(now)
	tape.Add(SQL, 1, nil)
	if err != nil || len(r.Calls) != 2 || r.Calls[0].Times != 2 || string(r.Calls[1].Gives) != `"2026-01-02T03:04:05.679Z"` {
		t.Errorf("%+v %v", r, err)
	}
	var none *Tape
	none.Read(now)
	none.Add(SQL, 1, nil)
	none.Refuse("no")
	if none.Grow(1) {
		t.Error("a tape that is not there has room")
	}
}
