package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// migrateFolder is a folder with migrations.
type migrateFolder struct {
	path        string
	name        string   // of the search connection, so that each folder has records of its own
	searchPaths []string // of the records
	lastSearch  string   // the last of them
	templates   []string // the names of the files that are templates
}

// newMigrateFolder writes a folder with files of SQL, templates and indices.
func newMigrateFolder(scratch, name, node string, sql, templates, indices int) (*migrateFolder, error) {
	f := &migrateFolder{path: filepath.Join(scratch, "migrate-"+name), name: name}
	for _, folder := range []string{f.sqlFolder(), f.searchFolder(), filepath.Join(f.path, "config")} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, err
		}
	}
	if err := f.connect(node); err != nil {
		return nil, err
	}
	for i := range sql {
		text := fmt.Sprintf("CREATE TABLE t%04[1]d (\n  id INTEGER PRIMARY KEY,\n  name TEXT NOT NULL,\n  at TIMESTAMP\n);\n"+
			"CREATE INDEX t%04[1]d_name ON t%04[1]d (name);\nINSERT INTO t%04[1]d (name) VALUES ('one');\n", i)
		if err := os.WriteFile(filepath.Join(f.sqlFolder(), fmt.Sprintf("%04d.sql", i)), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	for i := range templates {
		file := fmt.Sprintf("%04d-%s-template.json", i, name)
		f.templates = append(f.templates, file)
		text := fmt.Sprintf(`{"index_patterns": ["%s-%04d-*"], "priority": 10, "template": %s}`+"\n", name, i, indexText)
		if err := f.writeSearch(file, text); err != nil {
			return nil, err
		}
	}
	for i := range indices {
		if err := f.writeSearch(fmt.Sprintf("index-%s-%04d.json", name, i), indexText); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// indexText is what a template or an index has: half a kilobyte, as usual ones.
const indexText = `{
  "settings": {"number_of_shards": 1, "number_of_replicas": 0, "refresh_interval": "30s"},
  "mappings": {"dynamic": "strict", "properties": {
    "id": {"type": "keyword"}, "title": {"type": "text", "fields": {"raw": {"type": "keyword"}}},
    "description": {"type": "text"}, "price": {"type": "scaled_float", "scaling_factor": 100},
    "tags": {"type": "keyword"}, "created": {"type": "date"}, "stock": {"type": "integer"}
  }}
}`

func (f *migrateFolder) sqlFolder() string    { return filepath.Join(f.path, "migrations", "main") }
func (f *migrateFolder) searchFolder() string { return filepath.Join(f.path, "migrations", f.name) }

func (f *migrateFolder) writeSearch(file, text string) error {
	f.lastSearch = file
	f.searchPaths = append(f.searchPaths, f.name+"/"+file)
	return os.WriteFile(filepath.Join(f.searchFolder(), file), []byte(text), 0o600)
}

// connect writes the configuration, with the address of the node.
func (f *migrateFolder) connect(node string) error {
	text := fmt.Sprintf("datasource:\n  - name: main\n    url: \"sqlite:bench.db\"\nopensearch:\n  - name: %s\n    hosts: [%q]\n    proxy: false\n"+
		"    migrations: { enabled: true }\n", f.name, node)
	return os.WriteFile(filepath.Join(f.path, "config", "application.yml"), []byte(text), 0o600)
}

// writeCurl writes two configurations with which one process of curl sends what the templates make: curl.txt alone, and
// curl-records.txt with a record after each, as the command keeps them.
func (f *migrateFolder) writeCurl(node string) error {
	var alone, recorded bytes.Buffer
	for i, file := range f.templates {
		name := strings.TrimSuffix(file, "-template.json")
		template := curlPut(node+"/_index_template/"+name, "@"+filepath.Join(f.searchFolder(), file))
		record := fmt.Sprintf(`{\"migration_path\":\"%[1]s/%[2]s\",\"connection\":\"%[1]s\",\"content_hash\":\"%064[3]d\",`+
			`\"executed_at\":\"2026-01-02T03:04:05.678Z\",`+
			`\"executed_by\":\"somebody@example.com\",\"duration_ms\":12.345}`, f.name, file, i)
		if i > 0 {
			alone.WriteString("next\n")
			recorded.WriteString("next\n")
		}
		alone.WriteString(template)
		recorded.WriteString(template + "next\n" + curlPut(node+"/framework_migrations/_doc/"+f.name+"%2F"+file, record))
	}
	return errors.Join(
		os.WriteFile(filepath.Join(f.path, "curl.txt"), alone.Bytes(), 0o600),
		os.WriteFile(filepath.Join(f.path, "curl-records.txt"), recorded.Bytes(), 0o600),
	)
}

// curlPut returns one request of a configuration of curl. An answer other than 2xx fails.
func curlPut(url, data string) string {
	return fmt.Sprintf("silent\nshow-error\nfail\nrequest = PUT\noutput = /dev/null\nheader = \"Content-Type: application/json\"\n"+
		"url = \"%s\"\ndata-binary = \"%s\"\n",
		url, data)
}

// forget removes the SQLite database.
func (f *migrateFolder) forget() error { return os.RemoveAll(filepath.Join(f.path, "data")) }
