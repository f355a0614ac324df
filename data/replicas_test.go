package data_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
)

// replicated is a datasource whose replicas are other databases of the server, so that an
// answer tells who gave it. They refuse writes, as a standby does.
func replicated(t *testing.T, more ...string) *data.DB {
	t.Helper()
	url := datatest.Postgres(t)
	setup := datatest.Open(t, data.Settings{Name: "setup", URL: url})
	replicas := more
	for _, name := range []string{"one", "two"} {
		if err := setup.Execute(t.Context(), "create database "+name); err != nil {
			t.Fatal(err)
		}
		replica := strings.Replace(url, "/postgres?", "/"+name+"?", 1)
		replicas = append(replicas, replica+"&default_transaction_read_only=on")
	}
	return datatest.Open(t, data.Settings{Name: "main", URL: url, Replicas: replicas})
}

const whoAnswers = "select current_database()"

// ask tells who answered n queries, in order.
func ask(t *testing.T, n int, query func() (*data.Rows, error)) string {
	t.Helper()
	var names []string
	for range n {
		rows, err := query()
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, rows.Cell(0, 0).Text())
	}
	return strings.Join(names, " ")
}

func TestReplicasTakeTurns(t *testing.T) {
	db := replicated(t)
	read := func() (*data.Rows, error) { return db.Query(t.Context(), whoAnswers, data.Args{}) }
	if got := ask(t, 4, read); got != "one two one two" && got != "two one two one" {
		t.Errorf("reads were answered by %s", got)
	}
	primary := func() (*data.Rows, error) { return db.Primary().Query(t.Context(), whoAnswers, data.Args{}) }
	if got := ask(t, 2, primary); got != "postgres postgres" {
		t.Errorf("reads on the primary were answered by %s", got)
	}
	for readOnly, want := range map[bool]string{false: "postgres", true: "one or two"} {
		err := db.Transaction(t.Context(), data.TxOptions{ReadOnly: readOnly}, func(tx *data.Tx) error {
			got := ask(t, 1, func() (*data.Rows, error) { return tx.Query(t.Context(), whoAnswers, data.Args{}) })
			if !strings.Contains(want, got) {
				t.Errorf("a transaction (read-only: %v) was answered by %s", readOnly, got)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	c, err := db.Stream(t.Context(), whoAnswers, data.Args{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if got := ask(t, 1, func() (*data.Rows, error) { return c.Next(t.Context()) }); got == "postgres" {
		t.Error("a stream was answered by the primary")
	}
}

func TestReadsThatWriteGoToThePrimary(t *testing.T) {
	db := replicated(t)
	for range 3 { // refused by a replica once, known afterwards
		rows, err := db.Query(t.Context(), "select current_database() from pg_type limit 1 for share", data.Args{})
		if err != nil || rows.Cell(0, 0).Text() != "postgres" {
			t.Errorf("a query that writes: %v", err)
		}
	}
}

func TestReplicasThatAreDownAreLeftOut(t *testing.T) {
	db := replicated(t, "postgres://fwrun@127.0.0.1:1/postgres?sslmode=disable")
	read := func() (*data.Rows, error) { return db.Query(t.Context(), whoAnswers, data.Args{}) }
	if got := ask(t, 9, read); strings.Contains(got, "postgres") {
		t.Errorf("reads were answered by %s", got)
	}

	url := datatest.Postgres(t)
	alone := datatest.Open(t, data.Settings{Name: "main", URL: url, Replicas: []string{"postgres://127.0.0.1:1/x", "postgres://127.0.0.1:1/y"}})
	read = func() (*data.Rows, error) { return alone.Query(t.Context(), whoAnswers, data.Args{}) }
	if got := ask(t, 3, read); got != "postgres postgres postgres" {
		t.Errorf("without replicas, reads were answered by %s", got)
	}
}

func TestReplicaMistakes(t *testing.T) {
	for _, c := range []struct{ url, replica, says string }{
		{"sqlite::memory:", "sqlite:copy.db", `datasource "main": replica 1 is not usable: a SQLite file has no replicas`},
		{"postgres://a/b", "mysql://a/b", "replica 1 is not usable: it is not of the same kind"},
		{"postgres://a/b", "postgres://user:secret@/b", "the url is not usable: it names no host"},
	} {
		_, err := data.Open(t.Context(), data.Settings{Name: "main", URL: c.url, Replicas: []string{c.replica}})
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s with %s: %v", c.url, c.replica, err)
		}
	}
}
