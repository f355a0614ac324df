package databases

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
)

// is reports whether a datasource is an SQLite database, or one on a server; neither if its URL is not valid.
func (d Datasource) is() (file, server bool) {
	dialect, err := d.Dialect()
	return err == nil && dialect == data.SQLite, err == nil && dialect != data.SQLite
}

// RefuseServers returns a mistake for each database server, whose data a test would change. An invalid URL is reported when it is opened.
func (s Settings) RefuseServers(r *config.Reader) fault.List {
	items := r.Items("datasource")
	for i, d := range s {
		if _, server := d.is(); server {
			items[i].Reject("url", fmt.Sprintf("is a database server, and tests would change the data of %q", d.Name),
				"use a database in memory for tests: a datasource of this name with url: \"sqlite::memory:\" in "+
					"config/application-test.yml; or configure a database there whose data may be changed, and use --real-databases")
		}
	}
	return r.Problems()
}

// Files returns the names of the SQLite databases, which need no server.
func (s Settings) Files() (names []string) {
	for _, d := range s {
		if file, _ := d.is(); file {
			names = append(names, d.Name)
		}
	}
	return names
}

// InFiles gives each SQLite database that can be written a new file of its own, in a temporary folder, which it returns; "" if there are
// none. A database in memory has a single connection, so transactions would behave otherwise than in the served application.
func (s Settings) InFiles() (folder string, err error) {
	for i := range s {
		d := &s[i]
		if file, _ := d.is(); !file || d.ReadOnly {
			continue
		}
		if folder == "" {
			if folder, err = os.MkdirTemp("", "fwrun-test-"); err != nil {
				return "", err
			}
		}
		d.InMemory, d.URL = false, "sqlite:"+filepath.Join(folder, strconv.Itoa(i)+".db")
	}
	return folder, nil
}
