package recent

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestMemory: a value is remembered until its end; of many the latest are.
func TestMemory(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := New[int, string](100, time.Now)
		expect := func(key int, want string) {
			t.Helper()
			if got, is := m.Find(key); got != want || is != (want != "") {
				t.Errorf("%d is %q, %v, not %q", key, got, is, want)
			}
		}
		m.Add(1, "for ever", 1, time.Time{})
		m.Add(2, "short", 1, time.Now().Add(time.Second))
		m.Add(3, "ended", 1, time.Now())
		expect(1, "for ever")
		expect(2, "short")
		expect(3, "")
		expect(4, "")
		<-time.After(time.Second)
		expect(1, "for ever")
		expect(2, "")
		m.Add(1, "another", 1, time.Time{})
		expect(1, "another")
		for range 1000 {
			m.Add(5, "the same", 10, time.Time{})
		}
		expect(1, "another") // one key takes its place once
		most := 0
		for i := range 1000 {
			m.Add(100+i, "x", 10, time.Time{})
			most = max(most, len(m.young)+len(m.old))
		}
		expect(1, "")
		expect(100, "")
		expect(1099, "x")
		expect(1090, "x") // one of the generation before
		if most > 24 {
			t.Errorf("%d values are remembered", most)
		}
	})
}
