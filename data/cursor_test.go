package data

import "testing"

// TestStreamOfADatabaseInMemory holds no connection: there is only one.
func TestStreamOfADatabaseInMemory(t *testing.T) {
	db := openSQLite(t, Settings{URL: "sqlite::memory:"})
	mustExecute(t, db, `create table n (v int);
		insert into n with recursive c(x) as (select 1 union all select x + 1 from c where x < 1000) select x from c`)
	c, err := db.Stream(t.Context(), "select v from n", Args{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	sum := 0
	for {
		rows, err := c.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if rows == nil {
			break
		}
		for i := range rows.Len() {
			if _, err := db.Update(t.Context(), "update n set v = 0 where v = ?", Positional(rows.Cell(i, 0).Int())); err != nil {
				t.Fatal(err)
			}
			sum++
		}
	}
	if sum != 1000 {
		t.Errorf("%d rows", sum)
	}
}
