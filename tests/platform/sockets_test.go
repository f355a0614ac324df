package platform

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/tests/needs"
)

// TestDriversOverSockets: packages that speak the protocols of databases, brokers and mail themselves work with the servers, within the
// rules for requests; their pools keep connections for the requests that follow. What maps rows to objects works over them.
func TestDriversOverSockets(t *testing.T) {
	t.Parallel()
	app := t.TempDir()
	if err := os.CopyFS(app, os.DirFS(filepath.Join("testdata", "sockets"))); err != nil {
		t.Fatal(err)
	}
	nodejs.LinkPackages(t, compatFolder, app)
	mails, smtp := startSMTP(t, app)
	postgres, maria := parse(t, datatest.Postgres(t)), parse(t, datatest.MariaDB(t))
	folder := postgres.Query().Get("host")
	at := harness.ServeFolder(t, app, datatest.FreePort(t),
		"POSTGRES_FOLDER="+folder, "POSTGRES_PORT="+forward(t, folder+"/.s.PGSQL.5432"), "POSTGRES_DATABASE="+postgres.Path[1:],
		"MYSQL_PORT="+forward(t, maria.Query().Get("host")), "MYSQL_DATABASE="+maria.Path[1:],
		"REDIS_PORT="+forward(t, strings.TrimPrefix(datatest.Redis(t).URL, "redis+unix://")),
		"NATS_PORT="+startNATS(t), "SMTP_PORT="+smtp)
	for path, want := range map[string]string{
		"/pg":        `{"n":42,"large":3000000,"many":190,"fails":"42703","connections":1}`,
		"/pg/file":   `["over a file","EACCES"]`,
		"/mysql":     `{"rows":[{"n":42}],"prepared":[{"x":"é"}],"fails":"ER_BAD_FIELD_ERROR"}`,
		"/redis":     `{"text":"42","large":2000000,"status":"ready"}`,
		"/nats":      `["abab",true]`,
		"/mail":      `{"accepted":["b@example.com"],"response":"250 taken","unchecked":"ESOCKET"}`,
		"/forbidden": "EPRIVATE",
		"/typeorm": `{"types":["Number","String","Date","Boolean"],"titles":["B","A"],"born":0,"is":true,"sum":30,` +
			`"rolledBack":[true,"23505"],"count":1}`,
		"/sequelize":  `{"entries":[2,3],"rolledBack":true,"balance":5,"sum":5}`,
		"/postgres":   `{"rows":[["a",0],["b",1]],"fails":"23505","count":2}`,
		"/pg-promise": `{"names":["it's","b"],"fails":"23502","none":"QueryResultError","count":2}`,
	} {
		if got := get(t, at+path); got != want {
			t.Errorf("%s\n got %s\nwant %s", path, got, want)
		}
	}
	const mail = `{"secure":true,"user":"ada","subject":"=?UTF-8?Q?Gr=C3=B6=C3=9Fe?=","size":true}`
	select {
	case line := <-mails:
		if line != mail {
			t.Errorf("the server got\n     %s\nwant %s", line, mail)
		}
	default: // it had to print it before it answered
		t.Error("the server got no mail")
	}
	if first, second := get(t, at+"/pg/pid"), get(t, at+"/pg/pid"); first != second {
		t.Errorf("two requests have two connections: %s, %s", first, second)
	}
}

func get(t *testing.T, url string) string {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func parse(t *testing.T, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// forward listens for a server that has a socket in the file system only, and returns the port.
func forward(t *testing.T, path string) string {
	t.Helper()
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("unix", path)
			if err != nil {
				_ = from.Close()
				continue
			}
			go pipe(from, to)
			go pipe(to, from)
		}
	}()
	return strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
}

func pipe(from, to net.Conn) {
	_, _ = io.Copy(to, from)
	_ = to.Close()
}

func startNATS(t *testing.T) (port string) {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(harness.Patience) {
		t.Fatal("NATS does not start")
	}
	return strconv.Itoa(s.Addr().(*net.TCPAddr).Port)
}

// startSMTP starts a server for mail in Node. It returns what it has got, a line for each mail.
func startSMTP(t *testing.T, folder string) (mails <-chan string, port string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), needs.Program(t, "node"), "smtp.cjs")
	cmd.Dir, cmd.Stderr = folder, os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Wait() })
	lines := make(chan string, 10)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			lines <- scanner.Text()
		}
	}()
	return lines, <-lines
}
