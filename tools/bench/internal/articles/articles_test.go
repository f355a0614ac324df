package articles

import (
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func written(t *testing.T, c *Content, name string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := c.Write(file); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestDatabaseHoldsTheContent(t *testing.T) {
	file := written(t, New(), "articles.db")
	rows, err := Rows(file, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if want := New().Rows(); !slices.Equal(rows, want) {
		t.Errorf("%d rows that are not the %d of the content", len(rows), len(want))
	}
}

func TestRestoreUndoesChanges(t *testing.T) {
	changed := New()
	changed.Create(3, "A New One", "d", "b", "go", "new")
	changed.Change(changed.Articles[0].Slug, "Another Title", "", "")
	changed.Favour(9, changed.Articles[1].Slug, true)
	original, file := written(t, New(), "original.db"), written(t, changed, "changed.db")
	if slices.Equal(changed.Rows(), New().Rows()) {
		t.Fatal("nothing was changed")
	}
	if err := Restore(file, original); err != nil {
		t.Fatal(err)
	}
	rows, err := Rows(file, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(rows, New().Rows()) {
		t.Error("the rows are not those of the original")
	}
}

func TestContentIsWorthReading(t *testing.T) {
	c := New()
	if n := len(c.PopularTags()); n != 10 {
		t.Errorf("%d popular tags", n)
	}
	for reader := range c.Users {
		if n := len(c.Feed(reader+1, 20, 0)); n != 20 {
			t.Errorf("%d articles in the feed of %d", n, reader+1)
		}
	}
	seen := map[string]bool{}
	for _, a := range c.Articles {
		if seen[a.Slug] || len(a.Body) < 500 || len(a.Body) > 4000 {
			t.Errorf("%s: twice, or %d bytes", a.Slug, len(a.Body))
		}
		seen[a.Slug] = true
	}
}

func TestBlurReplacesTimesOfChanges(t *testing.T) {
	began := time.Now()
	at := func(after time.Duration) string {
		return began.Add(after).UTC().Format("2006-01-02T15:04:05.000Z")
	}
	for text, want := range map[string]string{at(0): Now, at(-time.Second): at(-time.Second), at(time.Hour): at(time.Hour), "now-1": "now-1"} {
		if got := Blur(Object{"a": []any{text}}, began).(Object)["a"].([]any)[0]; got != want {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
}
