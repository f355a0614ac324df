package data

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/migrate/search/searchtest"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/script"
)

// looksOnly are the verbs that change nothing.
var looksOnly = [][]string{{"plan"}, {"plan", "--check"}, {"plan", "--json"}, {"status"}, {"unlock"}}

// look runs a verb of migrate that changes nothing, in a folder.
func look(t *testing.T, folder string, verb []string, arguments ...string) []byte {
	t.Helper()
	bin := harness.Binary(t)
	cmd := exec.Command(bin, append(append([]string{"migrate"}, verb...), append(arguments, folder)...)...)
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if code := cmd.ProcessState.ExitCode(); code != 0 && code != 3 {
		t.Fatalf("%s: %v\n%s%s", verb, err, out, problems.Bytes())
	}
	return out
}

// TestPlanChangesNoDatabase: what only looks makes no table, waits for no lock, and neither makes nor changes a file of SQLite.
func TestPlanChangesNoDatabase(t *testing.T) {
	for name, open := range map[string]func(*testing.T) string{"postgres": datatest.Postgres, "mariadb": datatest.MariaDB} {
		t.Run(name, func(t *testing.T) {
			url := open(t)
			db := datatest.Open(t, data.Settings{Name: "main", URL: url})
			tx, err := db.Begin(t.Context(), data.TxOptions{})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = tx.Rollback(t.Context()) }()
			lock := map[string]string{
				"postgres": "SELECT pg_advisory_xact_lock(" + migrationsLock + ")", "mariadb": "SELECT GET_LOCK(CONCAT('fwrun ', MD5(DATABASE())), 10)",
			}[name]
			if _, err := tx.Query(t.Context(), lock, data.Args{}); err != nil {
				t.Fatal(err)
			}
			folder := signalled(t, url)
			for _, verb := range looksOnly[:4] { // unlock would break the lock
				if out := string(look(t, folder, verb)); !strings.Contains(out, "main/1.sql") {
					t.Errorf("%s: %s", verb, out)
				}
			}
			rows, err := db.Query(t.Context(), "SELECT count(*) FROM information_schema.tables WHERE table_name IN ('a', 'framework_migrations')", data.Args{})
			if err != nil || rows.Cell(0, 0).Int() != 0 {
				t.Errorf("there are %d tables: %v", rows.Cell(0, 0).Int(), err)
			}
		})
	}
	t.Run("sqlite", func(t *testing.T) {
		folder := signalled(t, "sqlite:shop.db")
		for _, verb := range looksOnly {
			look(t, folder, verb)
		}
		if _, err := os.Stat(filepath.Join(folder, "data")); !os.IsNotExist(err) {
			t.Errorf("the folder of the database: %v", err)
		}
		file := filepath.Join(folder, "data", "shop.db")
		harness.WriteFile(t, file, "")
		db := datatest.Open(t, data.Settings{Name: "main", URL: "sqlite:shop.db", Folder: filepath.Dir(file)})
		if err := db.Execute(t.Context(), "PRAGMA journal_mode = DELETE; CREATE TABLE other (n int); INSERT INTO other VALUES (1)"); err != nil {
			t.Fatal(err)
		}
		before, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tx, err := db.Begin(t.Context(), data.TxOptions{})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = tx.Rollback(t.Context()) }()
		for _, verb := range looksOnly {
			look(t, folder, verb)
		}
		after, err := os.ReadFile(file)
		if err != nil || !bytes.Equal(before, after) {
			t.Errorf("the file was changed: %v", err)
		}
	})
}

// recorder is a server before a cluster that records what arrives.
type recorder struct {
	url string
	mu  sync.Mutex
	log []sent
}

// sent is a request that was recorded, or one of a plan.
type sent struct{ method, path, body string }

func newRecorder(t *testing.T, target string) *recorder {
	t.Helper()
	to, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	r := &recorder{}
	through := httputil.NewSingleHostReverseProxy(to)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		request.Body = io.NopCloser(bytes.NewReader(body))
		r.mu.Lock()
		r.log = append(r.log, sent{request.Method, request.RequestURI, string(body)})
		r.mu.Unlock()
		through.ServeHTTP(w, request)
	}))
	t.Cleanup(server.Close)
	r.url = server.URL
	return r
}

// taken returns the requests that have arrived, and forgets them.
func (r *recorder) taken() []sent {
	r.mu.Lock()
	defer r.mu.Unlock()
	log := r.log
	r.log = nil
	return log
}

// reads reports whether a request changes nothing.
func (s sent) reads() bool {
	return s.method == http.MethodGet || s.method == http.MethodHead ||
		s.method == http.MethodPost && (s.path == "/framework_migrations/_mget" || s.path == "/framework_migrations/_search")
}

// planned returns the requests that the document of a plan has, without the spaces of bodies.
func planned(t *testing.T, document []byte) []sent {
	t.Helper()
	var plan struct {
		Connections []struct {
			Files []struct {
				Steps []struct {
					Method, Path string
					Body         json.RawMessage
				}
			}
		}
	}
	if err := json.Unmarshal(document, &plan); err != nil {
		t.Fatal(err)
	}
	var all []sent
	for _, c := range plan.Connections {
		for _, f := range c.Files {
			for _, s := range f.Steps {
				if s.Method != "" {
					all = append(all, sent{s.Method, s.Path, withoutSpaces(t, s.Body)})
				}
			}
		}
	}
	return all
}

// withoutSpaces returns the content of a text, or JSON without spaces: everything else keeps its bytes.
func withoutSpaces(t *testing.T, body []byte) string {
	t.Helper()
	var text string
	if len(body) == 0 || json.Unmarshal(body, &text) == nil {
		return text
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, body); err != nil {
		return string(body) // lines
	}
	return compact.String()
}

// TestPlanIsWhatRuns: a plan only reads, and has the requests that the run then sends, in their order, with their bodies.
func TestPlanIsWhatRuns(t *testing.T) {
	script.Searching.Lock()
	defer script.Searching.Unlock()
	node := searchtest.Shared(t)
	node.Clean(t)
	proxy := searchtest.NewProxy(t, node)
	recorder := newRecorder(t, proxy.URL)
	folder := t.TempDir()
	files := func(pairs ...string) {
		for i := 0; i < len(pairs); i += 2 {
			harness.WriteFile(t, filepath.Join(folder, "migrations/logs", pairs[i]), pairs[i+1])
		}
	}
	harness.WriteFile(t, filepath.Join(folder, "config/application.yml"), "opensearch: [{ name: logs, hosts: [\""+recorder.url+"\"], migrations: "+
		"{ enabled: true } }]\n")
	same := func(what string, flags ...string) {
		t.Helper()
		flags = append(flags, "-m", "opensearch", "--json")
		recorder.taken()
		want := planned(t, look(t, folder, []string{"plan"}, flags...))
		for _, s := range recorder.taken() {
			if !s.reads() {
				t.Errorf("%s: the plan sends %v", what, s)
			}
		}
		migrateRun(t, folder, flags...)
		var got []sent
		for _, s := range recorder.taken() {
			if !s.reads() && !strings.HasPrefix(s.path, "/framework_migrations") {
				if !strings.HasPrefix(s.path, "/_bulk") {
					s.body = withoutSpaces(t, []byte(s.body))
				}
				got = append(got, s)
			}
		}
		if len(got) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s: planned\n%q\nsent\n%q", what, want, got)
		}
	}
	policy := func(description string) string {
		return `{"policy": {"description": "` + description + `", "default_state": "hot", "states": [{"name": "hot", "actions": [], "transitions": []}]}}`
	}
	files(
		"1-raw-template.json", "{\n  \"settings\": {\"number_of_replicas\": 0},\n  \"mappings\": {\"properties\": "+
			"{\"é\\u0041<&>\": {\"type\": \"long\"}}}\n}\n",
		"2-full-template.json", `{"priority": 10.0, "index_patterns": ["full-*"], "template": {}}`,
		"3-keep-policy.json", policy("1"),
		"4-products.json", `{"settings": {"number_of_shards": 1, "number_of_replicas": "0"}, "aliases": {"goods": {}}}`,
		"5-rows.json", `{"method": "POST", "path": "/_bulk?refresh=true", "body": [{"index": {"_index": "4-products", "_id": "1"}}, {"n": 1.0}]}`,
		"6-one.json", `{"method": "POST", "path": "/_bulk", "body": [{"delete": {"_index": "4-products", "_id": "2"}}], "name": "one line"}`,
		"7-pipeline.json", `{"method": "put", "path": "_ingest/pipeline/clean", "body": {"processors": []}}`,
		"8-refresh.json", `{"method": "POST", "path": "/4-products/_refresh"}`,
	)
	same("new files")
	proxy.Manage("4-products", "3-keep")
	files("2-full-template.json", `{"priority": 11, "index_patterns": ["full-*"]}`, "3-keep-policy.json", policy("2"))
	same("changed files", "--apply-policies")
	files("4-products.json", `{"settings": {"number_of_replicas": "1", "index": {"refresh_interval": "7s"}},`+
		` "mappings": {"properties": {"n": {"type": "float"}, "m": {"type": "keyword"}}}, "aliases": {"goods": {}, "wares": {"is_hidden": true}}}`)
	same("a changed index", "--index-change=update")
	files("4-products.json", `{"settings": {"number_of_shards": 2, "number_of_replicas": 0}, "aliases": {"stock": {}}}`)
	same("an index that is made again", "--index-change=reindex")
}
