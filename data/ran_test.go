package data

import (
	"context"
	"testing"
)

// TestRanOnlyIfWanted: nobody is told of statements who does not want to know, and then they cost nothing more.
func TestRanOnlyIfWanted(t *testing.T) {
	db := openSQLite(t, Settings{URL: "sqlite::memory:"})
	query := func() {
		if _, err := db.Query(t.Context(), "select 1", Args{}); err != nil {
			t.Fatal(err)
		}
	}
	before := testing.AllocsPerRun(100, query)
	wanted, told := false, 0
	db.OnRan(func(context.Context, *Ran) { told++ }, func() bool { return wanted })
	if after := testing.AllocsPerRun(100, query); told > 0 || after > before {
		t.Errorf("told %d times; %v allocations instead of %v", told, after, before)
	}
	wanted = true
	if query(); told != 1 {
		t.Errorf("told %d times", told)
	}
}
