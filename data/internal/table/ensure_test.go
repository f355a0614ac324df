package table_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/data/internal/table"
)

const create = `create table if not exists things (id bigserial primary key);
	create index if not exists things_index on things (id)`

func TestEnsure(t *testing.T) {
	url := datatest.NewPostgres(t).URL // it makes a role, which all databases of a server have
	db := datatest.Open(t, data.Settings{Name: "owner", URL: url})

	t.Run("several at once", func(t *testing.T) {
		for range 10 {
			if err := db.Execute(t.Context(), "drop table if exists things"); err != nil {
				t.Fatal(err)
			}
			var all sync.WaitGroup
			for range 8 {
				all.Go(func() {
					if err := table.Ensure(t.Context(), db, "things", create); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			if _, err := db.Query(t.Context(), "select id from things", data.Args{}); err != nil {
				t.Fatal(err)
			}
		}
	})
	t.Run("without the right to create", func(t *testing.T) {
		if err := db.Execute(t.Context(), "create role guest login; revoke create on schema public from public"); err != nil {
			t.Fatal(err)
		}
		guest := datatest.Open(t, data.Settings{Name: "guest", URL: strings.Replace(url, "user=fwrun", "user=guest", 1)})
		if err := table.Ensure(t.Context(), guest, "things", create); err != nil {
			t.Error(err)
		}
		if err := table.Ensure(t.Context(), guest, "others", "create table others (id bigint)"); err == nil {
			t.Error("the guest made a table")
		}
	})
}

func TestEnsureRefusesOtherDatabases(t *testing.T) {
	db := datatest.Open(t, data.Settings{Name: "small", URL: "sqlite::memory:"})
	err := table.Ensure(t.Context(), db, "things", create)
	if err == nil || !strings.Contains(err.Error(), `datasource "small" cannot hold the table things`) {
		t.Error(err)
	}
}
