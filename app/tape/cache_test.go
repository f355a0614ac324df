package tape_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/app/tape"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/platform/fault"
)

// shelf is a cache that keeps what it is given, and what was done with it. A key that begins with ! fails.
type shelf struct {
	values map[string]string
	said   []string
	other  bool // another caller makes values
}

func newShelf() *shelf { return &shelf{values: map[string]string{}} }

func failing(key string) error {
	switch key {
	case "!invalid":
		return fault.New("cache", fault.Invalid, "the key is too long").WithHint("shorten it").Because(errors.New("why"))
	case "!large":
		return fault.New("cache", fault.TooLarge, "too large").WithHint("mail to ada:tulip@example.com")
	case "!denied":
		return fault.New("cache", fault.Denied, "denied").WithHint("for whoever may")
	case "!internal":
		return fault.New("cache", fault.Internal, "the public text").Because(errors.New("the cause"))
	case "!plain":
		return errors.New("redis://ada:tulip@example.com is not there")
	}
	return nil
}

func (s *shelf) Get(_ context.Context, cache, key string) ([]byte, bool, error) {
	value, is := s.values[cache+"/"+key]
	if !is {
		return nil, false, failing(key)
	}
	return []byte(value), true, failing(key)
}

func (s *shelf) Put(_ context.Context, cache, key string, value []byte, ttl time.Duration) error {
	s.values[cache+"/"+key] = string(value)
	s.said = append(s.said, fmt.Sprint("put ", cache, "/", key, " ", ttl))
	return failing(key)
}

func (s *shelf) Evict(_ context.Context, cache, key string) error {
	delete(s.values, cache+"/"+key)
	s.said = append(s.said, "evict "+cache+"/"+key)
	return failing(key)
}

func (s *shelf) Clear(_ context.Context, cache string) error {
	clear(s.values)
	s.said = append(s.said, "clear "+cache)
	return failing(cache)
}

func (s *shelf) TryLead(_ context.Context, cache, key string) aspects.Lead {
	if s.other {
		return nil
	}
	return lead{s, cache, key}
}

func (s *shelf) Join(ctx context.Context, cache, key string) ([]byte, aspects.Lead, error) {
	if s.other {
		value, _, err := s.Get(ctx, cache, key)
		return value, nil, err
	}
	return nil, lead{s, cache, key}, nil
}

func (s *shelf) Remote() bool { return false }

type lead struct {
	of         *shelf
	cache, key string
}

func (l lead) Land(ctx context.Context, value []byte, keep bool, ttl time.Duration) error {
	l.of.said = append(l.of.said, fmt.Sprint("land ", l.cache, "/", l.key, " ", keep))
	if !keep {
		return nil
	}
	return l.of.Put(ctx, l.cache, l.key, value, ttl)
}

func (l lead) Fail() { l.of.said = append(l.of.said, "fail") }

// use does everything with a cache that one can, and returns what came of it.
func use(ctx context.Context, c aspects.Caches) (got []string) {
	say := func(what ...any) { got = append(got, fmt.Sprint(what...)) }
	get := func(key string) {
		value, is, err := c.Get(ctx, "users", key)
		say(string(value), " ", is, " ", told(err))
	}
	get("1")
	say(told(c.Put(ctx, "users", "1", []byte("Ada"), time.Minute)))
	get("1")
	say(told(c.Put(ctx, "users", "redis://ada:tulip@example.com", []byte("Ada"), 0)))
	say(told(c.Evict(ctx, "users", "1")))
	say(told(c.Clear(ctx, "users")))
	for _, key := range []string{"!invalid", "!large", "!denied", "!internal", "!plain"} {
		get(key)
	}
	say(told(c.Put(ctx, "users", "!denied", []byte("x"), 0)), told(c.Evict(ctx, "users", "!denied")), told(c.Clear(ctx, "!denied")))
	say(told(c.TryLead(ctx, "users", "2").Land(ctx, []byte("Bob"), true, time.Second)))
	say(told(c.TryLead(ctx, "users", "3").Land(ctx, []byte("Cem"), false, 0)))
	_, lead, err := c.Join(ctx, "users", "4")
	say(told(err), told(lead.Land(ctx, nil, true, 0)))
	_, lead, _ = c.Join(ctx, "users", "!denied")
	say(told(lead.Land(ctx, nil, true, 0)))
	return got
}

// told returns what a script or an answer depends on of an error.
func told(err error) string {
	if err == nil {
		return "fine"
	}
	known, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return "error " + err.Error()
	}
	kinds := map[fault.Kind]string{fault.Invalid: "invalid", fault.TooLarge: "too large", fault.Denied: "denied", fault.Unavailable: "unavailable"}
	return "fault " + kinds[known.Kind] + " " + known.Public
}

func TestCaches(t *testing.T) {
	inner := newShelf()
	calls, err := record(t, func(ctx context.Context) { use(ctx, recorder().Caches(inner)) })
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "caches", calls)
	untouched := newShelf()
	var got []string
	if missed := play(t, calls, func(ctx context.Context) { got = use(ctx, tape.PlayedCaches(untouched)) }); missed != "" {
		t.Error(missed)
	}
	if len(untouched.values) > 0 {
		t.Errorf("a replay has put %v into the cache", untouched.values)
	}
	want := []string{
		" false fine", "fine", "Ada true fine", "fine", "fine", "fine",
		" false fault invalid the key is too long; shorten it", " false fault too large too large; mail to ada:******@example.com",
		" false fault denied denied",
		" false error the public text", " false error redis://ada:******@example.com is not there",
		"fault denied deniedfault denied deniedfault denied denied", "fine", "fine", "finefine", "fault denied denied",
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("a replay gave %q\nwant %q", got, want)
		}
	}
}

// TestCachesBesides: what belongs to no recording goes through, and so does what others make.
func TestCachesBesides(t *testing.T) {
	recorded, played := newShelf(), newShelf()
	first, again := use(t.Context(), recorder().Caches(recorded)), use(t.Context(), tape.PlayedCaches(played))
	if fmt.Sprint(first) != fmt.Sprint(again) || fmt.Sprint(recorded.said) != fmt.Sprint(played.said) || len(played.values) == 0 {
		t.Errorf("without a recording, what is recorded gives %q with %q, and what is played %q with %q", first, recorded.said, again, played.said)
	}
	if recorder().Caches(recorded).Remote() || !tape.PlayedCaches(played).Remote() {
		t.Error("only caches that are played need the context of the call")
	}
	recorded.other = true
	recorded.values["users/5"] = "Eve"
	calls, err := record(t, func(ctx context.Context) {
		c := recorder().Caches(recorded)
		if c.TryLead(ctx, "users", "5") != nil {
			t.Error("another caller leads")
		}
		if value, lead, err := c.Join(ctx, "users", "5"); string(value) != "Eve" || lead != nil || err != nil {
			t.Error(string(value), lead, err)
		}
		if _, lead, err := c.Join(ctx, "users", "!denied"); lead != nil || err == nil {
			t.Error(lead, err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "caches of others", calls)
	_ = play(t, nil, func(ctx context.Context) {
		played.other = true
		if tape.PlayedCaches(played).TryLead(ctx, "users", "5") != nil {
			t.Error("another caller leads")
		}
	})
}

// TestSecretsInCaches: there is no recording with a value that may have a secret, since nobody can mask it there.
func TestSecretsInCaches(t *testing.T) {
	for value, why := range map[string]string{
		"Ada":      "",
		"\x01desk": "", "passwords_of_somebody_whose_name_is_as_long_as_no_name_can_be_": "",
		"\x01password\x02x": `a value of the cache "users" may have a secret in it (password), which cannot be masked there`,
		"name\x00api_key":   `a value of the cache "users" may have a secret in it (api_key), which cannot be masked there`,
		"x API-KEY y":       `a value of the cache "users" may have a secret in it (API-KEY), which cannot be masked there`,
		"redis://ada:tulip@example.com/": `a value of the cache "users" may have a secret in it (a text that looks like one), which cannot be ` +
			`masked there`,
	} {
		_, err := record(t, func(ctx context.Context) {
			inner := newShelf()
			inner.values["users/1"] = value
			if got, is, err := recorder().Caches(inner).Get(ctx, "users", "1"); string(got) != value || !is || err != nil {
				t.Error(got, is, err)
			}
		})
		if got := fmt.Sprint(err); got != why && (err != nil || why != "") {
			t.Errorf("%q: %s, want %s", value, got, why)
		}
	}
}

// locks are free unless their name is taken.
type locks struct{ said []string }

var errTaken = errors.New("taken")

func (l *locks) Acquire(_ context.Context, name string, wait, ttl time.Duration) (aspects.Lease, error) {
	l.said = append(l.said, fmt.Sprint(name, " ", wait, " ", ttl))
	if name == "taken" {
		return nil, errTaken
	}
	if err := failing(name); err != nil {
		return nil, err
	}
	return nil, nil
}
func (l *locks) Held(err error) bool { return errors.Is(err, errTaken) }
func (l *locks) TTL() time.Duration  { return time.Hour }

func hold(ctx context.Context, l aspects.Locks) (got []string) {
	for _, name := range []string{"free", "taken", "!denied", "!plain"} {
		_, err := l.Acquire(ctx, name, time.Second, time.Minute)
		what := told(err)
		if l.Held(err) {
			what = "held"
		}
		got = append(got, name+" "+strings.ReplaceAll(what, "tulip", "******"))
	}
	return append(got, l.TTL().String())
}

func TestLocks(t *testing.T) {
	inner, alone := &locks{}, &locks{}
	both(t, "locks",
		func(ctx context.Context) []string { return hold(ctx, recorder().Locks(inner)) },
		func(ctx context.Context) []string { return hold(ctx, tape.PlayedLocks(alone)) })
	if fmt.Sprint(alone.said) != "[free 1s 1m0s]" {
		t.Errorf("a replay has acquired %v", alone.said)
	}
	if first, again := hold(t.Context(), recorder().Locks(inner)), hold(t.Context(),
		tape.PlayedLocks(alone)); fmt.Sprint(first) != fmt.Sprint(again) {
		t.Errorf("without a recording %v and %v", first, again)
	}
}
