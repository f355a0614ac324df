package data_test

import (
	"path/filepath"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/data"
)

// TestRest: readers of an SQLite file that nobody uses are closed, and opened again; a database in memory keeps its data.
func TestRest(t *testing.T) {
	sources, err := data.OpenAll(t.Context(), []data.Settings{
		{Name: "file", URL: "sqlite:" + filepath.Join(t.TempDir(), "a.db"), Primary: true},
		{Name: "memory", URL: "sqlite::memory:"},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sources.Close() }()
	read := func(db *data.DB) {
		t.Helper()
		if rows, err := db.Query(t.Context(), "SELECT n FROM numbers", data.Args{}); err != nil || rows.Len() != 1 {
			t.Errorf("got %v, %v", rows, err)
		}
	}
	file, _ := sources.ByName("file")
	memory, _ := sources.ByName("memory")
	for _, db := range []*data.DB{file, memory} {
		for _, sql := range []string{"CREATE TABLE numbers (n INTEGER)", "INSERT INTO numbers VALUES (1)"} {
			if _, err := db.Update(t.Context(), sql, data.Args{}); err != nil {
				t.Fatal(err)
			}
		}
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() { read(db) })
		}
		group.Wait()
	}
	if readers, _ := file.Stats(); readers.Idle == 0 {
		t.Fatal("there are no readers to close")
	}
	sources.Rest(t.Context())
	if readers, _ := file.Stats(); readers.Idle != 0 {
		t.Errorf("%d readers are open", readers.Idle)
	}
	read(file)
	read(memory)
	if readers, _ := file.Stats(); readers.Idle != 1 {
		t.Errorf("%d readers are kept", readers.Idle)
	}
}
