package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/app/migrations"
	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search"
	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/migrate/search/searchtest"
	"github.com/fwrun/fwrun/platform/fault"
)

// written writes files, each a path and a text, into a folder of their own.
func written(t *testing.T, files ...string) string {
	t.Helper()
	folder := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(folder, files[i])
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestOrderOfFiles: files run in alphabetical order, unless it is to be the natural one.
func TestOrderOfFiles(t *testing.T) {
	for order, want := range map[string]migrate.Order{"": migrate.Alphabetical, "migrations: { order: natural }\n": migrate.Natural} {
		folder := written(t, "config/application.yml", order)
		s, _, _ := readMigrationSettings(MigrateOptions{Options: Options{Folder: folder}})
		if s.migrations.Order != want {
			t.Errorf("%q: the order is %v", order, s.migrations.Order)
		}
	}
}

// TestKindsOfMigrations: -m chooses the kind, and only a connection that is turned on is migrated.
func TestKindsOfMigrations(t *testing.T) {
	fake := searchtest.NewFake(t)
	config := "datasource:\n  - { name: main, url: 'sqlite:a.db' }\n  - { name: off, url: 'sqlite:b.db', migrations: " +
		"{ enabled: false } }\nopensearch:\n  - { name: logs, hosts: ['" + fake.URL + "'], proxy: false, migrations: { enabled: true } }\n" +
		"  - { name: silent, hosts: ['" + fake.URL + "'] }\n  - { name: quiet, hosts: ['" + fake.URL + "'], migrations: { enabled: false } }\n"
	files := []string{"config/application.yml", config, "elsewhere/application.yml", config}
	for _, root := range []string{"migrations", "other"} {
		for _, name := range []string{"main", "off"} {
			files = append(files, root+"/"+name+"/1.sql", "create table "+root+" (n int)")
		}
		for _, name := range []string{"logs", "silent", "quiet"} {
			files = append(files, root+"/"+name+"/1-"+root+".json", `{"aliases":{}}`)
		}
	}
	for _, c := range []struct {
		kind, connection, root, want string
	}{
		{migrations.SQL, "", "", "main/1.sql"},
		{migrations.Search, "", "", "logs/1-migrations.json"},
		{migrations.All, "", "", "main/1.sql logs/1-migrations.json"},
		{migrations.All, "logs", "", "logs/1-migrations.json"},
		{migrations.All, "main", "other", "main/1.sql"},
		{migrations.All, "", "other", "main/1.sql logs/1-other.json"},
	} {
		folder := written(t, files...)
		o := MigrateOptions{Options: Options{Folder: folder}, Choice: migrations.Choice{Kind: c.kind, Connection: c.connection}}
		if c.root != "" {
			o.Root = filepath.Join(folder, c.root)
		}
		m, err := OpenMigrations(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		fake.Forget()
		var ran []string
		if _, err := m.Run(t.Context(), "me", nil, func(e migrations.Event) {
			if e.Ran {
				ran = append(ran, e.Path)
			}
		}); err != nil {
			t.Error(err)
		}
		m.Close()
		if got := strings.Join(ran, " "); got != c.want {
			t.Errorf("%+v: %s ran", c, got)
		}
	}
	_, err := OpenMigrations(t.Context(), MigrateOptions{
		Options: Options{Folder: written(t, files...)}, Choice: migrations.Choice{Kind: migrations.All, Connection: "silent"},
	})
	if err == nil || err.Error() != "the migrations of silent are not enabled; set migrations.enabled: true for it" {
		t.Errorf("a connection that is not turned on: %v", err)
	}
}

// TestOptionsOfMigrations: what happens to indices and policies that exist is chosen, and the wait for others is bounded.
func TestOptionsOfMigrations(t *testing.T) {
	fake := searchtest.NewFake(t)
	folder := written(t, "config/application.yml", "opensearch:\n  - name: logs\n    hosts: ['"+fake.URL+"']\n    proxy: false\n"+
		"    migrations: { enabled: true, lock-timeout: 1ms }\n")
	open := func(o MigrateOptions, index, description string) *migrations.Folders {
		t.Helper()
		for name, text := range map[string]string{"a.json": index, "b-policy.json": `{"policy":{"default_state":"a","description":"` +
			description + `"}}`} {
			if err := os.MkdirAll(filepath.Join(folder, "migrations", "logs"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder, "migrations", "logs", name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		o.Folder, o.Kind = folder, migrations.Search
		m, err := OpenMigrations(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(m.Close)
		return m
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	run := func(m *migrations.Folders) error {
		_, err := m.Run(ctx, "me", nil, func(migrations.Event) {})
		return err
	}
	if err := run(open(MigrateOptions{}, `{"settings":{}}`, "one")); err != nil {
		t.Fatal(err)
	}
	fake.Manage("logs-1", "b")
	if err := run(open(MigrateOptions{}, `{"settings":{ }}`, "one")); err == nil || !strings.Contains(err.Error(), "the index a exists") {
		t.Errorf("a changed index: %v", err)
	}
	fake.Requests()
	if err := run(open(MigrateOptions{Choice: migrations.Choice{IndexChange: "skip", ApplyPolicies: true}}, `{"settings":{ }}`, "two")); err != nil {
		t.Error(err)
	}
	if sent := fake.Sent(); !slices.Contains(sent, `POST /_plugins/_ism/change_policy/logs-1 application/json {"policy_id":"b"}`) {
		t.Errorf("sent %q", sent)
	}
	waiting := open(MigrateOptions{}, `{"settings":{}}`, "three")
	connection, err := cluster.Connect(cluster.Settings{Name: "logs", Hosts: []string{fake.URL}, NoProxy: true})
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	err = search.New(connection, search.Options{}).Locked(t.Context(), nil, func(context.Context) error { return run(waiting) })
	if err == nil || !strings.Contains(err.Error(), `another process migrates search connection "logs"`) {
		t.Errorf("while another process migrates: %v", err)
	}
}

// TestMigrationsAtStart: migrations.onStart runs both kinds, SQL first, and the first failure ends the start.
func TestMigrationsAtStart(t *testing.T) {
	for _, c := range []struct{ onStart, sql, want, fails string }{
		{"migrations: { onStart: true }\n", "create table a (n int)", `HEAD /1, PUT /1 application/json {"settings":{}}`, ""},
		{"", "create table a (n int)", "", ""},
		{"migrations: { onStart: true }\n", "create tabl a", "", "syntax error"},
	} {
		fake := searchtest.NewFake(t)
		connection := func(name string, enabled bool) string {
			return fmt.Sprintf("  - { name: %s, hosts: ['%s'], proxy: false, migrations: { enabled: %v } }\n", name, fake.URL, enabled)
		}
		folder := written(t, "a.js", "export const a = 1;", "migrations/main/1.sql", c.sql,
			"migrations/logs/1.json", `{"settings":{}}`, "migrations/off/2.json", `{"settings":{}}`,
			"config/application.yml", "datasource:\n  - { name: main, url: 'sqlite:a.db' }\nopensearch:\n"+connection("logs", true)+
				connection("off", false)+c.onStart)
		a, err := Start(t.Context(), Options{Folder: folder, Logger: func(LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) }})
		if err == nil {
			if err := a.Close(t.Context()); err != nil {
				t.Error(err)
			}
		}
		if (err != nil) != (c.fails != "") || err != nil && !strings.Contains(err.Error(), c.fails) {
			t.Errorf("%+v: %v", c, err)
		}
		if sent := strings.Join(fake.Sent(), ", "); sent != c.want {
			t.Errorf("%+v: sent %s", c, sent)
		}
	}
}

// TestPlansGoOn: what the cluster refuses to say about one file does not hide the others.
func TestPlansGoOn(t *testing.T) {
	fake := searchtest.NewFake(t)
	fake.Answer(func(r *http.Request) (int, string) {
		if strings.HasPrefix(r.URL.Path, "/_plugins/") {
			return http.StatusBadRequest, `{"error":"no handler found for uri [/_plugins/_ism/policies/a] and method [GET]"}`
		}
		if r.Method == http.MethodGet && r.URL.Path == "/2" {
			return http.StatusNotFound, `{"error":{"type":"index_not_found_exception"},"status":404}`
		}
		return 0, ""
	})
	folder := written(t, "migrations/logs/1-policy.json", `{"policy":{"default_state":"a"}}`, "migrations/logs/2.json", `{"settings":{}}`,
		"config/application.yml", "opensearch:\n  - { name: logs, hosts: ['"+fake.URL+"'], proxy: false, migrations: { enabled: true } }\n")
	m, err := OpenMigrations(t.Context(), MigrateOptions{Options: Options{Folder: folder}, Choice: migrations.Choice{Kind: migrations.Search}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	report, err := m.Plan(t.Context())
	if err != nil || len(report.Connections) != 1 || len(report.Connections[0].Files) != 2 || len(report.Connections[0].Files[1].Steps) != 1 {
		t.Errorf("plan: %+v %v", report.Connections, err)
	}
	drifted, problems, err := m.Diff(t.Context())
	if err != nil || len(drifted) != 1 || len(drifted[0].Files) != 1 {
		t.Errorf("diff: %+v %v", drifted, err)
	}
	for what, list := range map[string]fault.List{"plan": report.Problems, "diff": problems} {
		if len(list) != 1 || list[0].Place.File != "migrations/logs/1-policy.json" || !strings.Contains(list[0].Message, "has no index management") {
			t.Errorf("the problems of %s are %v", what, list)
		}
	}
}
