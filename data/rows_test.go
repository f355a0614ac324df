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

func TestIsStringified(t *testing.T) {
	db := openSQLite(t, Settings{})
	rows, err := db.Query(t.Context(), "select 9007199254740991, 9007199254740992, -9007199254740992, 'text', null, 0.5, '[1]', '{}'", Args{})
	if err != nil {
		t.Fatal(err)
	}
	rows.Convert(6, JSON)
	rows.Convert(7, JSON)
	for column, want := range []bool{true, false, false, true, true, true, true, false} {
		if got := rows.IsStringified(0, column); got != want {
			t.Errorf("%s: got %v, want %v", rows.AppendCellJSON(nil, 0, column), got, want)
		}
	}
}
