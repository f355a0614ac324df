package data

import (
	"slices"
	"testing"
)

func TestNamesAreEachColumnOnce(t *testing.T) {
	db := openSQLite(t, Settings{})
	rows, err := db.Query(t.Context(), "select 1 as b, 2 as a, 3 as b, 4 as \"7\"", Args{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := rows.Names(), []string{"7", "b", "a"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
