package datatest

import (
	"context"
	"crypto/rand"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/tests/databases"
	"github.com/fwrun/fwrun/tests/needs"
)

// Postgres returns the URL of a PostgreSQL database of the test's own: on the server that the run of the tests shares, or
// else on one that runs until the test ends.
func Postgres(t *testing.T) string {
	t.Helper()
	if url, ok := shared(t, "postgres"); ok {
		return Beside(t, url)
	}
	return NewPostgres(t).URL
}

// PostgresServer is a server that a test can stop and start.
type PostgresServer struct {
	URL    string
	server databases.Server
	end    func(syscall.Signal)
}

// NewPostgres starts a PostgreSQL server that runs until the test ends.
func NewPostgres(t *testing.T) *PostgresServer {
	t.Helper()
	server, folder, url, err := databases.Postgres(needs.Program(t, "initdb"), needs.Program(t, "postgres"))
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	must(t, err)
	p := &PostgresServer{URL: url, server: server}
	p.Start(t)
	return p
}

// Start starts the server again, after Kill.
func (p *PostgresServer) Start(t *testing.T) {
	t.Helper()
	p.end = start(t, p.server)
}

// Kill ends the server at once: connections are cut, and uncommitted changes are lost.
func (p *PostgresServer) Kill() {
	p.end(syscall.SIGQUIT)
}

// MariaDB returns the URL of a MariaDB database of the test's own: on the server that the run of the tests shares, or else on
// one that runs until the test ends.
func MariaDB(t *testing.T) string {
	t.Helper()
	url, ok := shared(t, "mariadb")
	if !ok {
		url = NewMariaDB(t)
	}
	return Beside(t, url)
}

// NewMariaDB starts a MariaDB server that runs until the test ends, and returns its URL, without a database.
func NewMariaDB(t *testing.T) string {
	t.Helper()
	server, folder, url, err := databases.MariaDB(needs.Program(t, "mariadb-install-db"), needs.Program(t, "mariadbd"))
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	must(t, err)
	start(t, server)
	return url
}

// shared returns the address of a server that the run of the tests shares.
func shared(t *testing.T, name string) (url string, ok bool) {
	t.Helper()
	url, ok, err := databases.Shared(name)
	must(t, err)
	return url, ok
}

var inURL = regexp.MustCompile(`/\w*\?`)

// Beside makes a database on the server of another, which is gone when the test ends, and returns its URL.
func Beside(t *testing.T, url string) string {
	t.Helper()
	name := "test_" + strings.ToLower(rand.Text())[:12]
	setup, encoding, drop := inURL.ReplaceAllString(url, "/?"), " character set utf8mb4", ""
	if strings.HasPrefix(url, "postgres:") {
		setup, encoding, drop = inURL.ReplaceAllString(url, "/postgres?"), "", " with (force)"
	}
	execute := func(statement string) {
		db, err := data.Open(context.Background(), data.Settings{Name: "setup", URL: setup})
		must(t, err)
		must(t, db.ExecuteOne(context.Background(), statement))
		must(t, db.Close())
	}
	execute("create database " + name + encoding)
	t.Cleanup(func() { execute("drop database " + name + drop) })
	return inURL.ReplaceAllString(url, "/"+name+"?")
}

// Open opens a datasource, which is closed when the test ends.
func Open(t *testing.T, s data.Settings) *data.DB {
	t.Helper()
	db, err := data.Open(context.Background(), s)
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	return db
}

// start runs a server until end is called with a signal, or until the test ends.
func start(t *testing.T, s databases.Server) (end func(syscall.Signal)) {
	t.Helper()
	end, err := s.Start()
	must(t, err)
	t.Cleanup(func() { end(0) })
	return end
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
