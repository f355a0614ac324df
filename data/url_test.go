package data

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/platform/fault"
)

func TestSQLitePaths(t *testing.T) {
	for url, want := range map[string]string{
		"sqlite:users.db":       filepath.Join("app", "data", "users.db"),
		"sqlite:a/b/users.db":   filepath.Join("app", "data", "a", "b", "users.db"),
		"sqlite:a/../users.db":  filepath.Join("app", "data", "users.db"),
		"sqlite://users.db":     filepath.Join("app", "data", "users.db"),
		"sqlite:/var/users.db":  "/var/users.db",
		"sqlite:///var/x.db":    "/var/x.db",
		"sqlite::memory:":       "",
		"SQLite:with space%.db": filepath.Join("app", "data", "with space%.db"),
	} {
		got, err := sqlitePath(Settings{Name: "db", URL: url, Folder: filepath.Join("app", "data")})
		if err != nil || got != want {
			t.Errorf("%s is %q, %v; want %q", url, got, err, want)
		}
	}
}

func TestBadURLs(t *testing.T) {
	for url, says := range map[string]string{
		"":                                       "must begin with sqlite:, postgres: or mysql:",
		"oracle://secret@x":                      "must begin with sqlite:",
		"sqlite:":                                "names no file",
		"sqlite:///":                             "names no file",
		"sqlite:../users.db":                     "inside the data folder",
		"sqlite:a/../../users.db":                "inside the data folder",
		"sqlite:users.db?mode=secret":            "must not have options",
		"postgres:db":                            "names no host",
		"postgres://u:secret@/db":                "names no host",
		"postgres://u:secret@h:port/db":          "not a valid URL",
		"postgres://u:se%cret@h/db":              "not a valid URL",
		"postgres://u:secret@h/db?sslmode=weird": "sslmode",
		"postgres://h/db?password=secret&sslmode=weird": "sslmode",
		"mysql:db":                           "names no host",
		"mysql://u:secret@h/db?tls=nosuch":   "nosuch",
		"mysql://u:secret@h/db?timeout=soon": "soon",
	} {
		_, err := Open(t.Context(), Settings{Name: "shop", URL: url, Password: "secret", Folder: t.TempDir()})
		if err == nil {
			t.Errorf("%s is accepted", url)
			continue
		}
		e, ok := errors.AsType[*fault.Error](err)
		if !ok || e.Hint == "" || !strings.Contains(e.Public, says) || !strings.Contains(e.Public, `datasource "shop"`) {
			t.Errorf("%s: %v (%T)", url, err, err)
		}
		if strings.Contains(err.Error()+e.Hint, "secret") {
			t.Errorf("%s: the error shows the password: %v", url, err)
		}
	}
}

func TestServerURLs(t *testing.T) {
	u, err := serverURL(Settings{URL: "postgres://u:p%40@h:5433/db?sslmode=disable", Username: "other"}, Postgres)
	if err != nil {
		t.Fatal(err)
	}
	c, err := postgresConfig(u)
	if err != nil {
		t.Fatal(err)
	}
	if c.User != "other" || c.Password != "p@" || c.Host != "h" || c.Port != 5433 || c.Database != "db" {
		t.Errorf("%+v", c)
	}
	u, err = serverURL(Settings{URL: "mysql://u:p%40@h/a%20b?maxAllowedPacket=7", Password: "q:/@"}, MySQL)
	if err != nil {
		t.Fatal(err)
	}
	m, err := mysqlConfig(u)
	if err != nil {
		t.Fatal(err)
	}
	if m.User != "u" || m.Passwd != "q:/@" || m.Addr != "h:3306" || m.DBName != "a b" || m.MaxAllowedPacket != 7 {
		t.Errorf("%+v", m)
	}
}

func TestServersOpenLazily(t *testing.T) {
	for _, url := range []string{"postgres://u:secret@127.0.0.1:1/db", "mysql://u:secret@127.0.0.1:1/db"} {
		db, err := Open(t.Context(), Settings{Name: "shop", URL: url})
		if err != nil {
			t.Fatal(err)
		}
		err = db.Ping(t.Context())
		if fault.KindOf(err) != fault.Unavailable || strings.Contains(err.Error(), "secret") ||
			!strings.Contains(err.Error(), `datasource "shop"`) {
			t.Errorf("%v", err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}
