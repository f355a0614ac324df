package table

import "testing"

func testStarts(t *testing.T, open opener) {
	one, other := store(t, open, "a"), store(t, open, "a")
	check := func(id string, want int, wantKnown bool) {
		t.Helper()
		if n, known, err := other.Starts(t.Context(), "q", id); n != want || known != wantKnown || err != nil {
			t.Error(id, n, known, err)
		}
	}
	check("1", 0, false)
	for _, n := range []int{0, 3, 3, 2} {
		must(t, one.SetStarts(t.Context(), "q", "1", n))
		check("1", n, true)
	}
	check("2", 0, false)
	must(t, other.ForgetStarts(t.Context(), "q", "1"))
	check("1", 0, false)
}
