package data

import (
	"cmp"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/fwrun/fwrun/data/sqltext"
	"github.com/fwrun/fwrun/platform/fault"
)

// Dialect is the kind of database of a datasource.
type Dialect = sqltext.Dialect

// The dialects.
const (
	SQLite   = sqltext.SQLite
	Postgres = sqltext.Postgres
	MySQL    = sqltext.MySQL
)

var examples = map[Dialect]string{
	SQLite:   "sqlite:users.db, sqlite::memory: or sqlite:/var/lib/app/users.db",
	Postgres: "postgres://user@db.example.com:5432/shop?sslmode=require",
	MySQL:    "mysql://user@db.example.com:3306/shop",
}

// Dialect returns the kind of database that the URL names. The error is the same as Open's.
func (s Settings) Dialect() (Dialect, error) { return dialectOf(s) }

// dialectOf returns the dialect of the URL's scheme.
func dialectOf(s Settings) (Dialect, error) {
	scheme, _, _ := strings.Cut(s.URL, ":")
	switch strings.ToLower(scheme) {
	case "sqlite":
		return SQLite, nil
	case "postgres", "postgresql":
		return Postgres, nil
	case "mysql", "mariadb":
		return MySQL, nil
	default:
		return 0, badURL(s, SQLite, "it must begin with sqlite:, postgres: or mysql:")
	}
}

// badURL returns an error that does not contain the URL itself, which may contain a password.
func badURL(s Settings, d Dialect, what string) error {
	return fault.New("data.open", fault.Internal, fmt.Sprintf("datasource %q: the url is not usable: %s", s.Name, what)).
		WithHint("write it like " + examples[d])
}

// sqlitePath returns the file of sqlite:users.db, or "" for a database in memory. A relative name
// must stay inside of the folder.
func sqlitePath(s Settings) (string, error) {
	name := s.URL[len("sqlite:"):]
	switch {
	case name == ":memory:":
		return "", nil
	case strings.Trim(name, "/") == "":
		return "", badURL(s, SQLite, "it names no file")
	case strings.ContainsAny(name, "?#\x00"):
		return "", badURL(s, SQLite, "it must not have options")
	}
	if strings.HasPrefix(name, "///") {
		name = name[len("//"):] // sqlite:///abs/path
	}
	if filepath.IsAbs(name) && !strings.HasPrefix(name, "//") {
		return filepath.Clean(name), nil
	}
	name = strings.TrimPrefix(name, "//")
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", badURL(s, SQLite, "a relative file must stay inside the data folder")
	}
	return filepath.Join(s.Folder, filepath.FromSlash(name)), nil
}

// serverURL parses the URL of a server. The settings' user and password take precedence.
func serverURL(s Settings, d Dialect) (*url.URL, error) {
	u, err := url.Parse(s.URL)
	if err != nil {
		return nil, badURL(s, d, "it is not a valid URL; special characters in a password must be percent-encoded")
	}
	if u.Opaque != "" || u.Host == "" && u.Query().Get("host") == "" {
		return nil, badURL(s, d, "it names no host")
	}
	user, password := u.User.Username(), ""
	if u.User != nil {
		password, _ = u.User.Password()
	}
	u.User = url.UserPassword(cmp.Or(s.Username, user), cmp.Or(s.Password, password))
	return u, nil
}
