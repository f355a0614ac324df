package migrate

import (
	"slices"
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
