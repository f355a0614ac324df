package data_test

import (
	"testing"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
)

func TestSQLiteFile(t *testing.T) {
	folder := t.TempDir()
	datatest.Contract(t, func(t *testing.T, s data.Settings) *data.DB {
		s.URL, s.Folder = "sqlite:contract.db", folder
		return datatest.Open(t, s)
	})
}

func TestPostgres(t *testing.T) {
	url := datatest.Postgres(t)
	datatest.Contract(t, func(t *testing.T, s data.Settings) *data.DB {
		s.URL = url
		return datatest.Open(t, s)
	})
}

func TestMariaDB(t *testing.T) {
	url := datatest.MariaDB(t)
	datatest.Contract(t, func(t *testing.T, s data.Settings) *data.DB {
		s.URL = url
		return datatest.Open(t, s)
	})
}
