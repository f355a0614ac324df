package databases

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fwrun/fwrun/data"
)

// TestApart: a test is refused servers, and has SQLite databases in files of its own. What is only read is left where it is, and so is an
// invalid URL, for which opening it has the better words.
func TestApart(t *testing.T) {
	props := properties(t, `datasource:
  - { name: a, url: "sqlite::memory:" }
  - { name: b, url: "postgres://localhost/b" }
  - { name: c, url: "nowhere:" }
  - { name: d, url: "sqlite:d.db" }
`)
	r := props.Reader()
	s := Read(r, t.TempDir(), true)
	s[3].ReadOnly = true
	if got := s.Files(); !slices.Equal(got, []string{"a", "d"}) {
		t.Errorf("the databases without a server are %v", got)
	}
	if found := s.RefuseServers(props.Reader()); len(found) != 1 || found[0].Place.Line != 3 {
		t.Errorf("refused is %v", found)
	}
	folder, err := s.InFiles()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	if want := "sqlite:" + filepath.Join(folder, "0.db"); s[0].URL != want || s[0].InMemory {
		t.Errorf("the database is %s in memory %v, want %s", s[0].URL, s[0].InMemory, want)
	}
	if s[2].URL != "nowhere:" || s[3].URL != "sqlite:d.db" {
		t.Errorf("others became %s and %s", s[2].URL, s[3].URL)
	}
	if folder, err := (Settings{{Settings: data.Settings{URL: "nowhere:"}}}).InFiles(); folder != "" || err != nil {
		t.Errorf("a folder for nothing: %s %v", folder, err)
	}
}
