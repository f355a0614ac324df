package migrate

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestListIsInNaturalOrder(t *testing.T) {
	want := []string{
		"db/1.sql", "db/1.1.sql", "db/1.9/02-b.sql", "db/1.9/2-c.SQL", "db/1.9/10-a.sql", "db/1.10/1.sql",
		"db/1.10/1/deep.sql", "db/2/00000000000000000000000000000000000000007.sql",
		"db/2/100000000000000000000000000000000000000000.sql", "db/a.sql", "db/b/a.sql",
	}
	fsys := fstest.MapFS{"db/readme.md": {}, "db/.hidden.sql": {}, "db/.git/x.sql": {}, "other/1.sql": {}}
	for _, name := range want {
		fsys[name] = &fstest.MapFile{}
	}
	got, err := list(fsys, "db", ".sql", Natural)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.files, want) {
		t.Errorf("got  %q\nwant %q", got.files, want)
	}
}

func TestNaturalIsAnOrder(t *testing.T) {
	names := []string{
		"a.sql", "A.sql", "1.sql", "01.sql", "1.0.sql",
		"1/1.sql", "1_1.sql", "é.sql", "a/b.sql", "a1b2.sql", "a1b.sql",
	}
	for _, a := range names {
		for _, b := range names {
			if natural(a, b) != -natural(b, a) {
				t.Errorf("%q and %q: %d and %d", a, b, natural(a, b), natural(b, a))
			}
			if (a == b) != (natural(a, b) == 0) {
				t.Errorf("%q and %q compare as equal", a, b)
			}
		}
	}
}

// TestRepeatableFilesAreLast: they are made of what all others have brought about, in either order.
func TestRepeatableFilesAreLast(t *testing.T) {
	fsys := fstest.MapFS{}
	for _, name := range []string{"V1__t.sql", "W9__t.sql", "W10__t.sql", "001.sql", "r__old.sql", "R__b.sql", "R__a.sql", "a/R__c.sql", "z/1.sql"} {
		fsys["db/"+name] = &fstest.MapFile{}
	}
	for order, want := range map[Order]string{
		Alphabetical: "001.sql V1__t.sql W10__t.sql W9__t.sql r__old.sql z/1.sql R__a.sql R__b.sql a/R__c.sql",
		Natural:      "001.sql V1__t.sql W9__t.sql W10__t.sql r__old.sql z/1.sql R__a.sql R__b.sql a/R__c.sql",
	} {
		found, err := list(fsys, "db", ".sql", order)
		if got := strings.ReplaceAll(strings.Join(found.files, " "), "db/", ""); err != nil || got != want {
			t.Errorf("got  %s, %v\nwant %s", got, err, want)
		}
	}
	if warned := surprises([]string{"db/V1.sql", "db/R__a.sql"}, "db"); len(warned) > 0 {
		t.Errorf("the order is a surprise: %v", warned)
	}
}
