package data_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
)

// TestCopy: a script has the rows of COPY behind it. Any other way to run the statement is refused, since the server would wait for rows.
func TestCopy(t *testing.T) {
	db := datatest.Open(t, data.Settings{Name: "main", URL: datatest.Postgres(t)})
	const script = "create table copied (n int, s text);\ncopy copied from stdin;\n1\tone\n2\ttwo; 'and'\n\\.\n" +
		"insert into copied values (3, 'copy from stdin')"
	if err := db.Execute(t.Context(), script); err != nil {
		t.Fatal(err)
	}
	err := db.Transaction(t.Context(), data.TxOptions{}, func(tx *data.Tx) error {
		return tx.Execute(t.Context(), "copy copied from stdin (format csv);\n4,four\n\\.")
	})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := db.Query(t.Context(), "select string_agg(s, ', ' order by n) from copied", data.Args{})
	if err != nil || rows.Cell(0, 0).Text() != "one, two; 'and', copy from stdin, four" {
		t.Errorf("the rows are %v, %v", rows, err)
	}

	const alone = "copy copied from stdin"
	_, queried := db.Query(t.Context(), alone, data.Args{})
	_, updated := db.Update(t.Context(), alone, data.Args{})
	for how, err := range map[string]error{
		"query": queried, "update": updated, "execute": db.Execute(t.Context(), alone), "executeOne": db.ExecuteOne(t.Context(), alone),
	} {
		if err == nil || !strings.Contains(err.Error(), "takes the rows that follow it") {
			t.Errorf("%s: %v", how, err)
		}
	}
	if err := db.Execute(t.Context(), "select 1;\n"+alone+";\n1\n"); err == nil || !strings.Contains(err.Error(), "line 2 is never closed") {
		t.Errorf("without an end: %v", err)
	}
	const quoted = "create table \"a;b\" (n int);\ncopy \"a;b\" from stdin"
	if err := db.Execute(t.Context(), quoted+";\n1\n\\."); err != nil {
		t.Errorf("a name with a semicolon: %v", err)
	}
	if err := db.Execute(t.Context(), "begin;\ninsert into copied values (5, 'copy; from stdin');\ncommit"); err != nil {
		t.Errorf("a text that says so: %v", err)
	}
	if err := db.Execute(t.Context(), "copy copied to stdout"); err != nil {
		t.Errorf("to stdout: %v", err)
	}
	if err := db.Ping(t.Context()); err != nil {
		t.Error(err)
	}
}
