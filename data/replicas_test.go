package data_test

import (
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
)

// server is a kind of server with replicas. The replicas are other databases of the same server, so that an
// answer shows which one gave it. They refuse writes, as a standby does.
type server struct {
	name       string
	start      func(*testing.T) string
	primary    string // its database
	readOnly   string // the statement that makes a session refuse writes
	whoAnswers string
	setup      string // for each database
	writes     string // a query that writes, and returns which server answered
	nowhere    string // a URL at which no server listens
}

var (
	postgresServer = server{
		"PostgreSQL", func(t *testing.T) string { return datatest.NewPostgres(t).URL }, "postgres", "&default_transaction_read_only=on",
		"select current_database()", "",
		"select current_database() from pg_type limit 1 for share", "postgres://fwrun@127.0.0.1:1/x?sslmode=disable",
	}
	mariaDBServer = server{
		"MariaDB", newMariaDB, "contract", "&tx_read_only=1", "select database()", "create sequence counted",
		"select database(), next value for counted", "mysql://fwrun@127.0.0.1:1/x",
	}
)

// newMariaDB starts a server with a database of a name that is known.
func newMariaDB(t *testing.T) string {
	t.Helper()
	url := datatest.NewMariaDB(t)
	if err := datatest.Open(t, data.Settings{Name: "setup", URL: url}).Execute(t.Context(), "create database contract"); err != nil {
		t.Fatal(err)
	}
	return strings.Replace(url, "/?", "/contract?", 1)
}

// onServers runs a test on each kind of server.
func onServers(t *testing.T, test func(*testing.T, server)) {
	t.Helper()
	for _, s := range []server{postgresServer, mariaDBServer} {
		t.Run(s.name, func(t *testing.T) { test(t, s) })
	}
}

func (s server) replicated(t *testing.T, more ...string) *data.DB {
	t.Helper()
	url := s.start(t)
	setup := datatest.Open(t, data.Settings{Name: "setup", URL: url})
	replicas := more
	for _, name := range []string{s.primary, "one", "two"} {
		at := strings.Replace(url, "/"+s.primary+"?", "/"+name+"?", 1)
		if name != s.primary {
			if err := setup.Execute(t.Context(), "create database "+name); err != nil {
				t.Fatal(err)
			}
			replicas = append(replicas, at+s.readOnly)
		}
		if err := datatest.Open(t, data.Settings{Name: name, URL: at}).Execute(t.Context(), s.setup); err != nil {
			t.Fatal(err)
		}
	}
	return datatest.Open(t, data.Settings{Name: "main", URL: url, Replicas: replicas})
}

// ask runs the query n times and returns which servers answered, in order.
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

func TestReplicasTakeTurns(t *testing.T) { onServers(t, takeTurns) }

func takeTurns(t *testing.T, s server) {
	db, whoAnswers := s.replicated(t), s.whoAnswers
	read := func() (*data.Rows, error) { return db.Query(t.Context(), whoAnswers, data.Args{}) }
	if got := ask(t, 4, read); got != "one two one two" && got != "two one two one" {
		t.Errorf("reads were answered by %s", got)
	}
	primary := func() (*data.Rows, error) { return db.Primary().Query(t.Context(), whoAnswers, data.Args{}) }
	if got := ask(t, 2, primary); got != s.primary+" "+s.primary {
		t.Errorf("reads on the primary were answered by %s", got)
	}
	for readOnly, want := range map[bool]string{false: s.primary, true: "one or two"} {
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
	if got := ask(t, 1, func() (*data.Rows, error) { return c.Next(t.Context()) }); got == s.primary {
		t.Error("a stream was answered by the primary")
	}
}

func TestReadsThatWriteGoToThePrimary(t *testing.T) { onServers(t, writingReads) }

func writingReads(t *testing.T, s server) {
	db := s.replicated(t)
	for range 3 { // a replica refuses it once; after that it is known
		rows, err := db.Query(t.Context(), s.writes, data.Args{})
		if err != nil {
			t.Fatal(err)
		}
		if got := rows.Cell(0, 0).Text(); got != s.primary {
			t.Errorf("a query that writes was answered by %s", got)
		}
	}
}

func TestReplicasThatAreDownAreLeftOut(t *testing.T) { onServers(t, downReplicas) }

func downReplicas(t *testing.T, s server) {
	asked, nobody := neverAnswers(t)
	db := s.replicated(t, strings.Replace(s.nowhere, "127.0.0.1:1", nobody, 1))
	read := func() (*data.Rows, error) { return db.Query(t.Context(), s.whoAnswers, data.Args{}) }
	since := time.Now()
	if got := ask(t, 3, read); strings.Contains(got, s.primary) {
		t.Errorf("reads were answered by %s", got)
	}
	before := asked() // it has had its turn, and is left out for five seconds from then on
	ask(t, 6, read)
	if now := asked(); before == 0 || now != before && time.Since(since) < 5*time.Second {
		t.Errorf("a replica that is down was asked %d times, and then %d", before, now)
	}

	alone := datatest.Open(t, data.Settings{Name: "main", URL: s.start(t), Replicas: []string{s.nowhere, s.nowhere}})
	read = func() (*data.Rows, error) { return alone.Query(t.Context(), s.whoAnswers, data.Args{}) }
	if got, p := ask(t, 3, read), s.primary; got != p+" "+p+" "+p {
		t.Errorf("without replicas, reads were answered by %s", got)
	}
}

// neverAnswers returns an address at which every connection is closed at once, and a function that counts
// them.
func neverAnswers(t *testing.T) (asked func() int, address string) {
	t.Helper()
	// Clients of other tests still look for servers that have ended, and one of those may have had the port that is chosen here. On an
	// address of its own, which not every system has, nobody else asks.
	listener, err := net.Listen("tcp", "127.77.0.1:0")
	if err != nil {
		listener, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	address = listener.Addr().String()
	var all atomic.Int32
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			all.Add(1)
			_ = conn.Close()
		}
	}()
	own := 0
	asked = func() int { // count those before a connection of its own, which is the last in line
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_, _ = conn.Read(make([]byte, 1))
		own++
		return int(all.Load()) - own
	}
	return asked, address
}

func TestReplicaMistakes(t *testing.T) {
	for _, c := range []struct{ url, replica, says string }{
		{"sqlite::memory:", "sqlite:copy.db", `datasource "main": replica 1 is not usable: a SQLite file has no replicas`},
		{"postgres://a/b", "mysql://a/b", "replica 1 is not usable: it must be the same kind of database"},
		{"postgres://a/b", "postgres://user:secret@/b", "the url is not usable: it names no host"},
	} {
		_, err := data.Open(t.Context(), data.Settings{Name: "main", URL: c.url, Replicas: []string{c.replica}})
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s with %s: %v", c.url, c.replica, err)
		}
	}
}
