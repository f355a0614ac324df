package datatest

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data"
)

// Postgres starts a PostgreSQL server that runs until the test ends, and returns its URL.
func Postgres(t *testing.T) string {
	t.Helper()
	return NewPostgres(t).URL
}

// PostgresServer is a server that a test can stop and start.
type PostgresServer struct {
	URL    string
	server server
	end    func(syscall.Signal)
}

// NewPostgres starts a PostgreSQL server that runs until the test ends.
func NewPostgres(t *testing.T) *PostgresServer {
	t.Helper()
	initdb := program(t, "initdb", "/usr/lib/postgresql/*/bin/initdb")
	postgres := program(t, "postgres", "/usr/lib/postgresql/*/bin/postgres")
	dir := serverFolder(t, "postgres")
	run(t, "postgres", initdb, "--pgdata", dir+"/data", "--username", "fwrun", "--auth", "trust",
		"--encoding", "UTF8", "--locale", "C", "--no-sync")
	p := &PostgresServer{
		URL: "postgres:///postgres?host=" + dir + "&user=fwrun&sslmode=disable",
		server: server{
			user: "postgres", ready: "ready to accept connections", stop: syscall.SIGINT,
			command: []string{postgres, "-D", dir + "/data", "-k", dir, "-h", "", "-c", "fsync=off"},
		},
	}
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

// MariaDB starts a MariaDB server that runs until the test ends, and returns its URL.
func MariaDB(t *testing.T) string {
	t.Helper()
	install := program(t, "mariadb-install-db", "")
	mariadbd := program(t, "mariadbd", "/usr/sbin/mariadbd")
	dir := serverFolder(t, "mysql")
	// A server that starts removes the temporary tables of others in the folder for them.
	run(t, "mysql", install, "--no-defaults", "--datadir="+dir+"/data", "--tmpdir="+dir, "--skip-test-db",
		"--auth-root-authentication-method=normal")
	start(t, server{
		user: "mysql", ready: "ready for connections", stop: syscall.SIGTERM,
		command: []string{
			mariadbd, "--no-defaults", "--datadir=" + dir + "/data", "--socket=" + dir + "/sock",
			"--skip-networking", "--pid-file=" + dir + "/pid", "--tmpdir=" + dir, "--innodb-flush-log-at-trx-commit=0",
		},
	})
	url := "mysql://root@/?host=" + dir + "/sock"
	db := Open(t, data.Settings{Name: "setup", URL: url})
	must(t, db.Execute(context.Background(), "CREATE DATABASE contract CHARACTER SET utf8mb4"))
	return strings.Replace(url, "/?", "/contract?", 1)
}

// Open opens a datasource, which is closed when the test ends.
func Open(t *testing.T, s data.Settings) *data.DB {
	t.Helper()
	db, err := data.Open(context.Background(), s)
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	return db
}

// program returns the path of a program, from the PATH or by a pattern, or skips the test.
func program(t *testing.T, name, pattern string) string {
	t.Helper()
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	if found, _ := filepath.Glob(pattern); len(found) > 0 {
		return found[len(found)-1]
	}
	if os.Getenv("FWRUN_REQUIRE_DATABASES") == "1" {
		t.Fatalf("%s is not installed, and FWRUN_REQUIRE_DATABASES=1 requires it", name)
	}
	t.Skipf("%s is not installed, so this database can not be tested here", name)
	return ""
}

// serverFolder creates a folder that the server's user may enter, unlike those of t.TempDir.
func serverFolder(t *testing.T, user string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "fwrun-"+user+"-")
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	must(t, give(dir, user))
	return dir
}

func run(t *testing.T, user string, command ...string) {
	t.Helper()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = "/"
	must(t, become(cmd, user))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", command[0], err, out)
	}
}

// server is a process that writes a text to stdout or stderr when it is ready.
type server struct {
	user    string
	command []string
	ready   string
	stop    syscall.Signal
}

// start runs a server until end is called with a signal, or until the test ends.
func start(t *testing.T, s server) (end func(syscall.Signal)) {
	t.Helper()
	cmd := exec.Command(s.command[0], s.command[1:]...)
	cmd.Dir = "/"
	must(t, become(cmd, s.user))
	stderr, err := cmd.StderrPipe()
	must(t, err)
	cmd.Stdout = cmd.Stderr
	must(t, cmd.Start())
	var once sync.Once
	end = func(signal syscall.Signal) {
		once.Do(func() {
			_ = cmd.Process.Signal(signal)
			_ = cmd.Wait() // it only reports that the process was ended
		})
	}
	t.Cleanup(func() { end(s.stop) })
	said := make(chan string, 1)
	go watch(stderr, s.ready, said)
	select {
	case log := <-said:
		if !strings.Contains(log, s.ready) {
			t.Fatalf("%s ended:\n%s", s.command[0], log)
		}
	case <-time.After(60 * time.Second):
		t.Fatalf("%s is not ready after a minute", s.command[0])
	}
	return end
}

// watch reads until the log contains ready, or ends, and then reads on to keep the pipe empty.
func watch(stderr io.Reader, ready string, said chan<- string) {
	var log strings.Builder
	lines := bufio.NewScanner(stderr)
	for lines.Scan() && !strings.Contains(lines.Text(), ready) {
		log.WriteString(lines.Text() + "\n")
	}
	log.WriteString(lines.Text())
	said <- log.String()
	_, _ = io.Copy(io.Discard, stderr)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
