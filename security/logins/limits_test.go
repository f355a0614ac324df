package logins

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

var (
	usual   = Options{Failures: 3, PerAddress: 5, Within: 15 * time.Minute, Lockout: 10 * time.Minute}
	nowhere netip.Addr
	here    = netip.MustParseAddr("192.0.2.1")
)

// try tries to log in, and returns "checked" or for how long it is refused.
func try(l *Limits, name string, from netip.Addr, right bool) string {
	a, err := l.Begin(name, from)
	if locked, is := errors.AsType[*Locked](err); is {
		return locked.After.String()
	}
	if matched, err := a.Check(func() (bool, error) { return right, nil }); matched != right || err != nil {
		return fmt.Sprint(matched, err)
	}
	return "checked"
}

// expect tries several times, and compares what comes of it.
func expect(t *testing.T, l *Limits, name string, from netip.Addr, right bool, want ...string) {
	t.Helper()
	for i, want := range want {
		if got := try(l, name, from, right); got != want {
			t.Errorf("try %d as %q from %s: %s, not %s", i+1, name, from, got, want)
		}
	}
}

// TestLockoutOfNames: too many failures within the time, also of a name that is right then; and the end of it.
func TestLockoutOfNames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(usual, time.Now)
		expect(t, l, "ada", nowhere, false, "checked", "checked", "checked", "10m0s")
		expect(t, l, "ada", nowhere, true, "10m0s")
		expect(t, l, "bob", nowhere, true, "checked")
		<-time.After(4 * time.Minute)
		expect(t, l, "ada", nowhere, true, "6m0s")
		<-time.After(6*time.Minute - 1)
		expect(t, l, "ada", nowhere, true, "1ns")
		<-time.After(1)
		expect(t, l, "ada", nowhere, false, "checked", "checked", "checked", "10m0s")
		l.Succeed("ada")
		expect(t, l, "ada", nowhere, true, "checked")
	})
}

// TestWindow: a failure counts for the time, and no longer; a success forgets those of the name.
func TestWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(usual, time.Now)
		expect(t, l, "ada", nowhere, false, "checked")
		<-time.After(10 * time.Minute)
		expect(t, l, "ada", nowhere, false, "checked")
		<-time.After(5 * time.Minute) // the first is over
		expect(t, l, "ada", nowhere, false, "checked")
		expect(t, l, "ada", nowhere, true, "checked")
		expect(t, l, "ada", nowhere, false, "checked", "checked", "checked", "10m0s")
	})
}

// TestAddresses: many names from one address, and what counts as one.
func TestAddresses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, same := range [][2]string{
			{"192.0.2.1", "192.0.2.1"},
			{"192.0.2.1", "::ffff:192.0.2.1"},
			{"2001:db8::1", "2001:db8::2:3:4:5"},
			{"fe80::1%a", "fe80::1%b"},
		} {
			l := New(usual, time.Now)
			for i := range usual.PerAddress {
				expect(t, l, fmt.Sprint("user", i), netip.MustParseAddr(same[0]), false, "checked")
			}
			expect(t, l, "ada", netip.MustParseAddr(same[1]), true, "10m0s")
			expect(t, l, "ada", nowhere, true, "checked")
			for _, other := range []string{"192.0.2.2", "2001:db8:0:1::1"} {
				expect(t, l, "ada", netip.MustParseAddr(other), true, "checked")
			}
		}
		l := New(usual, time.Now)
		for i := range usual.PerAddress { // one's own account in between is no way around
			expect(t, l, "eve", here, true, "checked")
			expect(t, l, fmt.Sprint("user", i), here, false, "checked")
		}
		expect(t, l, "eve", here, true, "10m0s")
	})
}

// TestNames: which ones are the same.
func TestNames(t *testing.T) {
	long := strings.Repeat("é", 200)
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"ada", "ADA", true},
		{"ada", " ada\t", true},
		{"straße", "STRASSE", true},
		{"ﬁona", "fiona", true},
		{"ａｄａ", "ada", true},
		{"José", "jose\u0301", true},
		{"ΣΊΣΥΦΟΣ", "σίσυφος", true},
		{long, long + "x", true},
		{"a\xff", "a\xfe", true},
		{"ada", "adb", false},
		{"ada", "", false},
		{"ada", "ada\x00", false},
	} {
		l := New(Options{Failures: 1, Within: time.Hour, Lockout: time.Hour}, time.Now)
		expect(t, l, c.a, nowhere, false, "checked")
		if same := l.Allowed(c.b, nowhere) != nil; same != c.same {
			t.Errorf("%q and %q are the same: %t", c.a, c.b, same)
		}
	}
}

// TestAtOnce: of many attempts at once no more are let through than may fail.
func TestAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Options{Failures: 10, Within: time.Hour, Lockout: time.Hour}, time.Now)
		var checked, refused atomic.Int32
		var all sync.WaitGroup
		for range 200 {
			all.Go(func() {
				a, err := l.Begin("ada", nowhere)
				if err != nil {
					refused.Add(1)
					return
				}
				_, _ = a.Check(func() (bool, error) {
					checked.Add(1)
					<-time.After(time.Second)
					return false, nil
				})
			})
		}
		all.Wait()
		if checked.Load() != 10 || refused.Load() != 190 {
			t.Errorf("%d were checked and %d refused", checked.Load(), refused.Load())
		}
		if err := l.Allowed("ada", nowhere); err == nil {
			t.Error("the name is not locked out")
		}
	})
}

// TestUnderWay: attempts that are not decided yet count, and do not when they were in vain.
func TestUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Options{Failures: 1, PerAddress: 1, Within: time.Hour, Lockout: time.Hour}, time.Now)
		first, err := l.Begin("ada", here)
		if err != nil {
			t.Fatal(err)
		}
		expect(t, l, "ada", nowhere, true, "1s")
		expect(t, l, "bob", here, true, "1s")
		if _, err := first.Check(func() (bool, error) { return false, errors.New("busy") }); err == nil {
			t.Error("no error")
		}
		first.Fail() // ended already
		func() {
			defer func() { _ = recover() }()
			second, _ := l.Begin("ada", here)
			_, _ = second.Check(func() (bool, error) { panic("broken") })
		}()
		expect(t, l, "ada", here, true, "checked")
		expect(t, l, "ada", here, false, "checked", "1h0m0s")
	})
}

// TestOthersLimits: a reload changes the limits, and keeps what was counted. Without a limit nothing is refused.
func TestOthersLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(usual, time.Now)
		expect(t, l, "ada", here, false, "checked", "checked", "checked")
		expect(t, l, "bob", here, false, "checked")
		more := l.With(Options{Failures: 100, PerAddress: 100, Within: time.Hour, Lockout: time.Hour})
		expect(t, more, "ada", here, true, "10m0s")
		expect(t, more, "bob", here, false, "checked", "checked", "checked", "checked", "checked")
		none := l.With(Options{})
		expect(t, none, "bob", here, false, "checked", "checked")
	})
}

// TestOtherWays: codes that are checked elsewhere.
func TestOtherWays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(usual, time.Now)
		for range usual.Failures {
			if err := l.Allowed("ada", here); err != nil {
				t.Error(err)
			}
			l.Fail("ada", here)
		}
		if err := l.Allowed("ADA", here); err == nil {
			t.Error("the name is not locked out")
		}
		l.Succeed("Ada")
		if err := l.Allowed("ada", here); err != nil {
			t.Error(err)
		}
	})
}

// TestBounded: many names take no more places than there are, and none of a lock-out, of an attempt, or of one that has more failures.
func TestBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Options{Failures: 3, Within: time.Hour, Lockout: time.Hour}, time.Now)
		const most = 100
		l.of.names = newTable(most)
		expect(t, l, "locked", nowhere, false, "checked", "checked", "checked", "1h0m0s")
		expect(t, l, "twice", nowhere, false, "checked", "checked")
		trying, err := l.Begin("trying", nowhere)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 100 * most {
			expect(t, l, fmt.Sprint("name", i), nowhere, false, "checked")
		}
		if n := len(l.of.names.counters); n > most {
			t.Errorf("%d counters", n)
		}
		expect(t, l, "locked", nowhere, true, "1h0m0s")
		expect(t, l, "twice", nowhere, false, "checked", "1h0m0s")
		trying.Fail()
		for i := range most { // nothing but lock-outs
			l.Fail(fmt.Sprint("locked", i), nowhere)
			l.Fail(fmt.Sprint("locked", i), nowhere)
			l.Fail(fmt.Sprint("locked", i), nowhere)
		}
		expect(t, l, "one more", nowhere, false, "checked", "checked", "checked")
		<-time.After(2 * time.Hour)
		for i := range 20 * most { // what is over makes room
			expect(t, l, fmt.Sprint("later", i), nowhere, true, "checked")
		}
		if n := len(l.of.names.counters); n > sampled {
			t.Errorf("%d counters count nothing", n)
		}
	})
}
