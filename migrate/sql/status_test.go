package sql_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/sql"
)

// TestStatus: every file with its state, also those that ran and are gone, without those of another datasource of the
// same database.
func TestStatus(t *testing.T) {
	db := datatest.Open(t, data.Settings{Name: "shop", URL: "sqlite:shop.db", Folder: t.TempDir()})
	run(t, db, files("shop/1.sql", "create table a (n int)", "shop/2.sql", "select 1", "shop/4/5.sql", "select 1"))
	if err := db.Execute(t.Context(), "insert into framework_migrations (migration_path, content_hash, executed_at, executed_by) "+
		"values ('shopping/1.sql', 'x', '2026-01-02 03:04:05', 'ada')"); err != nil {
		t.Fatal(err)
	}
	folder, err := migrate.Read(sql.New(db, sql.Options{}), files("shop/1.sql", "create table a (n int)", "shop/2.sql", "select 2", "shop/3.sql",
		"select 3"), natural)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "the states", states(t, folder), "shop/1.sql applied, shop/2.sql changed, shop/3.sql due, shop/4/5.sql missing")
}

// states returns the files and what is known of them.
func states(t *testing.T, folder *migrate.Folder) string {
	t.Helper()
	review, err := folder.Review(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, item := range review.Items {
		all = append(all, item.Path+" "+string(item.State))
		if r := item.Record; r != nil && (r.By != "me" || r.At.IsZero() || r.Took < 0) {
			t.Errorf("the record is %+v", r)
		}
	}
	return strings.Join(all, ", ")
}
