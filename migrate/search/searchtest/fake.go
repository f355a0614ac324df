package searchtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/tidwall/gjson"
)

// Fake is a server that answers migrations as a node does, and notes what arrives, byte for byte. It needs no Java, and
// keeps nothing but the documents of framework_migrations, the names of indices, and policies.
type Fake struct {
	URL string

	mu        sync.Mutex
	policies  *policies
	indices   map[string]bool
	documents map[string]kept
	sequence  int
	log       []string
	answer    func(r *http.Request) (status int, body string)
}

type kept struct {
	source   string
	sequence int
}

// records is the index that migrations keep for themselves.
const records = "/framework_migrations"

// NewFake returns a server that runs until the test ends.
func NewFake(t testing.TB) *Fake {
	t.Helper()
	f := &Fake{
		policies: newPolicies(), indices: map[string]bool{}, documents: map[string]kept{},
		answer: func(*http.Request) (int, string) { return 0, "" },
	}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	f.URL = server.URL
	return f
}

// Answer makes the function answer; where it returns the status 0, the server does as usual.
func (f *Fake) Answer(answer func(r *http.Request) (status int, body string)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answer = answer
}

// Make makes an index.
func (f *Fake) Make(index string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.indices[index] = true
}

// Manage makes an index be managed by the current version of a policy.
func (f *Fake) Manage(index, policy string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.policies.managed[index] = managed{policy, f.policies.all[policy].sequence}
}

// Forget removes all records.
func (f *Fake) Forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.documents)
	delete(f.indices, strings.TrimPrefix(records, "/"))
}

// Document returns the document of a record as JSON, or "".
func (f *Fake) Document(id string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.documents[id].source
}

// Documents counts the records.
func (f *Fake) Documents() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.documents)
}

// Requests returns all requests, as method, path, media type and body, and forgets them.
func (f *Fake) Requests() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	log := f.log
	f.log = nil
	return log
}

// Sent returns the requests of files, without those for the records, the lock and the health, and forgets all.
func (f *Fake) Sent() []string {
	var sent []string
	for _, line := range f.Requests() {
		if _, path, _ := strings.Cut(line, " "); !strings.HasPrefix(path, records) && !strings.HasPrefix(path, "/_cluster/health") {
			sent = append(sent, line)
		}
	}
	return sent
}

func (f *Fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	f.mu.Lock()
	defer f.mu.Unlock()
	line := r.Method + " " + r.URL.RequestURI()
	if media := r.Header.Get("Content-Type"); media != "" || len(body) > 0 {
		line += " " + media + " " + string(body)
	}
	f.log = append(f.log, line)
	if status, text := f.answer(r); status != 0 {
		answer(w, status, text)
		return
	}
	switch rest, ok := strings.CutPrefix(r.URL.Path, "/_plugins/_ism/"); {
	case ok:
		f.policies.serve(w, r, rest)
	case strings.HasPrefix(r.URL.Path, records+"/_"):
		f.serveRecords(w, r, string(body))
	case strings.HasPrefix(r.URL.Path, "/_cluster/health"):
		answer(w, http.StatusOK, `{"status":"green","timed_out":false}`)
	case strings.HasPrefix(r.URL.Path, "/_"):
		answer(w, http.StatusOK, `{"acknowledged":true}`)
	default:
		f.serveIndex(w, r)
	}
}

func (f *Fake) serveIndex(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	switch {
	case r.Method == http.MethodHead && !f.indices[name]:
		w.WriteHeader(http.StatusNotFound)
	case r.Method == http.MethodHead:
		w.WriteHeader(http.StatusOK)
	case r.Method == http.MethodPut && f.indices[name]:
		answer(w, http.StatusBadRequest, fmt.Sprintf(`{"error":{"type":"resource_already_exists_exception",`+
			`"reason":"index [%s/x] already exists"},"status":400}`, name))
	case r.Method == http.MethodPut && !strings.Contains(name, "/"):
		f.indices[name] = true
		fallthrough
	default:
		answer(w, http.StatusOK, `{"acknowledged":true,"shards_acknowledged":true}`)
	}
}

// serveRecords serves the requests for documents of the index of records.
func (f *Fake) serveRecords(w http.ResponseWriter, r *http.Request, body string) {
	kind, id, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, records+"/"), "/")
	document, exists := f.documents[id]
	switch {
	case !f.indices[strings.TrimPrefix(records, "/")]:
		answer(w, http.StatusNotFound, `{"error":{"type":"index_not_found_exception","reason":"no such index"},"status":404}`)
	case kind == "_mapping":
		answer(w, http.StatusOK, `{"framework_migrations":{"mappings":{}}}`)
	case kind == "_mget":
		var found []string
		for _, wanted := range gjson.Get(body, "ids").Array() {
			if d, ok := f.documents[wanted.Str]; ok {
				found = append(found, d.found(wanted.Str))
			}
		}
		answer(w, http.StatusOK, `{"docs":[`+strings.Join(found, ",")+`]}`)
	case kind == "_bulk":
		answer(w, http.StatusOK, f.bulk(body))
	case kind == "_search":
		var hits []string
		for id, d := range f.documents {
			if wanted := gjson.Get(body, "query.bool.should.0.prefix.migration_path"); wanted.Exists() && strings.HasPrefix(id, wanted.Str) {
				hits = append(hits, d.found(id))
			}
		}
		answer(w, http.StatusOK, `{"hits":{"hits":[`+strings.Join(hits, ",")+`]}}`)
	case r.Method == http.MethodPut && kind == "_create" && exists:
		answer(w, http.StatusConflict, `{"error":{"type":"version_conflict_engine_exception","reason":"document already exists"},"status":409}`)
	case r.URL.Query().Has("if_seq_no") && r.URL.Query().Get("if_seq_no") != strconv.Itoa(document.sequence):
		answer(w, http.StatusConflict, `{"error":{"type":"version_conflict_engine_exception","reason":"another version"},"status":409}`)
	case r.Method == http.MethodPut:
		f.sequence++
		f.documents[id] = kept{body, f.sequence}
		answer(w, http.StatusCreated, f.documents[id].found(id))
	case !exists:
		answer(w, http.StatusNotFound, `{"found":false}`)
	case r.Method == http.MethodDelete:
		delete(f.documents, id)
		fallthrough
	default:
		answer(w, http.StatusOK, document.found(id))
	}
}

// bulk keeps documents, each after a line with its id.
func (f *Fake) bulk(body string) string {
	lines := strings.Split(strings.TrimSpace(body), "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		f.sequence++
		f.documents[gjson.Get(lines[i], "index._id").Str] = kept{lines[i+1], f.sequence}
	}
	return `{"errors":false,"items":[]}`
}

func (k kept) found(id string) string {
	name, _ := json.Marshal(id)
	return fmt.Sprintf(`{"_id":%s,"found":true,"_seq_no":%d,"_primary_term":1,"_source":%s}`, name, k.sequence, k.source)
}
